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

// Limit is a maximum share of the rows of a finding, above which the audit fails.
type Limit struct {
	Name  string  // code, severity, unreadLimit or notCheckedLimit
	Share float64 // the share, from 0 to 1, that a finding must exceed
}

// The names of limits for parts that were not read, and for checks that were left out.
const (
	unreadLimit     = "unread"
	notCheckedLimit = "not-checked"
)

// ParseLimit parses CODE or CODE=SHARE. A severity is a name for all its codes. unread and not-checked take no share.
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

// checkCode returns an error if a name is not the code of a check. If isLimit is true, severities, unread and not-checked are valid too.
func checkCode(name string, isLimit bool) error {
	names := check.Codes()
	if isLimit {
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

// unread returns one line on the parts of the set that were not read; "" if all were read.
func (r *Report) unread() string {
	var list []string
	for _, n := range r.NotRead {
		if !n.repeats {
			list = append(list, n.line())
		}
	}
	return strings.Join(list, "; ")
}

// refuseUndone returns an error if a limit names a check that cannot be done on the input.
func refuseUndone(limits []Limit, in *check.Input) error {
	for _, l := range limits {
		if c := check.Lookup(l.Name); c != nil && c.Undone(in) != "" {
			return errs.BadUsage("leave it out, or give what the check needs", "--fail-on %s: the check was not done: %s", l.Name, c.Undone(in))
		}
	}
	return nil
}

// onlyPositives matches File.Columns of a file that has neither negatives nor labels.
var onlyPositives = lazy.Regexp(`^query = [^,;]+, positive = [^,;]+(; not used: .*)?$`)

// checkLimits returns an error if a limit names a check that cannot be done with these options or these columns. It reads only the first
// row of each file.
func (r *reader) checkLimits(ctx context.Context, sources []source) error {
	in := &check.Input{}
	if len(r.o.Test) > 0 {
		in.Test = check.NewTestIndex()
	}
	if r.o.Tokenizer != "" {
		in.Pieces = new(check.Pieces)
	}
	errStop := errors.New("the columns are known")
	for _, s := range sources {
		columns := ""
		isJSON := strings.Contains(filepath.Base(s.file), ".json") // each line may have other columns
		if s.layout == nil && s.file != "-" && len(r.o.FailOn) > 0 && !isJSON {
			columns, _ = s.visitRows(ctx, r.o.Reading, new(read.Report), func(*corpus.TrainingRow) error { return errStop })
		}
		if !onlyPositives().MatchString(columns) {
			in.Shortcuts, in.Suspects = new(shortcut.Result), &suspect.Suspects{Compared: true}
			break
		}
	}
	return refuseUndone(r.o.FailOn, in)
}

// Fails returns an error that names the findings above the limits, or a limit of a check that was not done; nil if there are none.
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
