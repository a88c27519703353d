package errs

import (
	"fmt"
	"runtime/debug"
)

// Rescue turns a panic into an error, deferred. One with an *Error is that error: damage that is found deep in what cannot fail,
// such as the pages of a mapped file. Any other is a Defect with the stack. Whoever starts a goroutine that can hand on an error
// defers it there.
func Rescue(err *error) {
	switch cause := recover().(type) {
	case nil:
	case *Error:
		*err = cause
	default:
		*err = &Error{Kind: Defect, Problem: fmt.Sprintf("a defect of axiomine itself: %v", cause), Hint: reportHint, Preamble: debug.Stack()}
	}
}

const reportHint = "report it with the lines above at https://github.com/axiomine/axiomine/issues"
