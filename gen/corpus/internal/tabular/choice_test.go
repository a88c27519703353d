package tabular

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/shellwords"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// show writes a choice of columns as its roles in the order of Roles.
func (c columnChoice) show() string {
	var parts []string
	for _, role := range roleNames() {
		for _, name := range c.names[role] {
			parts = append(parts, role+"="+name)
		}
	}
	if c.cutoff != nil {
		parts = append(parts, fmt.Sprintf(">=%g", *c.cutoff))
	}
	return strings.Join(parts, "|")
}

// TestParseColumns has the values of --columns that FORMATS.md describes, and one of each kind that is refused.
func TestParseColumns(t *testing.T) {
	const sure = "a positive has grade 1 and a negative grade 0; choose document and label, or positive and negative"
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"  ", ""},
		{"query=q, document = d", "query=q|document=d"},
		{"negative=b,negative=a,positive=p", "positive=p|negative=b|negative=a"},
		{`document="first, second",query=q`, "query=q|document=first, second"},
		{"label=x>=0.5", "label=x|>=0.5"},
		{"label=x >= 0,5,query=q", "query=q|label=x|>=0.5"},
		{"label=x>=-1,25", "label=x|>=-1.25"},
		{"label=x>=2,query=q", "query=q|label=x|>=2"},
		{"query=x>=2", "query=x>=2"}, // a bound is one of labels
		{"score=x,label=y", "label=y|score=x"},
		{"query", `--columns: "query" is no ROLE=NAME; hint: write --columns query=NAME,document=NAME,label=NAME`},
		{"query=", `--columns: "query=" is no ROLE=NAME; hint: write --columns query=NAME,document=NAME,label=NAME`},
		{"query=a,,label=b", `--columns: "" is no ROLE=NAME; hint: write --columns query=NAME,document=NAME,label=NAME`},
		{"passage=a", `--columns: unknown role "passage"; hint: did you mean document?`},
		{"qid=a", `--columns: unknown role "qid"; hint: did you mean query_id?`},
		{"sku=a", `--columns: unknown role "sku"; hint: the roles are query, query_id, document, document_id, title, label, score, positive, negative, split, unused`},
		{"quary=a", `--columns: unknown role "quary"; hint: did you mean query?`},
		{"query=a,query=b", "--columns: query stands twice; hint: keep one of them"},
		{"label=x>=high", `--columns: "high" is no number; hint: write label=NAME>=0.5`},
		{`query="a`, `--columns: a double quote is not closed in "query=\"a"; hint: close the quote`},
		{"query=a,document=a", "--columns: query=a and document=a are one column; hint: a column is one of them"},
		{"query=q,document=d,label=d>=1", "--columns: document=d and label=d are one column; hint: a column is one of them"},
		{"positive=p,negative=p", "--columns: positive=p and negative=p are one column; hint: a column is one of them"},
		{"positive=p,label=l", "--columns: label=l has no meaning beside positive=p; hint: " + sure},
		{"negative=n,document=d", "--columns: document=d has no meaning beside negative=n; hint: " + sure},
		{"score=s,negative=n", "--columns: score=s has no meaning beside negative=n; hint: " + sure},
	} {
		choice, err := ParseColumns(c.text)
		got := choice.show()
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.text, got, c.want)
		}
	}
}

// TestParseColumnsOfQuotedNames: the choice that a hint has is read as it is when a shell has read it, whatever letters are in the names.
func TestParseColumnsOfQuotedNames(t *testing.T) {
	name := rapid.StringMatching(`[a-z,. "$!\x60\\']{0,5}[a-z]`)
	rapid.Check(t, func(t *rapid.T) {
		query, document := strings.TrimSpace(name.Draw(t, "query")), "d"+strings.TrimSpace(name.Draw(t, "document"))
		if query == document { // which is refused
			query = "q" + query
		}
		words := must.Get(shellwords.Split(pasteable(choiceOf(QueryRole, query) + "," + choiceOf(DocRole, document))))(t)
		choice, err := ParseColumns(words[0])
		if err != nil || !slices.Equal(choice.names[QueryRole], []string{query}) || !slices.Equal(choice.names[DocRole], []string{document}) {
			t.Fatalf("%q and %q are read as %s: %v", query, document, choice.show(), err)
		}
	})
}
