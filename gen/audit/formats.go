package audit

import (
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/internal/build"
	"github.com/axiomine/axiomine/internal/errs"
)

// formats maps the name of each report format for continuous integration to its writer.
var formats = map[string]func(*Report, io.Writer) error{
	"sarif": (*Report).writeSARIF, "github": (*Report).writeAnnotations, "junit": (*Report).writeJUnit,
}

// CheckFormat returns an error if a name is not one of formats.
func CheckFormat(name string) error {
	if formats[name] != nil {
		return nil
	}
	return errs.BadUsage(errs.Suggestion(name, slices.Sorted(maps.Keys(formats))...)+"use sarif, github or junit", "--format %s is unknown", name)
}

// WriteFormat writes the report in a format that CheckFormat accepts.
func (r *Report) WriteFormat(w io.Writer, name string) error {
	if err := CheckFormat(name); err != nil {
		return err
	}
	return formats[name](r, w)
}

// places returns the examples of a finding. If the finding has none, it returns one example that names the first file.
func (r *Report) places(f *Finding) []Example {
	if len(f.Examples) > 0 {
		return f.Examples
	}
	return []Example{{File: r.Files[0].Name}}
}

// sentence returns a text of the reason of an example, the title of the finding and its advice.
func (f *Finding) sentence(e *Example) string {
	return strings.TrimSpace(e.Reason + " " + f.Title + ". " + f.Advice)
}

// The escapes of GitHub's workflow commands: in a message, and in a property such as a file name.
var (
	escapeMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// writeAnnotations writes a GitHub workflow command for each example of a finding. GitHub shows it at the line of the file.
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

// testSuite is the root of JUnit's XML.
type testSuite struct {
	XMLName  xml.Name   `xml:"testsuite"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Cases    []testCase `xml:"testcase"`
	Output   string     `xml:"system-out,omitempty"` // Report.NotChecked
}

type testCase struct {
	Class   string    `xml:"classname,attr"`
	Name    string    `xml:"name,attr"`
	Skipped *testText `xml:"skipped"`
	Failure *testText `xml:"failure"`
	Output  string    `xml:"system-out,omitempty"`
}

type testText struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a JUnit test case for each check: a failure for an error or a warning, output for a note, skipped if it was not done.
func (r *Report) writeJUnit(w io.Writer) error {
	suite := testSuite{Name: "axiomine audit", Tests: len(r.Checked), Output: strings.Join(r.NotChecked, "\n")}
	for _, code := range r.Checked {
		test, undone := testCase{Class: "axiomine.audit", Name: code}, check.Lookup(code).Undone(r.input)
		i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Code == code })
		switch {
		case i >= 0:
			f := &r.Findings[i]
			text := ""
			for _, e := range r.places(f) {
				text += strings.TrimSuffix(errs.At(e.File, e.Line)+": "+e.Reason, ": ") + "\n"
			}
			if f.Severity == string(check.Note) {
				test.Output = f.Title + ". " + f.Advice + "\n" + text
				break
			}
			suite.Failures++
			test.Failure = &testText{Message: f.Title + ". " + f.Advice, Type: f.Severity, Text: text}
		case undone != "":
			suite.Skipped++
			test.Skipped = &testText{Message: undone}
		}
		suite.Cases = append(suite.Cases, test)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(suite); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// object is a JSON object. The encoder writes its members sorted by name.
type object map[string]any

// writeSARIF writes a run of SARIF 2.1.0, an OASIS standard: a rule for each check, and a result for each example of a finding. Each
// sentence of NotChecked becomes a notification.
func (r *Report) writeSARIF(w io.Writer) error {
	rules, numbers := []object{}, map[string]int{}
	for i, c := range check.All() {
		numbers[c.Code] = i
		rules = append(rules, object{"id": c.Code, "shortDescription": message(strings.ReplaceAll(c.Code, "-", " ")),
			"fullDescription": message(c.About), "help": message(c.Advice), "defaultConfiguration": object{"level": c.Severity}})
	}
	results, notes := []object{}, []object{}
	for _, f := range r.Findings {
		for _, e := range r.places(&f) {
			place := object{"artifactLocation": object{"uri": fileURI(e.File)}, "region": object{"startLine": max(1, e.Line)}}
			results = append(results, object{"ruleId": f.Code, "ruleIndex": numbers[f.Code], "level": f.Severity,
				"message":             message(f.sentence(&e)),
				"locations":           []object{{"physicalLocation": place}},
				"partialFingerprints": object{"row/v1": fingerprint(f.Code, &e)}})
		}
	}
	for _, text := range r.NotChecked {
		notes = append(notes, object{"level": "note", "message": message(text)})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	return e.Encode(object{"$schema": schema, "version": "2.1.0", "runs": []object{{
		"tool": object{"driver": object{"name": "axiomine audit", "version": build.Version, "rules": rules}}, "columnKind": "unicodeCodePoints",
		"invocations": []object{{"executionSuccessful": true, "toolExecutionNotifications": notes}}, "results": results}}})
}

// message returns a text as SARIF's message object.
func message(text string) object { return object{"text": text} }

// fileURI returns the URI of a file. A relative path gives a relative reference.
func fileURI(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme, u.Path = "file", "/"+strings.TrimPrefix(u.Path, "/")
	}
	return u.String()
}

// fingerprint returns a hash of a finding's code, file and texts. It stays the same if the row moves to another line.
func fingerprint(code string, e *Example) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q", code, e.File, e.Query)
	for _, d := range e.Documents {
		fmt.Fprintf(h, " %s %q", d.Role, d.Text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}
