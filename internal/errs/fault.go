// Package errs makes the errors that users see, each with a kind: wrong usage, wrong input, too few pairs. Only main reads the kind, for
// the exit code.
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

// Kind is the kind of an error. It decides the exit code.
type Kind int

const (
	// Runtime is a failure of the machine: I/O, memory, a full disk. Errors without a kind count as Runtime.
	Runtime Kind = iota
	// Usage is a wrong flag, argument or configuration value.
	Usage
	// Input is bad data in a file that was read.
	Input
	// Shortfall means that requested amounts were not reached, or that a check found a difference.
	Shortfall
	// Defect is a bug in this program, found by Rescue.
	Defect
)

// exitCodes holds the documented exit codes. 70 is EX_SOFTWARE of sysexits.h.
var exitCodes = [...]int{Runtime: 1, Usage: 2, Input: 3, Shortfall: 4, Defect: 70}

// Error is one clear line for the user: where, what, and what to do.
type Error struct {
	Kind     Kind
	File     string // the file at fault; "" if there is none
	Line     int    // the line at fault, from 1; 0 if it is not a single line
	Problem  string
	Hint     string // the next step for the user; "" if there is none to name
	Preamble []byte // lines that are shown above the error, such as a Defect's stack
	Err      error  // the cause; nil if there is none
}

// Error returns "FILE:LINE: problem: cause; hint: next step", without empty parts.
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

// At returns FILE:LINE, or for a Parquet or Arrow file its row, or FILE for line 0.
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

// BadInput returns an Input error about a file. line 0 means the file as a whole.
func BadInput(file string, line int, hint, format string, args ...any) *Error {
	return &Error{Kind: Input, File: file, Line: line, Hint: hint, Problem: fmt.Sprintf(format, args...)}
}

// BadUsage returns a Usage error: a wrong flag, argument or configuration value.
func BadUsage(hint, format string, args ...any) *Error {
	return &Error{Kind: Usage, Hint: hint, Problem: fmt.Sprintf(format, args...)}
}

// Short returns a Shortfall error: amounts that were not reached, or a difference that a check found.
func Short(hint, format string, args ...any) *Error {
	return &Error{Kind: Shortfall, Hint: hint, Problem: fmt.Sprintf(format, args...)}
}

// All joins errors in one line, each with its hint in parentheses. The result has the kind of the first. A single error is returned
// unchanged; without errors All returns nil.
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

// CannotOpen returns the error for a file that cannot be opened. Its kind is Input if no file can have that name, and Runtime in other
// cases. It returns an *Error unchanged.
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
		fault.Kind, fault.Err = Input, fs.ErrNotExist
		fault.Hint = "check the path; a URL or a name on the Hub has to be downloaded first"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.ELOOP):
		fault.Kind, fault.Hint = Input, "check the path"
	case errors.Is(err, fs.ErrPermission):
		fault.Hint = "give the right to read it"
	}
	return fault
}

// ExitCode returns the exit code of an error's kind. Only main functions call it.
func ExitCode(err error) int {
	var f *Error
	if errors.As(err, &f) {
		return exitCodes[f.Kind]
	}
	return exitCodes[Runtime]
}
