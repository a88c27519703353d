package fault

// Rescue, deferred, turns a panic with an *Error into that error: damage that is found deep in what cannot fail, such as the
// pages of a mapped file. Whoever starts a goroutine that reads such files defers it there. Other panics go on.
func Rescue(err *error) {
	switch cause := recover().(type) {
	case nil:
	case *Error:
		*err = cause
	default:
		panic(cause)
	}
}
