package gen_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/parquet-go/parquet-go"
)

// labelledRow is a row of a table with a column that nobody reads.
type labelledRow struct {
	Query   string   `parquet:"query"`
	Passage string   `parquet:"passage"`
	Label   int      `parquet:"label"`
	Colour  string   `parquet:"colour"`
	Tags    []string `parquet:"tags,list"`
}

var labelledRows = []labelledRow{{"red cat", "a red cat sat", 1, "x", []string{"t"}}, {"red cat", "a dog lay red", 0, "y", []string{"u"}}}

const (
	beirDocs  = `{"_id": "1", "text": "a red cat sat"}` + "\n" + `{"_id": "2", "text": "a dog lay red"}` + "\n"
	beirTopic = `{"_id": "q", "text": "red cat"}` + "\n"
	beirQrels = "query-id\tcorpus-id\tscore\nq\t1\t1\nq\t2\t0\n"
	trecQrels = "1 0 1 1\n1 0 2 0\n"
	trecDocs  = "<DOC><DOCNO>1</DOCNO><TEXT>a red cat sat</TEXT></DOC>\n<DOC><DOCNO>2</DOCNO><TEXT>a dog lay red</TEXT></DOC>\n"
)

// TestLeftAsideIsSaid: whatever reader reads a collection, a column, a list or a file that it leaves aside stands on the terminal, in
// account.json and on the page of the pairs, with the reason.
func TestLeftAsideIsSaid(t *testing.T) {
	csv := "query,passage,label,colour\nred cat,a red cat sat,1,x\nred cat,a dog lay red,0,y\n"
	beir := map[string]string{"corpus.jsonl": beirDocs, "queries.jsonl": beirTopic, "qrels/train.tsv": beirQrels}
	trec := map[string]string{"docs.trec": trecDocs, "qrels.txt": trecQrels}
	with := func(files map[string]string, more ...string) map[string]string {
		all := map[string]string{}
		for name, text := range files {
			all[name] = text
		}
		for i := 0; i < len(more); i += 2 {
			all[more[i]] = more[i+1]
		}
		return all
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  []string // what a line holds, besides "not read"
	}{
		"CSV":          {map[string]string{"rows.csv": csv}, []string{"columns colour: no role"}},
		"CSV, packed":  {map[string]string{"rows.csv.gz": packed(t, csv)}, []string{"columns colour: no role"}},
		"TSV":          {map[string]string{"rows.tsv": strings.ReplaceAll(csv, ",", "\t")}, []string{"columns colour: no role"}},
		"JSON Lines":   {map[string]string{"rows.jsonl": jsonRows("\n")}, []string{"columns colour, tags: no role"}},
		"JSON array":   {map[string]string{"rows.json": "[" + jsonRows(",") + "]"}, []string{"columns colour, tags: no role"}},
		"Parquet":      {map[string]string{"rows.parquet": parquetRows(t)}, []string{"columns colour, tags: no role"}},
		"Arrow":        {map[string]string{"rows.arrow": arrowRows(t)}, []string{"columns colour: no role"}},
		"saved folder": {savedRows(t), []string{"columns colour: no role", "a description of the collection"}},
		"two headers": {map[string]string{"a.csv": csv, "b.csv": "x,y\n1,2\n"},
			[]string{"b.csv: its columns are x, y", "columns colour: no role"}},
		"other files": {map[string]string{"a.csv": csv, "notes.txt": "x", "old/b.csv": csv}, []string{"notes.txt: ", "old/: a folder"}},
		"BEIR":        {with(beir, "more.jsonl", beirDocs), []string{"more.jsonl: no name of a file of the format beir"}},
		"BEIR, run":   {with(beir, "run.txt", "q Q0 1 1 1 x\n"), []string{"run.txt: --run FILE"}},
		"BEIR, member": {with(beir, "corpus.jsonl", strings.ReplaceAll(beirDocs, "}", `, "lang": "en"}`)),
			[]string{"corpus.jsonl: columns lang"}},
		"BEIR, field": {with(beir, "queries.jsonl", strings.ReplaceAll(beirTopic, "}", `, "narr": "n"}`)),
			[]string{"queries.jsonl: columns narr: --set topic_fields="}},
		"TREC, field": {with(trec, "topics.txt", "<top>\n<num> Number: 1\n<title> red cat\n<desc> Description:\ncats that are red\n</top>\n"),
			[]string{"topics.txt: columns desc: --set topic_fields="}},
		"TREC, folder": {with(trec, "topics.tsv", "1\tred cat\n", "extra/topics.tsv", "2\tdog\n"), []string{"extra/: a folder"}},
		"MS MARCO": {map[string]string{"collection.tsv": "1\ta red cat sat\n2\ta dog lay red\n", "queries.train.tsv": "1\tred cat\n",
			"qrels.train.tsv": trecQrels, "docs.csv": csv}, []string{"docs.csv: no name of a file of the format msmarco"}},
		"packed double": {with(beir, "corpus.jsonl.gz", packed(t, beirDocs)), []string{"corpus.jsonl.gz: "}},
		"Anserini": {map[string]string{"docs/a.json": `[{"id": "1", "contents": "a red cat sat", "year": 1}, {"id": "2", "contents": ` +
			`"a dog lay red"}]`, "topics.tsv": "1\tred cat\n", "qrels.txt": trecQrels}, []string{"a.json: columns year"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range c.files {
				path := filepath.Join(dir, "data", file)
				must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
				must.Do(t, os.WriteFile(path, []byte(text), 0o644))
			}
			data := filepath.Join(dir, "data")
			if len(c.files) == 1 {
				for file := range c.files {
					data = filepath.Join(data, file)
				}
			}
			said, out := makePairs(t, data)
			for _, want := range c.want {
				for place, text := range map[string]string{"terminal": said, account.Name: out[account.Name],
					"page": html.UnescapeString(out["pairs.html"])} {
					if !strings.Contains(text, want) {
						t.Errorf("%q is not in %s: %s", want, place, said)
					}
				}
			}
		})
	}
}

// makePairs makes a data set and returns what was said and the files that it left.
func makePairs(t *testing.T, data string) (said string, out map[string]string) {
	t.Helper()
	loaded, err := configs.Load("", nil)
	must.Do(t, err)
	c := &loaded.Config
	c.Gen.Data, c.Gen.Axioms, c.Gen.Ratio = data, "tfc1", "none"
	dir := must.Get(result.Claim(filepath.Join(t.TempDir(), "out"), result.Fresh))(t)
	terminal := must.Get(os.Create(filepath.Join(t.TempDir(), "stderr")))(t)
	defer terminal.Close()
	printer := must.Get(progress.NewPrinter(progress.Plain, terminal))(t)
	p := must.Get(gen.Start(c, dir, printer, "test"))(t)
	defer p.Close()
	if p, err = p.All(context.Background()); err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	must.Get(dataset.Sample(context.Background(), p, nil))(t)
	out = map[string]string{}
	for _, name := range []string{account.Name, "pairs.html"} {
		raw := must.Get(fs.ReadFile(dir.FS(), name))(t)
		out[name] = string(raw)
	}
	lines := must.Get(os.ReadFile(terminal.Name()))(t)
	return string(lines), out
}

func jsonRows(between string) string {
	return strings.Join([]string{`{"query": "red cat", "passage": "a red cat sat", "label": 1, "colour": "x", "tags": ["t"]}`,
		`{"query": "red cat", "passage": "a dog lay red", "label": 0, "colour": "y", "tags": ["u"]}`}, between)
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must.Get(w.Write([]byte(text)))(t)
	must.Do(t, w.Close())
	return b.String()
}

func parquetRows(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, parquet.Write(&b, labelledRows))
	return b.String()
}

// arrowRows is a stream of Arrow.
func arrowRows(t *testing.T) string {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "query", Type: arrow.BinaryTypes.String}, {Name: "passage", Type: arrow.BinaryTypes.String},
		{Name: "label", Type: arrow.PrimitiveTypes.Int64}, {Name: "colour", Type: arrow.BinaryTypes.String}}, nil)
	build := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for _, row := range labelledRows {
		build.Field(0).(*array.StringBuilder).Append(row.Query)
		build.Field(1).(*array.StringBuilder).Append(row.Passage)
		build.Field(2).(*array.Int64Builder).Append(int64(row.Label))
		build.Field(3).(*array.StringBuilder).Append(row.Colour)
	}
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(schema))
	must.Do(t, w.Write(build.NewRecordBatch()))
	must.Do(t, w.Close())
	return b.String()
}

// savedRows is a folder as save_to_disk of datasets writes it.
func savedRows(t *testing.T) map[string]string {
	return map[string]string{"data-00000-of-00001.arrow": arrowRows(t), "dataset_info.json": "{}",
		"state.json": `{"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_split": "train"}`}
}
