package audit

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestFormats: what CI reads names file, line and code of a contradiction and of a finding without rows, whatever the file is called. By
// hand.
func TestFormats(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "a b%,c:d.jsonl"
	must.Do(t, os.WriteFile(name, []byte(examples["contradiction"].rows+"\n"+examples["too-easy"].rows), 0o666))
	written := func(file, format string) string {
		var b strings.Builder
		must.Do(t, run(t, Options{Files: []string{file}}).WriteFormat(&b, format))
		return b.String()
	}
	var sarif struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID, Level       string
				RuleIndex           int
				PartialFingerprints map[string]string
				Locations           []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(written(name, "sarif")), &sarif); err != nil || sarif.Version != "2.1.0" {
		t.Fatal(sarif, err)
	}
	lines, prints := map[string][]int{}, map[string]bool{}
	for _, r := range sarif.Runs[0].Results {
		place := r.Locations[0].PhysicalLocation
		if sarif.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || place.ArtifactLocation.URI != "./a%20b%25,c:d.jsonl" {
			t.Errorf("%+v", r)
		}
		lines[r.RuleID] = append(lines[r.RuleID], place.Region.StartLine)
		prints[r.PartialFingerprints["row/v1"]] = true
	}
	if l := lines["contradiction"]; len(l) != 2 || l[0] != 1 || l[1] != 2 || len(lines["too-easy"]) != 1 || len(prints) != len(sarif.Runs[0].Results) {
		t.Errorf("%v, %v", lines, prints)
	}
	if absolute, _ := filepath.Abs(name); fileURI(absolute) != "file://"+strings.ReplaceAll(filepath.ToSlash(filepath.Dir(absolute)), " ", "%20")+
		"/a%20b%25,c:d.jsonl" {
		t.Error(fileURI(absolute))
	}
	for _, line := range []string{"::error file=a b%25%2Cc%3Ad.jsonl,line=2,title=contradiction::For the same query, row 0 (line 1) ",
		"::notice file=a b%25%2Cc%3Ad.jsonl,line=1,title=too-easy::", "::notice title=not checked::Leaks of a test set"} {
		must.Contain(t, written(name, "github"), line)
	}
	var suite testSuite
	if err := xml.Unmarshal([]byte(written(name, "junit")), &suite); err != nil || suite.Tests != len(suite.Cases) || suite.Skipped == 0 {
		t.Fatal(suite, err)
	}
	for _, c := range suite.Cases {
		if (c.Failure != nil && strings.Contains(c.Failure.Text, name+":2: ")) != (c.Name == "contradiction") {
			t.Errorf("%+v", c)
		}
	}
}
