package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// Every operation whose answer can grow refuses one beyond its limit, says so, and the server goes on: the same request is answered
// by a server with room for it to the byte.
func TestAnswersHaveABound(t *testing.T) {
	const most = 20_000
	roomy := demoServer(t, nil)
	narrow := demoServer(t, nil)
	narrow.MaxAnswer = most
	ids := decoded[queryList](t, answers(t, roomy, `{"op":"queries"}`)[0])
	doc := fmt.Sprintf("%q", ids.Documents[0][0])
	for op, request := range map[string]func(n int) string{
		"texts": func(n int) string { return fmt.Sprintf(`{"op":"texts","documents":[%s]}`, repeated(doc, n)) },
		"queries": func(n int) string {
			return fmt.Sprintf(`{"op":"queries","queries":[%s]}`, repeated(fmt.Sprintf("%q", ids.Queries[0]), n))
		},
		"preferences": func(n int) string {
			return fmt.Sprintf(`{"id":7,"op":"preferences","lists":[%s]}`, repeated(fmt.Sprintf(`{"query":%q}`, ids.Queries[0]), n))
		},
	} {
		refused := 0
		for _, n := range []int{1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610} {
			want := answers(t, roomy, request(n))[0]
			got := answers(t, narrow, request(n), `{"op":"texts","documents":[]}`)
			if got[1] != `{"texts":[]}` {
				t.Errorf("%s of %d: the server goes on with %s", op, n, got[1])
			}
			if len(want) <= most {
				must.Equal(t, got[0], want, "%s of %d", op, n)
				continue
			}
			refused++
			if !strings.Contains(got[0], "the answer is longer than 19.53 KiB") || !strings.Contains(got[0], "ask about fewer lists or documents") {
				t.Errorf("%s of %d, of %d bytes: %.200s", op, n, len(want), got[0])
			}
		}
		if refused == 0 {
			t.Errorf("%s: no answer was long", op)
		}
	}
	short := demoServer(t, nil)
	short.MaxAnswer = 100
	must.Contain(t, answers(t, short, `{"op":"draw"}`)[0], "the answer is longer than 100 bytes")
}

// A query with too many distinct terms is refused by name; repeated terms count once.
func TestQueriesOfServeHaveABound(t *testing.T) {
	const most = safefile.QueryTerms
	s := demoServer(t, nil)
	doc := decoded[queryList](t, answers(t, s, `{"op":"queries"}`)[0]).Documents[0][0]
	for n, refused := range map[int]bool{most: false, most + 1: true} {
		var text strings.Builder
		for i := range 2 * n {
			fmt.Fprintf(&text, "word%d ", i%n)
		}
		got := answers(t, s, fmt.Sprintf(`{"op":"preferences","lists":[{"text":%q,"documents":[%q]}]}`, text.String(), doc))[0]
		says := strings.Contains(got, "list 0: the query has 4,097 distinct terms, more than 4,096")
		if says != refused || strings.Contains(got, "error") != refused {
			t.Errorf("%d terms: %s", n, got)
		}
	}
}

func repeated(text string, n int) string { return strings.TrimSuffix(strings.Repeat(text+",", n), ",") }
