package format

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"
)

// The vocabulary numbers its pieces from 0: [CLS] is 2, [SEP] 3, red 5, kite 6, boat 7, lake 8, hill 9, wind 10, a point 11.
const vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nred\nkite\nboat\nlake\nhill\nwind\n."

// The texts of a query and its documents.
var (
	queries   = map[string]string{"q1": "red kite"}
	documents = map[string]string{"d1": "Red kite. Wind.", "d2": "boat\tlake", "d3": "<hill>"}
)

// small returns a plan of two pairs of one query in the split train: d1 is judged above d2, and an axiom prefers d1 to d3. With class there
// is a row of a three-class task too. The query has the candidates d3 and d1 in the split test, of which d1 is relevant.
func small(t *testing.T, f Format, class bool, change func(o *plan.Options)) *plan.Plan {
	t.Helper()
	return planned(t, f, smallInput(t, class, "d3"), change)
}

// smallInput returns the input of small, in which d3 may have another id.
func smallInput(t *testing.T, class bool, third string) plan.Input {
	t.Helper()
	vocab := must.Get(tokenize.ParseVocab("vocab.txt", []byte(vocabulary)))(t)
	tokenizer := must.Get(tokenize.New(vocab, tokenize.Defaults()))(t)
	rows := []pairs.Pair{
		{UID: "aa", Task: "pairwise", QueryID: "q1", PosID: "d1", NegID: "d2", PosLabel: 2, Weight: 1, Margin: 1, Source: pairs.Judged,
			PosGrade: new(int32(3)), NegGrade: new(int32(0)), PosRank: new(int32(1)), NegRank: new(int32(0)), PosScore: new(2.5),
			NegScore: new(4.0)},
		{UID: "bb", Task: "pairwise", Axiom: "tfc1", Variant: "v", QueryID: "q1", PosID: "d1", NegID: third, PosLabel: 1, Weight: 1, Margin: 1,
			Source: pairs.Axiomatic, PosScore: new(2.5), NegScore: new(1.0)},
	}
	if class {
		rows = append(rows, pairs.Pair{UID: "cc", Task: "reg", Axiom: "reg", Variant: "w", QueryID: "q1", PosID: "d2", NegID: third,
			Class: new(int32(2)), Weight: 1, Margin: 1, Source: pairs.Axiomatic})
	}
	return plan.Input{Splits: []plan.Split{{Name: "train", Pairs: pairs.TableOf(rows)}}, Tokenizer: tokenizer,
		Query: func(id string) (string, bool) { text, ok := queries[id]; return text, ok },
		Doc: func(id string) (string, string, bool) {
			if id == third {
				id = "d3"
			}
			text, ok := documents[id]
			return "", text, ok
		},
		Rankings: []plan.Ranking{{Split: "test", QueryID: "q1", Docs: []plan.RankedDoc{{DocID: third},
			{DocID: "d1", Relevant: true}}}},
		Lists: &plan.Lists{Features: []string{"bm25", "length"},
			Queries: []plan.List{{Split: "train", QueryID: "q1", Number: 1, Docs: []plan.Listing{{DocID: "d1", Grade: 3}, {DocID: third}}}},
			Describer: func() func(plan.List) [][]float64 {
				return func(plan.List) [][]float64 { return [][]float64{{1.5, 3}, {0, 2}} }
			}},
	}
}

// planned returns the plan of an input for one format.
func planned(t *testing.T, f Format, in plan.Input, change func(o *plan.Options)) *plan.Plan {
	t.Helper()
	o := plan.Options{Formats: []string{f.Name}, ShardBytes: 1 << 20, Compression: "none", MaxLength: 32, MaxQueryLength: 8, GroupSize: 3,
		Pointwise: plan.Majority, Layout: plan.LayoutB,
		MTDNNRanking: MTDNNGroup, Candidates: "test", Template: `{"x": "{query}|{positive}|{negative}"}`, Threads: 1}
	if change != nil {
		change(&o)
	}
	p, err := plan.New(t.Context(), in, o, f.Needs, ReservedNames(),
		func(p *pairs.Pair, reason string) { t.Errorf("%s: %s", p.UID, reason) }, nil)
	if err != nil {
		t.Fatal(f.Name, err)
	}
	return p
}

// partsOf returns all files of a format.
func partsOf(f Format, p *plan.Plan) []encoding.Part {
	return append(f.Files(p), f.CandidateFiles(p)...)
}

// written writes a file below a folder, and returns its place and how many rows were reported.
func written(t *testing.T, dir string, part encoding.Part) (full string, rows int) {
	t.Helper()
	var b bytes.Buffer
	if err := part.Write(t.Context(), &b, func(n int) { rows += n }); err != nil {
		t.Fatal(part.Path, err)
	}
	full = filepath.Join(dir, filepath.FromSlash(part.Path))
	must.Do(t, os.MkdirAll(filepath.Dir(full), 0o777))
	must.Do(t, os.WriteFile(full, b.Bytes(), 0o666))
	return full, rows
}

// show writes a file as text: its lines, or a line NAME=VALUE .. for each row of Parquet or TFRecord.
func show(t *testing.T, full string) string {
	t.Helper()
	var b strings.Builder
	switch path.Ext(full) {
	case ".parquet":
		file := must.Get(os.Open(full))(t)
		defer file.Close()
		rows := parquet.NewReader(file)
		defer rows.Close()
		columns := rows.Schema().Columns()
		buffer := make([]parquet.Row, 1)
		for {
			n, err := rows.ReadRows(buffer)
			if n > 0 {
				buffer[0].Range(func(column int, values []parquet.Value) bool {
					fmt.Fprintf(&b, "%s=", columns[column][0])
					for i, v := range values {
						if i > 0 {
							b.WriteByte(',')
						}
						if !v.IsNull() {
							fmt.Fprint(&b, v)
						}
					}
					b.WriteByte(' ')
					return true
				})
				b.WriteByte('\n')
			}
			if err == io.EOF {
				return b.String()
			}
			if err != nil {
				t.Fatal(full, err)
			}
		}
	case ".tfrecord":
		if err := encoding.EachRecord(full, func(payload []byte) error {
			lists, err := encoding.ParseExample(payload)
			fmt.Fprintf(&b, "query_ids=%v doc_ids=%v label=%v \n", lists["query_ids"], lists["doc_ids"], lists["label"])
			return err
		}); err != nil {
			t.Fatal(full, err)
		}
		return b.String()
	}
	raw := must.Get(os.ReadFile(full))(t)
	return string(raw)
}

// folded writes lines that follow themselves once, with their number.
func folded(text string) string {
	var b strings.Builder
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && lines[i+n] == lines[i] {
			n++
		}
		if n > 1 {
			fmt.Fprintf(&b, "%d times ", n)
		}
		b.WriteString(lines[i])
		i += n
	}
	return b.String()
}

// TestRowsOfFormats: testdata/rows.txt has the rows of every format over the pairs of small, which can be followed by eye: the texts are
// those of queries and documents, and the ids are places in the vocabulary.
func TestRowsOfFormats(t *testing.T) {
	var b strings.Builder
	for _, f := range All {
		p := small(t, f, f.Needs.Classes, nil)
		for _, part := range partsOf(f, p) {
			full, _ := written(t, t.TempDir(), part)
			fmt.Fprintf(&b, "== %s: %s\n%s", f.Name, part.Path, folded(show(t, full)))
		}
	}
	raw := must.Get(os.ReadFile("testdata/rows.txt"))(t)
	got, want := strings.Split(b.String(), "\n"), strings.Split(string(raw), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("line %d:\n%s, want\n%s", i+1, strings.Join(got[min(i, len(got)):min(i+3, len(got))], "\n"),
				strings.Join(want[min(i, len(want)):min(i+3, len(want))], "\n"))
		}
	}
}

// TestWrittenIsRead: of every format, the rows that a file holds are those that were said and counted.
func TestWrittenIsRead(t *testing.T) {
	for _, f := range All {
		for _, pointwise := range []string{plan.Majority, plan.Once, plan.Keep} {
			p := small(t, f, f.Needs.Classes, func(o *plan.Options) { o.Pointwise = pointwise })
			parts, dir := partsOf(f, p), t.TempDir()
			for _, part := range parts {
				full, rows := written(t, dir, part)
				if part.IsAuxiliary {
					if f.EncodingOf(part.Path) != nil && IsData(part.Path) {
						t.Errorf("%s: %s is taken for data", f.Name, part.Path)
					}
					continue
				}
				as := f.EncodingOf(part.Path)
				if as == nil || !IsData(part.Path) {
					t.Errorf("%s: %s is no data", f.Name, part.Path)
					continue
				}
				in := encoding.NewReading(nil, 1)
				in.Split = part.Split
				err := as.Read(t.Context(), full, in)
				if n := len(in.Contents[part.Split]); err != nil || n != part.Rows || rows != part.Rows || n == 0 || len(in.Rows) != 1 {
					t.Errorf("%s, %s: %s has %d rows, %d said, %d reported, %d to show (%v)", f.Name, pointwise, part.Path, n, part.Rows, rows,
						len(in.Rows), err)
				}
				if part.Memory != nil {
					if size, err := part.Memory(full); err != nil || size <= 0 {
						t.Errorf("%s: %s takes %d bytes (%v)", f.Name, part.Path, size, err)
					}
				}
			}
		}
	}
}

// TestFind: formats are found by their names, and each name is there once.
func TestFind(t *testing.T) {
	var names []string
	for _, f := range All {
		if got, ok := Find(f.Name); !ok || got.About != f.About || f.About == "" || f.Use == "" {
			t.Errorf("%s is not found, or does not say what it is and how it is used", f.Name)
		}
		names = append(names, f.Name)
	}
	slices.Sort(names)
	must.Equal(t, len(slices.Compact(names)), len(All), "a name is there twice: %s", names)
	if _, ok := Find("csv"); ok {
		t.Error("csv is found")
	}
}

// TestDuetTerms: answers of Python's re.sub(r"[^a-z0-9\s]+", " ", text.lower()).split().
func TestDuetTerms(t *testing.T) {
	for text, want := range map[string]string{
		"It's 3.5 C++": "it s 3 5 c", "  a\u00a0b\u3000c ": "a b c", "na\u00efve CAF\u00c9": "na ve caf", "300 \u212a": "300 k",
		"\u0130stanbul": "i stanbul", "\u0131x": "x", "\u00c5": "", "": "",
	} {
		var got []string
		eachDuetTerm(text, func(term []byte) bool { got = append(got, string(term)); return true })
		must.Equal(t, strings.Join(got, " "), want, "%q: %q", text, got)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aZ0 -é\u212a\u0130\u3000"))).Draw(t, "text")
		n, stopped := 0, 0
		eachDuetTerm(text, func([]byte) bool { n++; return true })
		eachDuetTerm(text, func([]byte) bool { stopped++; return stopped < 2 })
		if (n > 0) != hasDuetTerm(text) || stopped != min(n, 2) {
			t.Fatalf("%q: %d terms, %d after the second, has %v", text, n, stopped, hasDuetTerm(text))
		}
	})
}
