// Package errs makes the errors that users meet, each of a kind: wrong usage, wrong input, too few pairs. A package that finds one
// returns it; only main looks at the kind and turns it into an exit code.
package errs

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Kind is the kind of an error: who can mend it.
type Kind int

const (
	// Runtime is a failure of the machine: I/O, memory, a full disk. It is what every error without a kind counts as.
	Runtime Kind = iota
	// Usage is a wrong flag, argument or configuration value.
	Usage
	// Input is bad data in a file that was read.
	Input
	// Shortfall means that wanted counts were not reached, or that a check found a difference.
	Shortfall
	// Defect is a mistake in this program, which Rescue found.
	Defect
)

// exitCodes are the contract's; 70 is EX_SOFTWARE of sysexits.h.
var exitCodes = [...]int{Runtime: 1, Usage: 2, Input: 3, Shortfall: 4, Defect: 70}

// Error is one clear line for the user: where, what, and what to do.
type Error struct {
	Kind     Kind
	File     string // base of the message, "" when no file is at fault
	Line     int    // 1-based, 0 when no single line is at fault
	Problem  string
	Hint     string // the next step, "" when there is none to name
	Preamble []byte // lines to be shown above it, such as where a Defect happened; no part of the message
	Err      error  // the cause, if any; it is part of the message
}

// Error renders "FILE:LINE: what: cause; hint: what to do" and leaves out what is empty.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(At(e.File, e.Line) + ": ")
	}
	b.WriteString(e.Problem)
	if e.Err != nil {
		if e.Problem != "" {
			b.WriteString(": ")
		}
		b.WriteString(e.Err.Error())
	}
	if e.Hint != "" {
		b.WriteString("; hint: " + e.Hint)
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// At returns a line of a file as FILE:LINE. A table in Parquet or Arrow has rows. 0 is the file as a whole.
func At(file string, line int) string {
	switch {
	case line == 0:
		return file
	case slices.Contains([]string{".parquet", ".arrow", ".feather", ".ipc"}, strings.ToLower(filepath.Ext(file))):
		return fmt.Sprintf("%s, row %d counted from 1", file, line)
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// Unwrap returns the cause, for errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Err }

// BadInput reports a fault in a file: line 0 means the file as a whole.
func BadInput(file string, line int, hint, format string, args ...any) *Error {
	return &Error{Kind: Input, File: file, Line: line, Hint: hint, Problem: fmt.Sprintf(format, args...)}
}

// BadUsage reports a wrong flag, argument or configuration value.
func BadUsage(hint, format string, args ...any) *Error {
	return &Error{Kind: Usage, Hint: hint, Problem: fmt.Sprintf(format, args...)}
}

// Short reports wanted counts that were not reached or a difference that a check found.
func Short(hint, format string, args ...any) *Error {
	return &Error{Kind: Shortfall, Hint: hint, Problem: fmt.Sprintf(format, args...)}
}

// All returns one error for several, with the kind of the first: all of them are in its line, each with its hint
// in parentheses. One error stays as it is; none is nil.
func All(list ...error) error {
	list = slices.DeleteFunc(slices.Clone(list), func(err error) bool { return err == nil })
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	all := &Error{Problem: fmt.Sprintf("%d faults", len(list)), Hint: "mend each"}
	for i, err := range list {
		text := err.Error()
		if fault, ok := errors.AsType[*Error](err); ok {
			if i == 0 {
				all.Kind = fault.Kind
			}
			if text = strings.TrimSuffix(text, "; hint: "+fault.Hint); fault.Hint != "" {
				text += " (" + fault.Hint + ")"
			}
		}
		all.Problem += fmt.Sprintf("; %d: %s", i+1, text)
	}
	return all
}

// CannotOpen reports a file that was named and cannot be opened: bad input where no file can have that name, else a failure of the
// machine. What is an *Error already stays as it is.
func CannotOpen(path string, err error) error {
	if fault, ok := errors.AsType[*Error](err); ok {
		return fault
	}
	fault := &Error{File: path, Problem: "cannot open", Err: err}
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		fault.Err = pathError.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fault.Kind, fault.Hint, fault.Err = Input, "check the path", fs.ErrNotExist
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.ELOOP):
		fault.Kind, fault.Hint = Input, "check the path"
	case errors.Is(err, fs.ErrPermission):
		fault.Hint = "give the right to read it"
	}
	return fault
}

// ExitCode returns the contract's code for an error: 1 failure of the machine, 2 usage, 3 bad input, 4 wanted counts not reached
// or a difference found, 70 a defect of the program. Only a main function asks.
func ExitCode(err error) int {
	var f *Error
	if errors.As(err, &f) {
		return exitCodes[f.Kind]
	}
	return exitCodes[Runtime]
}
