package read

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"pgregory.net/rapid"
)

// lineReaders read files of lines, with a good line of each: its number stands for %d.
var lineReaders = map[string]struct {
	good  string
	other string // a line that is malformed there, and no object is
	read  func(path string, rep *Report) error
	head  string // a first line that names the columns
	each  int    // records of a line, where they are several
}{
	"documents":               {good: "%d\ttext", other: "a\tb\tc", read: documentsRead(MSMARCO)},
	"documents of four":       {good: "D%d\turl\ttitle\tbody", other: "D1\turl\ttitle", read: documentsRead("msmarco-docs")},
	"documents of top1000":    {good: "1\t%d\tquery\ttext", other: "\t7\tquery\ttext", read: documentsRead("top1000")},
	"documents of WikiQA":     {good: "Q1\tq\tD1\tt\tD1-%d\ttext\t1", other: "Q1\tq\tD1\tt\t\ttext\t1", read: documentsRead(fileform.WikiQA)},
	"documents of triples":    {good: "q\tthe one %d\tthe two %d", other: "q\t\tn", read: documentsRead(Triples), each: 2},
	"documents of an export":  {good: "%d\ttitle\ttext", other: "7\ttext", read: documentsRead("ir-tsv")},
	"objects":                 {good: `{"_id": "%d", "text": "x"}`, other: `{"_id": "", "text": "x"}`, read: documentsRead(BEIR)},
	"objects of contents":     {good: `{"id": "%d", "contents": "x"}`, other: `{"id": "7"}`, read: documentsRead("json")},
	"topics":                  {good: "%d\ttext", other: "no tab", read: topicsRead(MSMARCO)},
	"topics of an export":     {good: "%d\ttitle\tdescription", other: "7\ttitle", read: topicsRead("ir-tsv")},
	"topics of WikiQA":        {good: "Q%d\tq\tD1\tt\tD1-1\ttext\t1", other: "Q1\tq\tD1\tt\t\ttext\t1", read: topicsRead(fileform.WikiQA)},
	"topics of WikiPassageQA": {good: "%d\tq\t7\tname\t1,2", other: "1\tq\t7\tname\tall", read: topicsRead(fileform.WikiPassageQA)},
	"topics of BEIR":          {good: `{"_id": "%d", "text": "x"}`, other: `{"_id": 7}`, read: topicsRead(BEIR)},
	"judgements":              {good: "%d 0 d 1", other: "1 0 d maybe", read: judgementsRead(TREC)},
	"judged objects":          {good: `{"query_id": "%d", "doc_id": "d", "relevance": 1}`, other: `{"query_id": "q", "doc_id": ""}`, read: judgementsRead(fileform.IrDatasets)},
	"judgements BEIR":         {good: "%d\td\t1", other: "q\td\tmaybe", read: judgementsRead(BEIR)},
	"judgements of prels":     {good: "%d d 1 0 0.5", other: "1 d 1 0", read: judgementsRead("prels")},
	"judgements of SMART":     {good: "%d 7 0 0", other: "1 7 1 0", read: judgementsRead("smart")},
	"judgements of WikiQA":    {good: "Q1\tq\tD1\tt\tD1-%d\ttext\t1", other: "Q1\tq\tD1\tt\tD1-1\ttext\tmaybe", read: judgementsRead(fileform.WikiQA)},
	"judgements of ids":       {good: "%d\t7\t8", other: "1 7 8", read: judgementsRead(fileform.TripleIDs), each: 2},
	"run":                     {good: "%d Q0 d 1 2.5 t", other: "1 Q0 d 1 high t", read: runRead(TREC)},
	"run of two":              {good: "%d d", other: "1 d 7", read: runRead("2col")},
	"run of three":            {good: "%d d 2.5", other: "1 d high", read: runRead("3col")},
	"run of ranks":            {good: "%d\td\t1", other: "1\td\tfirst", read: runRead("msmarco")},
	"run of top1000":          {good: "1\t%d\tquery\ttext", other: "\t7\tquery\ttext", read: runRead("top1000")},
	"run of a table":          {good: "%d,d,2.5", other: "1,d,high", head: "query_id,doc_id,score", read: runRead(Table)},
	"rows of objects": {good: `{"query": "%d", "positive": "a", "negative": "b"}`,
		other: `{"query": "%d", "positive": ["a", ["b"]], "negative": 1}`, read: rowsRead},
	"documents of rows": {good: `{"query": "q", "passage": "a %d", "label": 1}`, other: `{"query": "q", "passage": "", "label": 1}`,
		read: documentsRead(Table)},
	"queries of rows": {good: `{"query": "%d", "passage": "a", "label": 1}`, other: `{"query": "", "passage": "a", "label": 1}`,
		read: topicsRead(Table)},
	"judgements of rows": {good: `{"query": "%d", "passage": "a", "label": 1}`, other: `{"query": "q", "passage": "a", "label": "maybe"}`,
		read: judgementsRead(Table)},
	"documents of CSV":  {good: "q,a %d,1", other: "q,,1", head: "query,passage,label", read: documentsRead(Table)},
	"queries of CSV":    {good: "%d,a,1", other: ",a,1", head: "query,passage,label", read: topicsRead(Table)},
	"judgements of CSV": {good: "%d,a,1", other: "q,a,maybe", head: "query,passage,label", read: judgementsRead(Table)},
	"documents of TSV":  {good: "q\ta %d\t1", other: "q\t\t1", head: "query\tpassage\tlabel", read: documentsRead(Table)},
	"rows of CSV":       {good: "%d,a,1", other: "q,a", head: "query,passage,label", read: rowsRead},
	"rows of triples":   {good: "%d\ta\tb", other: "q\ta", read: rowsRead},
	"judged rows":       {good: "%d 0 11 1", other: "1 0 11 maybe", read: rowsRead},
}

func documentsRead(format Format) func(string, *Report) error {
	return func(path string, rep *Report) error {
		for _, err := range Documents(context.Background(), path, format, Options{}, rep) {
			if err != nil {
				return err
			}
		}
		return nil
	}
}

func topicsRead(format Format) func(string, *Report) error {
	return func(path string, rep *Report) error {
		_, err := Queries(context.Background(), path, format, Options{}, rep)
		return err
	}
}

func judgementsRead(format Format) func(string, *Report) error {
	return func(path string, rep *Report) error {
		_, err := Qrels(path, format, Options{}, rep)
		return err
	}
}

func runRead(format Format) func(string, *Report) error {
	return func(path string, rep *Report) error {
		_, err := Run(path, format, Options{}, rep)
		return err
	}
}

func rowsRead(path string, rep *Report) error {
	_, err := TrainingRows(context.Background(), path, Options{}, rep, func(*corpus.TrainingRow) error { return nil })
	return err
}

// TestLineReadersCount: of any file of lines, whatever is damaged, each line is a record that is read, or counted under a reason, and the
// kind of each record is told. Objects may stand beside each other on a line, and may be cut off. A quote may open that nothing closes, and
// lines may end in LF, CRLF or nothing but the end of the file.
func TestLineReadersCount(t *testing.T) {
	dir, cases := t.TempDir(), nightly.Some(t, "files", 12, 2000)
	for name, r := range lineReaders {
		path, objects := filepath.Join(dir, strings.ReplaceAll(name, " ", "_")), strings.HasPrefix(r.good, "{")
		for range max(1, cases/1000) {
			rapid.Check(t, func(t *rapid.T) {
				var text strings.Builder
				text.WriteString(rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "mark"))
				units, each := 0, max(1, r.each)
				if r.head != "" {
					text.WriteString(r.head + "\n")
				}
				line := func(i int) string { return strings.ReplaceAll(r.good, "%d", fmt.Sprint(100+i)) }
				for !objects && units < 120 { // of ten lines nine show the form
					text.WriteString(line(units) + "\n")
					units++
				}
				rows := rapid.IntRange(3, 12).Draw(t, "rows")
				for i := range rows {
					damages := []string{"none", "none", "none", "other", "bytes", "garbage"}
					if objects {
						damages = append(damages, "two", "cut", "cut list, then array", "brackets")
					} else if r.head != "" {
						damages = append(damages, "open quote", "quotes inside")
					}
					damage := "none"
					if i > 0 && i < rows-1 { // the first row shows the form
						damage = rapid.SampledFrom(damages).Draw(t, "damage")
					}
					good := line(200 + i)
					units++
					switch damage {
					case "other":
						good = r.other
					case "bytes":
						good = strings.Replace(good, "1", "1\xff", 1)
					case "garbage":
						good = "???"
					case "open quote":
						good = `"` + good
					case "quotes inside":
						good = `"a "b"` + good
					case "two":
						good, units = good+" "+line(300+i), units+1
					case "cut":
						good = good[:rapid.IntRange(1, len(good)-1).Draw(t, "length")]
						if last := good[len(good)-1]; last == ':' || last == ' ' { // JSON allows the next object as its value
							good = good[:5]
						}
					case "cut list, then array":
						good, units = `{"a": ["b",`+"\n["+line(200+i)+"]", units+1
					case "brackets":
						good = `{"a": [}`
					}
					ends := []string{"\n", "\n", "\r\n", "\n\n"}
					if i == rows-1 {
						ends = append(ends, "")
					}
					text.WriteString(good + rapid.SampledFrom(ends).Draw(t, "end"))
				}
				must.Do(t, os.WriteFile(path, []byte(text.String()), 0o666))
				rep := new(Report)
				err := r.read(path, rep)
				if err != nil || rep.Kept/each+rep.NumSkipped() != units {
					t.Fatalf("%s: %d records and %d left out of %d, %v\n%q\n%s", name, rep.Kept, rep.NumSkipped(), units, err, text.String(), rep)
				}
				for _, reason := range rep.Reasons {
					if reason.Skipped && reason.Noun == "" {
						t.Fatalf("%s: %s: of what?", name, reason.Text)
					}
				}
			})
		}
	}
}

// TestRowsThatNobodyReads: a file in which no row can be read is refused with the account of its rows, by the queries as by the documents,
// which are read after them. The counts are those of the rows that are written here.
func TestRowsThatNobodyReads(t *testing.T) {
	const fields, object = "skipped 2 rows: wrong number of fields", "skipped 2 rows: malformed JSON"
	for name, c := range map[string]struct{ text, want string }{
		"rows.csv":   {"query,passage,label\na,b\nc,d\n", fields},
		"rows.tsv":   {"query\tpassage\tlabel\na\tb\nc\td\n", fields},
		"header.csv": {"query,passage,label\n", "it has a header and no row"},
		"open.csv": {"query,passage,label\nwho asks,\"a text,1\nc,d\n",
			"skipped 1 row: quoted field that does not end"},
		"rows.jsonl": {`{"query": "", "passage": "", "label": 1}` + "\n{\"query\":\n{\"query\":\n", object},
	} {
		path := put(t, name, c.text)
		l, err := Discover(path, Auto)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_, documents := collect(path, l.Format, Options{}, nil)
		_, _, queries := l.Split(context.Background(), AllSplits, Options{}, new(Report))
		if documents == nil || queries == nil || documents.Error() != queries.Error() || !strings.Contains(queries.Error(), c.want) {
			t.Errorf("%s: of documents %v; of queries %v; want %s", name, documents, queries, c.want)
		}
	}
}
