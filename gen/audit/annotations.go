package audit

import (
	"fmt"
	"io"
	"strings"
)

// Escapes of GitHub's workflow commands, in a message and in a property such as a file's name.
var (
	escapeMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// writeAnnotations writes a workflow command of GitHub for each example of a finding, which a workflow shows at the line of the file.
func (r *Report) writeAnnotations(w io.Writer) error {
	var out strings.Builder
	for _, f := range r.Findings {
		kind := f.Severity
		if kind == "note" {
			kind = "notice"
		}
		for _, e := range r.places(&f) {
			fmt.Fprintf(&out, "::%s file=%s,line=%d,title=%s::%s\n", kind, escapeProperty.Replace(e.File), max(1, e.Line), f.Code,
				escapeMessage.Replace(f.sentence(&e)))
		}
	}
	for _, text := range r.NotChecked {
		fmt.Fprintf(&out, "::notice title=not checked::%s\n", escapeMessage.Replace(text))
	}
	_, err := io.WriteString(w, out.String())
	return err
}
