package shard

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// oddCollection has what real collections have: a topic with its narrative, ids with spaces, quotes and other letters, a
// title without text, a text without title, nothing at all, tabs, line breaks and NULs, markup, what pandas reads as no
// value, letters that no vocabulary has, a very long text.
func oddCollection(t *testing.T) (*shardtest.Collection, Input) {
	c := shardtest.NewCollection(t, 1, 1)
	c.Queries = map[string]string{
		"topic 301": "red kite\nDescription: a kite that floats\tabove a lake.\r\n\nNarrative: a relevant document says where; boats, " +
			"\"hills\" and 100% wind <are> not & relevant.\x00 " + strings.Repeat("kite ", 300),
		"051": "blue boat",
	}
	c.Docs = map[string][2]string{
		"title only":                        {"Red kite above the lake", ""},
		"text/only":                         {"", "red kite flies"},
		"none":                              {"", ""},
		"blank":                             {" \t", "\n\u00a0"},
		"tabs\u2028":                        {"a\ttitle", "kite\tred\r\nkite\x00blue\n\n"},
		`quote"d, 'id'`:                     {"", `he says "kite", twice`},
		"null":                              {"", "null"},
		"markup":                            {"", "<b>kite</b> &amp; <DOC> </TEXT>"},
		"字 ünï":                             {"", "風箏 kite \U0001fa81 na\u0131ve"},
		"no Latin":                          {"", "風箏 飛"},
		"long":                              {strings.Repeat("kite hill ", 2000), strings.Repeat("boat water calm ", 4000)},
		"-1":                                {"", "calm water"},
		strings.Repeat("very long id ", 60): {"", "wind"},
	}
	var rows []pairs.Pair
	ids := slices.Sorted(maps.Keys(c.Docs))
	for i, pos := range ids {
		for j := range 4 { // each id above the four behind it
			neg := ids[(i+1+j)%len(ids)]
			for _, q := range slices.Sorted(maps.Keys(c.Queries)) {
				p := pairs.Pair{Task: "pairwise", QueryID: q, PosID: pos, NegID: neg, PosLabel: 1, Weight: 1, Margin: 1, Source: pairs.Axiomatic,
					Axiom: "tfc1", PosScore: new(2.0), NegScore: new(1.0)}
				p.UID = pairs.NewUID(p.Task, p.Axiom, q, pos, neg, 0)
				rows = append(rows, p)
				p.Task, p.Axiom, p.Class, p.PosLabel = "m-and", "m-and", new(int32(1)), 0
				p.UID = pairs.NewUID(p.Task, p.Axiom, q, pos, neg, 0)
				rows = append(rows, p)
			}
		}
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)}, plan.Split{Name: "test", Pairs: pairs.TableOf(rows[:100])})
	in.Lists = toLearn
	in.Rankings = []plan.Ranking{{Split: "test", QueryID: "topic 301"}, {Split: "test", QueryID: "051"}}
	for _, id := range ids {
		if !strings.ContainsAny(id, plan.Breaks) {
			in.Rankings[0].Docs = append(in.Rankings[0].Docs, plan.RankedDoc{DocID: id, Relevant: false})
		}
	}
	return c, in
}

// TestOddInputs: every format takes all of it, but for two whose columns stand between spaces, which refuse an id with a space.
// A pair with nothing to read in a text is dropped and counted.
func TestOddInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	c, in := oddCollection(t)
	kept := map[string]int{}
	for _, split := range in.Splits {
		for _, p := range split.Pairs.All() {
			if pairs.IsMissing(textOf(c, p.PosID)) || pairs.IsMissing(textOf(c, p.NegID)) {
				kept[plan.EmptyText]++
			} else {
				kept[p.Task]++
			}
		}
	}
	for _, f := range format.All {
		t.Run(f.Name, func(t *testing.T) {
			o := plainFormats()
			o.Formats, o.ShardRows, o.MaxLength, o.MaxQueryLength = []string{f.Name}, 100, 48, 16
			dir := t.TempDir()
			m, err := write(t, dir, result.Fresh, in, o)
			if f.Name == "triples-ids" || f.Name == "matchzoo-1" {
				if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || !strings.Contains(err.Error(), "cannot carry the id") {
					t.Errorf("ids with spaces: %v", err)
				}
				return
			}
			must.Do(t, err)
			if m.Mixture["pairwise"] != kept["pairwise"] || m.Mixture["m-and"] != kept["m-and"] ||
				m.Warnings["pairs dropped: "+plan.EmptyText] != kept[plan.EmptyText] {
				t.Errorf("rows by task %v, warnings %v, want %v", m.Mixture, m.Warnings, kept)
			}
			check, err := Verify(t.Context(), dir, nil)
			if err != nil || check.Rows == 0 {
				t.Errorf("%v, %+v", err, check)
			}
			if _, err := Inspect(t.Context(), dir, 2, nil); err != nil {
				t.Error(err)
			}
			readsAsWritten(t, dir, m)
		})
	}
}

// readsAsWritten parses every line of the text formats by the rules of its kind.
func readsAsWritten(t *testing.T, dir string, m *Manifest) {
	t.Helper()
	for _, s := range m.Shards {
		f := must.Get(os.Open(filepath.Join(dir, s.Path)))(t)
		defer f.Close()
		switch filepath.Ext(s.Path) {
		case ".csv":
			r := csv.NewReader(f)
			r.FieldsPerRecord = 5
			if rows, err := r.ReadAll(); err != nil || len(rows) != s.Rows+1 {
				t.Errorf("%s: %d rows of %d, %v", s.Path, len(rows), s.Rows, err)
			}
		case ".tsv", ".json", ".jsonl":
			lines := bufio.NewScanner(f)
			lines.Buffer(nil, 1<<24)
			n := 0
			for ; lines.Scan(); n++ {
				line := lines.Text()
				if !utf8.ValidString(line) {
					t.Fatalf("%s:%d is no UTF-8", s.Path, n+1)
				}
				if filepath.Ext(s.Path) != ".tsv" {
					if !json.Valid([]byte(line)) {
						t.Fatalf("%s:%d is no JSON", s.Path, n+1)
					}
					continue
				}
				fields := strings.Split(strings.TrimRight(line, " \t\r"), "\t") // as the readers cut it
				for _, field := range fields {
					if len(fields) != 3 || strings.TrimSpace(field) == "" || strings.ContainsAny(field, plan.Breaks) {
						t.Fatalf("%s:%d has the fields %q", s.Path, n+1, fields)
					}
				}
			}
			if n != s.Rows {
				t.Errorf("%s: %d lines, the manifest says %d", s.Path, n, s.Rows)
			}
		}
	}
}
