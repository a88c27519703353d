package audit

import (
	"io"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// formats are the forms of a report that tools of continuous integration read.
var formats = []struct {
	name  string
	write func(*Report, io.Writer) error
}{
	{"sarif", (*Report).writeSARIF},
	{"github", (*Report).writeAnnotations},
	{"junit", (*Report).writeJUnit},
}

// CheckFormat returns an error if a name is no form of a report.
func CheckFormat(name string) error {
	var names []string
	for _, f := range formats {
		if f.name == name {
			return nil
		}
		names = append(names, f.name)
	}
	return errs.BadUsage(errs.Suggestion(name, names...)+"use sarif, github or junit", "--format %s is unknown", name)
}

// WriteFormat writes the report in a form that CheckFormat knows.
func (r *Report) WriteFormat(w io.Writer, name string) error {
	for _, f := range formats {
		if f.name == name {
			return f.write(r, w)
		}
	}
	return CheckFormat(name)
}

// places returns the examples of a finding; of one without rows, the first file.
func (r *Report) places(f *Finding) []Example {
	if len(f.Examples) > 0 {
		return f.Examples
	}
	return []Example{{File: r.Files[0].Name}}
}

// sentence returns why an example is one, what was found, and what to do.
func (f *Finding) sentence(e *Example) string {
	return strings.TrimSpace(e.Reason + " " + f.Title + ". " + f.Advice)
}
