package audit

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/internal/build"
)

// sarifSchema is the schema of SARIF 2.1.0, an OASIS standard.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// object is an object of JSON, whose members are written by name.
type object map[string]any

// writeSARIF writes a run of SARIF 2.1.0: a rule for each check, and a result for each example of a finding. What was not checked is a
// notification.
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
	return e.Encode(object{"$schema": sarifSchema, "version": "2.1.0", "runs": []object{{
		"tool": object{"driver": object{"name": "axiomine audit", "version": build.Version, "rules": rules}}, "columnKind": "unicodeCodePoints",
		"invocations": []object{{"executionSuccessful": true, "toolExecutionNotifications": notes}}, "results": results}}})
}

func message(text string) object { return object{"text": text} }

// fileURI returns the URI of a file: a reference that is relative if the path is.
func fileURI(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme, u.Path = "file", "/"+strings.TrimPrefix(u.Path, "/")
	}
	return u.String()
}

// fingerprint identifies what is wrong by its texts: it stays the same if the row moves to another line.
func fingerprint(code string, e *Example) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q", code, e.File, e.Query)
	for _, d := range e.Documents {
		fmt.Fprintf(h, " %s %q", d.Role, d.Text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}
