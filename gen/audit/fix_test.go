package audit

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/cespare/xxhash/v2"
	"github.com/parquet-go/parquet-go"
)

// listsOfQueries are Parquet rows of several queries each.
func listsOfQueries() string {
	type row struct {
		Query    []string `parquet:"query,list"`
		Positive []string `parquet:"positive,list"`
	}
	var b bytes.Buffer
	_ = parquet.Write(&b, []row{{[]string{"q", "r"}, []string{"a", "b"}}, {[]string{"s", "q"}, []string{"c", "a"}}}) // a Buffer takes all
	return b.String()
}

// TestSharedLines: a line is left out only if all of its rows are flagged.
func TestSharedLines(t *testing.T) {
	for name, c := range map[string]struct{ text, kept string }{
		"columns.json": {`{"query": ["q", "r", "q"], "positive": ["a", "b", "a"], "negative": ["x", "y", "x"]}` + "\n", "refused"},
		"lists.jsonl": {`{"query": ["q", "r"], "positive": ["a", "b"]}` + "\n" + `{"query": ["s", "q"], "positive": ["c", "a"]}` + "\n",
			"refused"},
		"again.jsonl": {`{"query": ["q", "r"], "positive": ["a", "b"]}` + "\n" + `{"query": ["r", "q"], "positive": ["b", "a"]}` + "\n",
			`{"query": ["q", "r"], "positive": ["a", "b"]}` + "\n"},
		"one line.jsonl": {`{"query": "q", "positive": "a"} {"query": "q", "positive": "a"}` + "\n" + `{"query": "r", "positive": "b"}` + "\n",
			"refused"},
		"beside.jsonl": {`{"query": "q", "positive": "a"} {"query": "r", "positive": "b"}` + "\n" + `{"query": "q", "positive": "a"}` + "\n",
			`{"query": "q", "positive": "a"} {"query": "r", "positive": "b"}` + "\n"},
		"lists.parquet": {listsOfQueries(), "refused"},
	} {
		r := run(t, Options{Files: []string{write(t, map[string]string{name: c.text})[name]}})
		clean, err := r.DropRows([]string{"repeated-row"}, true)
		var out bytes.Buffer
		if err == nil {
			err = clean.Write(0, &out)
		}
		switch {
		case c.kept == "refused":
			must.Fail(t, err, "has no line of its own", "%s: a copy of %d bytes", name, out.Len())
		case err != nil || out.String() != c.kept:
			t.Errorf("%s: %q, %v", name, out.String(), err)
		}
	}
}

// TestUnreadableLines: a copy lacks the lines of rows that cannot be read, and repeated headers. Blank lines stay, and so do all lines if other codes
// are chosen.
func TestUnreadableLines(t *testing.T) {
	for name, c := range map[string]struct {
		text, kept string
		unread     int
	}{
		"a.csv": {"query,positive,negative\nbad,line\n\nq,\"a\nb\",c\nq,a,b,c,d\nr,d,e\nquery,positive,negative\ns,f\n",
			"query,positive,negative\n\nq,\"a\nb\",c\nr,d,e\n", 4},
		"sep.csv": {"sep=;\r\nquery;positive;negative\r\nbad;line\r\nq;a;b\r\nr;c;d",
			"sep=;\r\nquery;positive;negative\r\nq;a;b\r\nr;c;d", 1},
		"a.tsv": {"query\tpositive\tnegative\nq\ta\tb\nr\tc\nbad\ns\td\te\n", "query\tpositive\tnegative\nq\ta\tb\ns\td\te\n", 2},
		"a.jsonl": {"{\"query\": \"q\", \"positive\": \"a\"}\nbad\n" +
			"{\"query\": \"r\",\n\"posi\n\n{\"query\": \"s\", \"positive\": \"c\"}\n{\"query\": 1,\n",
			"{\"query\": \"q\", \"positive\": \"a\"}\n\n{\"query\": \"s\", \"positive\": \"c\"}\n", 4},
		"shared.jsonl": {"{\"query\": \"q\", \"positive\": \"a\"} bad\n{\"query\": \"r\", \"positive\": \"b\"}\n", "refused", 1},
	} {
		r := run(t, Options{Files: []string{write(t, map[string]string{name: c.text})[name]}})
		for _, codes := range [][]string{{"unreadable-row"}, nil, {"repeated-row"}} {
			kept, unread, headers := c.kept, c.unread, max(1, strings.Count(c.text, "query,positive"))-1
			if slices.Contains(codes, "repeated-row") {
				kept, unread = c.text, 0
			}
			clean, err := r.DropRows(codes, true)
			var out bytes.Buffer
			if err == nil {
				err = clean.Write(0, &out)
			}
			switch {
			case kept == "refused":
				must.Fail(t, err, "has no line of its own", "%s: a copy of %d bytes", name, out.Len())
			case err != nil || out.String() != kept || clean.Unread != unread || r.unreadable != c.unread-headers:
				t.Errorf("%s without %s: %q, %v, %+v, %d", name, codes, out.String(), err, clean, r.unreadable)
			}
		}
	}
}

// TestChangedFile: no copy is made of a file that is another one than was audited, though it has as many rows.
func TestChangedFile(t *testing.T) {
	lines := []string{`{"query": "q", "positive": "a"}` + "\n", `{"query": "q", "positive": "a"}` + "\n", `{"query": "r", "positive": "b"}` + "\n"}
	for _, codes := range [][]string{{"repeated-row"}, {"empty-text"}} { // a copy without a row, and one of all bytes
		path := write(t, map[string]string{"a.jsonl": strings.Join(lines, "")})["a.jsonl"]
		r := run(t, Options{Files: []string{path}})
		must.Do(t, os.WriteFile(path, []byte(lines[2]+lines[1]+lines[0]), 0o666))
		clean := must.Get(r.DropRows(codes, true))(t)
		must.Fail(t, clean.Write(0, io.Discard), "it has changed since it was audited", "%s", codes)
	}
}

// first and second have the same xxhash64 (seed 0), as anyone can find after some thousand tries.
const (
	first  = "Whales breathe air through a holales eat krill and little else all summer long in the sea."
	second = "kwgegcvbreathe air through a holTxO?ED0X krill and little else all summer long in the sea."
)

// TestTextsOfOneHash: other texts are other texts, whatever hash they have.
func TestTextsOfOneHash(t *testing.T) {
	if xxhash.Sum64String(first) != xxhash.Sum64String(second) {
		t.Fatal("two hashes")
	}
	text := fmt.Sprintf(`{"query": "how do whales breathe", "positive": %[1]q, "negative": "Whales sing songs."}
{"query": "how do whales breathe", "positive": %[2]q, "negative": "Whales sing songs."}
{"query": "what is this", "positive": %[1]q, "negative": %[2]q}
{"query": %[1]q, "positive": "a text", "negative": "another"}
`, first, second)
	files := write(t, map[string]string{"a.jsonl": text, "test.jsonl": fmt.Sprintf(`{"query": %q, "positive": "a third text"}`, second)})
	r := run(t, Options{Files: []string{files["a.jsonl"]}, Test: []string{files["test.jsonl"]}})
	if clean, err := r.DropRows(nil, true); err != nil || clean.Rows > 0 {
		t.Errorf("%+v, %v, %+v", clean, err, r.Findings)
	}
}
