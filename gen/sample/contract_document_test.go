package sample

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// rows gives the cells of the table of CONTRACT.md that begins with the heading.
func rows(t *testing.T, heading string) (table [][]string) {
	t.Helper()
	raw := must.Get(os.ReadFile("CONTRACT.md"))(t)
	_, rest, ok := strings.Cut(string(raw), "\n"+heading+"\n|---")
	if !ok {
		t.Fatalf("CONTRACT.md has no table %s", heading)
	}
	_, rest, _ = strings.Cut(rest, "\n")
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "| ") {
			break
		}
		table = append(table, strings.Split(strings.Trim(line, "| \n"), " | "))
	}
	return table
}

func TestContractKeys(t *testing.T) {
	table := rows(t, "| pool | query | preferred | other | key |")
	for _, c := range table {
		if got := fmt.Sprintf("%016x", drawKey(seedOf(42, c[0]), Hash(c[1]), Hash(c[2]), Hash(c[3]))); got != c[4] {
			t.Errorf("key of %v is %s", c, got)
		}
	}
	if len(table) == 0 {
		t.Error("no keys")
	}
}

// TestContractReasons: the reasons are the ledger's, in its order.
func TestContractReasons(t *testing.T) {
	var want, got []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[DropCounts]()) {
		if name := f.Tag.Get("json"); name != "" && f.Name != "Seen" { // which counts parts of other reasons
			want = append(want, name)
		}
	}
	for _, c := range rows(t, "| reason | the pair |") {
		got = append(got, c[0])
	}
	must.Equal(t, strings.Join(got, " "), strings.Join(want, " "), "reasons %v, the ledger has %v", got, want)
}

// TestContractOptions: the choices are those of the key, and the first is the default.
func TestContractOptions(t *testing.T) {
	o := Defaults()
	defaults := map[string]string{"strategy": o.Strategy, "conflict": o.Conflict, "budget": o.Budget, "sample": o.Draw,
		"positives": o.Positives, "negatives": o.Negatives, "grades": o.Grades}
	table := rows(t, "| option | choices, the default first |")
	for _, c := range table {
		choices := strings.Split(c[1], ", ")
		must.Equal(t, choices[0], defaults[c[0]], "the default of %s", c[0])
		key, _ := configs.KeyNamed("gen." + c[0])
		want := slices.DeleteFunc(key.Values(), func(value string) bool { return value == configs.Auto })
		if c[0] == "sample" {
			want = append(want, Hard) // with a run behind it
		}
		slices.Sort(choices)
		slices.Sort(want)
		must.Equal(t, strings.Join(choices, " "), strings.Join(want, " "), "choices of %s", c[0])
	}
	must.Equal(t, len(table), len(defaults), "options")
}
