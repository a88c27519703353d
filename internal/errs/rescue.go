package errs

import (
	"fmt"
	"runtime/debug"
)

// Rescue, when deferred, turns a panic into an error. A panic with an *Error becomes that error: code without error results panics so on
// damaged data, such as pages of a mapped file. Any other panic becomes a Defect with its stack. Goroutines use Guard.
func Rescue(err *error) {
	switch cause := recover().(type) {
	case nil:
	case *Error:
		*err = cause
	case fault:
		*err = FaultError(cause)
	default:
		*err = &Error{Kind: Defect, Problem: fmt.Sprintf("a defect of axiomine itself: %v", cause), Hint: reportHint, Preamble: debug.Stack()}
	}
}

const reportHint = "report it with the lines above at https://github.com/axiomine/axiomine/issues"

// fault is the runtime's panic value, under Guard, for an access to unmapped memory.
type fault interface {
	error
	Addr() uintptr
}

// Guard returns work with panics turned into errors, as by Rescue. A memory fault also becomes an error, such as on a mapped file that
// another process truncated; else it would end the process.
func Guard(work func() error) func() error {
	return func() (err error) {
		defer Rescue(&err)
		debug.SetPanicOnFault(true)
		return work()
	}
}

// FaultError returns the error for a panic by a memory fault, and nil for any other panic.
func FaultError(cause any) error {
	if _, ok := cause.(fault); !ok {
		return nil
	}
	return &Error{Kind: Input, Problem: "the index became shorter while it was read", Hint: "build it again, and write to none that is in use"}
}
