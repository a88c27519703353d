package errs

import (
	"fmt"
	"runtime/debug"
)

// Rescue turns a panic into an error, deferred. One with an *Error is that error: damage that is found deep in what cannot fail,
// such as the pages of a mapped file. Any other is a Defect with the stack. A goroutine has it by Guard.
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

// fault is what the runtime panics with, under Guard, where memory is not there.
type fault interface {
	error
	Addr() uintptr
}

// Guard returns work as a goroutine does it: a panic is an error, as with Rescue, and so is a fault of a mapped file that another process
// cut, which would end the process.
func Guard(work func() error) func() error {
	return func() (err error) {
		defer Rescue(&err)
		debug.SetPanicOnFault(true)
		return work()
	}
}

// FaultError returns the error of a panic that is such a fault, and nil for any other.
func FaultError(cause any) error {
	if _, ok := cause.(fault); !ok {
		return nil
	}
	return &Error{Kind: Input, Problem: "the index became shorter while it was read", Hint: "build it again, and write to none that is in use"}
}
