package sample

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

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
		if name := f.Tag.Get("json"); name != "" {
			want = append(want, name)
		}
	}
	for _, c := range rows(t, "| reason | the pair |") {
		got = append(got, c[0])
	}
	must.Equal(t, strings.Join(got, " "), strings.Join(want, " "), "reasons %v, the ledger has %v", got, want)
}

// TestContractOptions: every choice is taken and no other, and the first is the default.
func TestContractOptions(t *testing.T) {
	field := map[string]func(*Options) *string{
		"strategy": func(o *Options) *string { return &o.Strategy }, "conflict": func(o *Options) *string { return &o.Conflict },
		"budget": func(o *Options) *string { return &o.Budget }, "sample": func(o *Options) *string { return &o.Draw },
		"positives": func(o *Options) *string { return &o.Positives }, "negatives": func(o *Options) *string { return &o.Negatives },
		"grades": func(o *Options) *string { return &o.Grades },
	}
	table := rows(t, "| option | choices, the default first |")
	for _, c := range table {
		choices := strings.Split(c[1], ", ")
		o := Defaults()
		value := field[c[0]](&o)
		if *value != choices[0] {
			t.Errorf("%s is %s unless given", c[0], *value)
		}
		*value = "none of them"
		all := o.Validate().Error()
		for _, choice := range choices {
			*value = choice
			if err := o.Validate(); err != nil {
				t.Error(err)
			}
			all = strings.Replace(all, choice, "", 1)
		}
		if named := strings.Trim(all[strings.Index(all, " is none of ")+len(" is none of "):], ", "); named != "" {
			t.Errorf("%s: the document lacks %s", c[0], named)
		}
	}
	must.Equal(t, len(table), len(field), "options")
}
