package cli

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
)

// Values of --overwrite.
const (
	overwriteBeside = "beside" // without a value
	inPlace         = "in-place"
)

// overwriting is the value of --overwrite: result.Fresh where nothing is to be overwritten.
type overwriting struct{ mode result.Mode }

// overwriteType is the type of the flag's value, as help shows it.
const overwriteType = "HOW"

func (o *overwriting) Type() string { return overwriteType }

func (o *overwriting) String() string {
	switch o.mode {
	case result.Overwrite:
		return overwriteBeside
	case result.InPlace:
		return inPlace
	}
	return ""
}

// Set parses a value. It also takes true and false: the flag had no other values once.
func (o *overwriting) Set(text string) error {
	switch text {
	case overwriteBeside, "true":
		o.mode = result.Overwrite
	case inPlace:
		o.mode = result.InPlace
	case "false":
		o.mode = result.Fresh
	default:
		return fmt.Errorf("%q is not a way to overwrite; %suse --overwrite, or --overwrite=%s", text,
			errs.Suggestion(text, overwriteBeside, inPlace), inPlace)
	}
	return nil
}

// roomFor adds to the error of a full disk that a result which is built beside an old one needs room for both.
func roomFor(err error, out *result.Dir) error {
	if !out.State().IsBeside || !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	return fmt.Errorf("%w; hint: make room, then run it again with --resume in place of --overwrite: the old result is as it was; "+
		"--overwrite=%s removes it first and needs less room", err, inPlace)
}
