package errs

import (
	"fmt"
	"runtime/debug"
)

// Rescue, when deferred, turns a panic into an error. A panic with an *Error becomes that error: a function without an error result panics
// with one on damaged data, such as a page of a mapped file. Any other panic becomes a Defect with its stack. Goroutines use Guard.
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

// fault is the value with which the runtime panics, under Guard, if the program reads memory that is not mapped.
type fault interface {
	error
	Addr() uintptr
}

// Guard returns work with panics turned into errors, as by Rescue. A memory fault also becomes an error instead of ending
// the process. It occurs, for example, if another process truncates a mapped file.
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
