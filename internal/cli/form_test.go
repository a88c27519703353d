package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/spf13/cobra"
)

// TestForm: a result has one form; asking twice for the same one, or for none, is no error.
func TestForm(t *testing.T) {
	for line, want := range map[string]string{"": "", "--json": "json", "--csv": "csv", "--json --json": "json", "--csv=false": "",
		"--json --csv": "error", "--json=maybe": "error", "--json --csv=false": "json"} {
		var f Form
		cmd := &cobra.Command{Use: "x"}
		f.Add(cmd)
		got := "error"
		if err := cmd.ParseFlags(strings.Fields(line)); err == nil {
			got = f.Name()
		}
		if got != want || got != "error" && f.Text() != (want == "") {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestShow: a result as text, JSON and CSV, and a plan's lines as rows of them.
func TestShow(t *testing.T) {
	for name, want := range map[string][2]string{"": {"n", "one\ntwo\n"}, "csv": {"n\n7\n", "plan\none\ntwo\n"}, "json": {`"n"`, `"one"`}} {
		var out bytes.Buffer
		cmd := &cobra.Command{Use: "x"}
		cmd.SetOut(&out)
		one := &table.Table{Name: "numbers", Columns: table.Right("n")}
		one.Add("7")
		fault := error(nil)
		Showing(cmd, true, func(*cobra.Command, []string) (*table.Results, error) { return table.Single(one), fault })
		if name != "" {
			cmd.Flags().Set(name, "true")
		}
		if err := cmd.RunE(cmd, nil); err != nil || !strings.Contains(out.String(), want[0]) || !strings.Contains(out.String(), "7") {
			t.Errorf("%s: %q, %v", name, &out, err)
		}
		out.Reset()
		if err := (&Form{name: name}).ShowPlan(cmd, "one\ntwo\n"); err != nil || !strings.Contains(out.String(), want[1]) {
			t.Errorf("the plan as %s: %q, %v", name, &out, err)
		}
		fault = errors.New("fault")
		must.Equal(t, cmd.RunE(cmd, nil), fault, "%s", name)
	}
}
