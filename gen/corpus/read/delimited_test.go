package read

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"pgregory.net/rapid"
)

// rowsIn writes a file and returns the texts of its rows, the number of lines that these span, and the number of those that are left out.
func rowsIn(t must.T, path, text string) (rows []string, lines, skipped int) {
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	rep := new(Report)
	_, err := TrainingRows(context.Background(), path, Options{}, rep, func(r *corpus.TrainingRow) error {
		row := r.Query
		for _, d := range r.Docs {
			row += "|" + d.Text
		}
		rows, lines = append(rows, row), lines+r.End-r.Line+1
		return nil
	})
	if err != nil && len(rows) > 0 {
		t.Fatal(err)
	}
	return rows, lines, rep.NumSkipped()
}

// TestQuotes: in a table of TABs quotes are text, but where more records read with quotes alone. A quote that nothing closes costs its own
// line. Expected rows are by hand.
func TestQuotes(t *testing.T) {
	filler := strings.Repeat("w", 2*sourcefile.HeadSize)
	long := "x" + filler + "\ty\t0\n"
	for name, c := range map[string]struct {
		file, text string
		want       []string
		skipped    int
	}{
		"text": {"x.tsv", "\"a\" he said\tb\t1\n\"c\"\td\t0\n\"e\tf\t1\ng\t\"h\t0\ni\tj\"\t1\n\"k\tl\t0\n",
			[]string{`"a" he said|b`, `"c"|d`, `"e|f`, `g|"h`, `i|j"`, `"k|l`}, 0},
		"an opening and a closing quote": {"x.tsv", "\"a\tb\t1\nc\td\t0\ne\tf\"\t1\n", []string{`"a|b`, "c|d", `e|f"`}, 0},
		"text with a broken line":        {"x.tsv", "\"a\tb\t1\nc\nd\te\"\t1\n", []string{`"a|b`, `d|e"`}, 1},
		"the first quote is late":        {"x.tsv", long + "\"a\tb\t1\n\"c\" d\te\t1\n", []string{"x" + filler + "|y", `"a|b`, `"c" d|e`}, 0},
		"only with quotes":               {"x.tsv", "\"a\tb\"\tc\t1\nd\t\"e\"\t0\n", []string{"a\tb|c", "d|e"}, 0},
		"a field of two lines":           {"x.tsv", "a\t\"b\nc\"\t1\nd\te\t0\n", []string{"a|b\nc", "d|e"}, 0},
		"late field of two lines":        {"x.tsv", long + "a\t\"b\nc\"\t1\nd\te\t0\n", []string{"x" + filler + "|y", "a|b\nc", "d|e"}, 0},
		"doubled":                        {"x.tsv", "\"a \"\"b\"\"\"\tc\t1\nd\t\"e\"\t0\n", []string{`a "b"|c`, "d|e"}, 0},
		"all texts in quotes":            {"x.tsv", "\"a\"\t\"b\"\t1\n\"c\"\t\"d\"\t0\n", []string{"a|b", "c|d"}, 0},
		"in quotes, with a stray one":    {"x.tsv", "\"a\"\t\"b\"\t1\n\"c\" d\t\"e\"\t1\n\"f\"\t\"g\"\t0\n", []string{"a|b", `"c" d|"e"`, "f|g"}, 0},
		"commas, never closed":           {"x.csv", "a,b,1\nc,\"d,0\ne,f,1\n", []string{"a|b", "e|f"}, 1},
		"commas, closed by a later one":  {"x.csv", "a,b,1\nc,\"d,0\ne,f,1\ng,\"h, i\",0\n", []string{"a|b", "e|f", "g|h, i"}, 1},
		"commas, closed before a comma":  {"x.csv", "a,b,1\nc,\"d,0\ne,f,1\ng,\", h\",0\n", []string{"a|b", "e|f", "g|, h"}, 1},
		"two lines, a field too many":    {"x.csv", "a,\"b\nc\",1,1\nd,e,0\n", []string{"d|e"}, 1},
		"two lines, a field too few":     {"x.csv", "a,\"b\nc,d,1\ne\"\nf,g,0\n", []string{"f|g"}, 1},
		"commas, twice":                  {"x.csv", "a,\"b,1\nc,\"d,0\ne,f,1\n", []string{"e|f"}, 2},
		"commas, blank lines behind":     {"x.csv", "a,\"b,1\n\n\nc,d,1\n", []string{"c|d"}, 1},
		"backslashes keep separators":    {"x.csv", "a\\, b,c\\\nd,1\ne\\\\,\\N\\f,1\ng,h\\,0\ni\\,,j,1\n", []string{"a, b|c\nd", `e\|\N\f`, `g|h\`, "i,|j"}, 0},
		"backslashes keep quotes":        {"x.csv", "a,\"\\\"b\\\",\nc\",1\nd,e\\,0\n", []string{"a|\"b\",\nc", `d|e\`}, 0},
		"a rule below the header":        {"x.csv", "-----,:---:,---\na,b,1\n", []string{"a|b"}, 1},
		"CR between lines":               {"x.csv", "a,b,1\rc,d,0\ne,\"f\rg\",0\nh,i\rj,k,1\n", []string{"a|b", "c|d", "e|f\rg", "j|k"}, 1},
	} {
		separator := "\t"
		if strings.HasSuffix(c.file, ".csv") {
			separator = ","
		}
		header := strings.Join([]string{"query", "passage", "label"}, separator) + "\n"
		rows, _, skipped := rowsIn(t, filepath.Join(t.TempDir(), c.file), header+c.text)
		if !slices.Equal(rows, c.want) || skipped != c.skipped {
			t.Errorf("%s: %d rows, %d left out, want %d and %d:\n%.200q\n%.200q", name, len(rows), skipped, len(c.want), c.skipped, rows, c.want)
		}
	}
}

// TestHeaders: a separator is that of most columns, not that of decimal commas; lines above the header are counted as such; the
// name of a column is on one line; a missing text behind a title is none.
func TestHeaders(t *testing.T) {
	const titled, noted = "Report of May;;;\n;;;\nquery;passage;label;rank\na;b;1;1\nc;d;0;2\n", "May, 2024\nby \"us\n\nquery,passage,label\na,b,1\nc,d,0\n"
	for text, want := range map[string]string{
		"query;passage;label;price, gross\na;b;1;0,50\nc;d;0;1,01\n": "query = query, document = passage, label = label; not used: price, gross: a|b c|d, 0",
		"May\n\nquery;passage;label\na;b;1\nc;d;0\n":                 "query = query, document = passage, label = label: a|b c|d, 1",
		noted:                                    "query = query, document = passage, label = label: a|b c|d, 2",
		titled:                                   "query = query, document = passage, label = label; not used: rank: a|b c|d, 2",
		"query,passage,\"a\nb\"\na,b,x\nc,d,y\n": "query = query, document = passage (the positive of its query); not used: a b: a|b c|d, 0",
		"query,title,text,label\na,t,NULL,1\nc,n/a,d,0\n": "query = query, document = text, title = title, label = label: a|t c|d, 0",
		"query,passage,label\na,b,1\nc,\"d; e; f\",0\n":   "query = query, document = passage, label = label: a|b c|d; e; f, 0",
	} {
		path := filepath.Join(t.TempDir(), "x.csv")
		rows, _, skipped := rowsIn(t, path, text)
		rep := new(Report)
		columns, err := TrainingRows(context.Background(), path, Options{}, rep, func(*corpus.TrainingRow) error { return nil })
		must.Do(t, err)
		must.Equal(t, fmt.Sprintf("%s: %s, %d", columns, strings.Join(rows, " "), skipped), want)
		for _, reason := range rep.Reasons {
			must.Equal(t, reason.Text, "lines above the header, such as "+strconv.Quote(strings.SplitN(text, "\n", 2)[0]))
		}
	}
}

// TestEveryLineCounts: whatever is damaged, each line of a table is in a row or counted, and a row without damage is read.
func TestEveryLineCounts(t *testing.T) {
	path, cases := filepath.Join(t.TempDir(), "x.txt"), nightly.Some(t, "tables", 30, 2000)
	for range max(1, cases/100) {
		rapid.Check(t, func(t *rapid.T) {
			separator := rapid.SampledFrom([]string{"\t", ","}).Draw(t, "separator")
			word := rapid.SampledFrom([]string{"a", "b c", "“d”", "ü", "e\"f"})
			var text strings.Builder
			text.WriteString(strings.Join([]string{"query", "passage", "label"}, separator) + "\n")
			var want []string
			units := 0
			for i := range rapid.IntRange(3, 12).Draw(t, "rows") {
				query, passage := fmt.Sprintf("q%d", i), word.Draw(t, "passage")
				ends := []string{"\n", "\n", "\r\n", "\n\n"}
				cells := []string{query, passage, "1"}
				damage := "none"
				if i > 0 { // the first row shows the form
					damage = rapid.SampledFrom([]string{"none", "none", "quoted", "lines", "open", "stray", "short", "long", "label", "bytes", "escaped"}).Draw(t, "damage")
				}
				units++
				switch damage {
				case "quoted":
					cells[1] = `"` + strings.ReplaceAll(passage, `"`, `""`) + separator + ` x"`
				case "lines":
					cells[1], units = `"x`+"\n"+`y"`, units+1
				case "open":
					cells[1] = `"` + strings.ReplaceAll(passage, `"`, "")
				case "stray":
					cells[1] = `"x" y`
				case "short":
					cells = cells[:2]
				case "long":
					cells = append(cells, "1")
				case "label":
					cells[2] = "maybe"
				case "escaped":
					cells[1], units = "x\\\n\\"+separator+"y", units+1
				case "bytes":
					cells[1] = "\xff\x00" + query
				}
				if damage == "none" || damage == "quoted" {
					want, ends = append(want, query), append(ends, "\r")
				}
				text.WriteString(strings.Join(cells, separator) + rapid.SampledFrom(ends).Draw(t, "end"))
			}
			rows, lines, skipped := rowsIn(t, path, text.String())
			if lines+skipped != units {
				t.Fatalf("%d lines in rows, %d left out, of %d\n%q", lines, skipped, units, text.String())
			}
			for _, query := range want {
				if !slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, query+"|") }) {
					t.Fatalf("the row of %s is not read\n%q", query, text.String())
				}
			}
		})
	}
}
