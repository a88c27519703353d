package audit

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/internal/errs"
)

// testSuite is the root of JUnit's XML.
type testSuite struct {
	XMLName  xml.Name   `xml:"testsuite"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Cases    []testCase `xml:"testcase"`
	Output   string     `xml:"system-out,omitempty"` // what was not checked
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

// writeJUnit writes a test case of JUnit for each check. An error or a warning is a failure, a note is output, and a check that was not
// done is skipped.
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
