package plan

import (
	"fmt"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestSparesDecideTheFingerprint: pairs that fill groups decide bytes of files as those that are rows do.
func TestSparesDecideTheFingerprint(t *testing.T) {
	met := map[string]string{}
	for name, spares := range map[string]*pairs.Table{"none": nil, "one": pairsOf("q a>c"), "another": pairsOf("q a>d"),
		"two": pairsOf("q a>c", "q a>d")} {
		in := input(Split{Name: "train", Pairs: pairsOf("q a>b"), Spares: spares})
		text := built(t, in, usual(), Needs{Groups: true}).Fingerprint()
		if before, has := met[text]; has {
			t.Errorf("with spares %s and %s the fingerprint is the same", name, before)
		}
		met[text] = name
		if again := built(t, in, usual(), Needs{Groups: true}).Fingerprint(); again != text {
			t.Errorf("spares %s: %s, then %s", name, text, again)
		}
	}
}

// TestFetch: a document is fetched by its number plus 1, or by its id where it has none; what is not there is an error with its name.
func TestFetch(t *testing.T) {
	in := input()
	in.Numbered = &NumberedDocs{Number: func(id string) (uint32, bool) {
		n, ok := map[string]uint32{"numbered": 7, "first": 0}[id]
		return n, ok
	},
		Text: func(number uint32) (string, string) { return fmt.Sprint("title ", number), "text" }}
	for _, c := range []struct {
		ref  textRef
		want string
	}{
		{textRef{id: "numbered"}, "title 7\ntext false <nil>"},
		{textRef{id: "first"}, "title 0\ntext false <nil>"},
		{textRef{id: "other"}, "other false <nil>"},
		{textRef{id: "tab"}, "x\ty true <nil>"},
		{textRef{id: "numbered", query: true}, "numbered false <nil>"},
		{textRef{id: "?d"}, ` false pairs name a document "?d" that is not there; hint: give the collection that the pairs were made with`},
		{textRef{id: "?q", query: true},
			` false pairs name a query "?q" that is not there; hint: give the queries that the pairs were made with`},
	} {
		text, hasBreaks, err := in.fetch(c.ref, in.number(c.ref))
		must.Equal(t, fmt.Sprint(text, " ", hasBreaks, " ", err), c.want, "%+v", c.ref)
	}
}
