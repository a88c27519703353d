package audit

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/shortcut"
	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/numeral"
)

// Checks returns all checks, worst severity first.
func Checks() []*check.Check { return check.All() }

// Limit is a share of rows from which on a finding fails the audit.
type Limit struct {
	Name  string  // a code or a severity
	Share float64 // more than this
}

// The limits that are no findings: something was not read, or a check was left out.
const (
	unreadLimit     = "unread"
	notCheckedLimit = "not-checked"
)

// ParseLimit parses CODE or CODE=SHARE; a severity stands for all its codes. unread and not-checked have no share.
func ParseLimit(text string) (Limit, error) {
	name, share, hasShare := strings.Cut(text, "=")
	l := Limit{Name: name}
	if err := checkCode(name, true); err != nil {
		return l, err
	}
	if !hasShare {
		return l, nil
	}
	if name == unreadLimit || name == notCheckedLimit {
		return l, errs.BadUsage("write --fail-on "+name, "--fail-on %s: it has no share", text)
	}
	var err error
	number, isPercent := strings.CutSuffix(share, "%")
	if l.Share, err = numeral.Parse(number); isPercent {
		l.Share /= 100
	}
	if err != nil || !(l.Share >= 0 && l.Share < 1) {
		return l, errs.BadUsage("give a share such as 5% or 0.05", "--fail-on %s: %q is no share from 0 to 1", text, share)
	}
	return l, nil
}

// checkCode returns an error if a name is no code, nor a severity where one is allowed.
func checkCode(name string, severities bool) error {
	names := check.Codes()
	if severities {
		names = append(names, unreadLimit, notCheckedLimit)
		for _, s := range check.Severities {
			names = append(names, string(s))
		}
	}
	if slices.Contains(names, name) {
		return nil
	}
	return errs.BadUsage(errs.Suggestion(name, names...)+"axiomine help audit lists the codes", "no check is called %q", name)
}

// unread returns what was not read of the set and its files, in one line; "" if all was.
func (r *Report) unread() string {
	var list []string
	for _, n := range r.NotRead {
		if !n.repeats {
			list = append(list, n.line())
		}
	}
	return strings.Join(list, "; ")
}

// refuseUndone returns an error for a limit of a check that cannot be done on an input.
func refuseUndone(limits []Limit, in *check.Input) error {
	for _, l := range limits {
		if c := check.Lookup(l.Name); c != nil && c.Undone(in) != "" {
			return errs.BadUsage("leave it out, or give what the check needs", "--fail-on %s: the check was not done: %s", l.Name, c.Undone(in))
		}
	}
	return nil
}

// onlyPositives matches how columns are read that hold no negative and no label.
var onlyPositives = lazy.Regexp(`^query = [^,;]+, positive = [^,;]+(; not used: .*)?$`)

// checkLimits returns the error of Fails for a check that the options, or the columns of all files, leave undone. No row is read for it but
// the first of each file.
func (r *reader) checkLimits(ctx context.Context, sources []source) error {
	in := &check.Input{}
	if len(r.o.Test) > 0 {
		in.Test = check.NewTestIndex()
	}
	if r.o.Tokenizer != "" {
		in.Pieces = new(check.Pieces)
	}
	enough := errors.New("the columns are known")
	for _, s := range sources {
		columns := ""
		if s.layout == nil && s.file != "-" && len(r.o.FailOn) > 0 && !strings.Contains(filepath.Base(s.file), ".json") { // lines may have others
			columns, _ = s.visitRows(ctx, r.o.Reading, new(read.Report), func(*corpus.TrainingRow) error { return enough })
		}
		if !onlyPositives().MatchString(columns) {
			in.Shortcuts, in.Suspects = new(shortcut.Result), &suspect.Suspects{Compared: true}
			break
		}
	}
	return refuseUndone(r.o.FailOn, in)
}

// Fails returns an error that names the findings above the limits; nil if there are none. A limit of a check that was not done is an error
// of usage.
func (r *Report) Fails(limits []Limit) error {
	if err := refuseUndone(limits, r.input); err != nil {
		return err
	}
	var exceeding []string
	for _, l := range limits {
		switch unread := r.unread(); {
		case l.Name == unreadLimit && unread != "":
			exceeding = append(exceeding, "not read: "+unread)
		case l.Name == notCheckedLimit && len(r.NotChecked) > 0:
			exceeding = append(exceeding, "not checked: "+strings.TrimSuffix(strings.Join(r.NotChecked, " "), "."))
		}
	}
	for _, f := range r.Findings {
		if slices.ContainsFunc(limits, func(l Limit) bool { return (l.Name == f.Code || l.Name == f.Severity) && f.Share > l.Share }) {
			exceeding = append(exceeding, fmt.Sprintf("%s (%s)", f.Code, f.Title))
		}
	}
	if len(exceeding) == 0 {
		return nil
	}
	return errs.Short("mend the rows, or raise the share: --fail-on CODE=5%", "--fail-on: %s", strings.Join(exceeding, "; "))
}
