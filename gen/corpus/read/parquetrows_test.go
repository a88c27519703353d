package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
)

var parquetCodecs = []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw}

// parquetTable is a small file with every encoding of texts, with numbers, missing values and lists.
func parquetTable(t testing.TB, codec compress.Codec, version int) []byte {
	type row struct {
		Query    string   `parquet:"query,dict"`
		Passages []string `parquet:"passages,list"`
		Text     string   `parquet:"text,delta"`
		Document *string  `parquet:"document,optional,plain"`
		Label    int64    `parquet:"label,delta"`
		Share    float64  `parquet:"share,split"`
		Flag     *bool    `parquet:"flag,optional"`
	}
	var rows []row
	for i := range 60 {
		r := row{Query: fmt.Sprint("query ", i/5), Text: fmt.Sprint("some text of document ", i), Label: int64(i % 2), Share: float64(i)}
		for j := range i % 3 {
			r.Passages = append(r.Passages, fmt.Sprint("passage ", i, j))
		}
		if text := fmt.Sprint("document ", i); i%7 != 0 {
			r.Document = &text
		}
		rows = append(rows, r)
	}
	var whole bytes.Buffer
	w := parquet.NewGenericWriter[row](&whole, parquet.Compression(codec), parquet.DataPageVersion(version), parquet.PageBufferSize(600))
	for _, part := range [][]row{rows[:40], rows[40:]} {
		must.Get(w.Write(part))(t)
		must.Do(t, w.Flush())
	}
	must.Do(t, w.Close())
	return whole.Bytes()
}

// readAnyTable reads a file in three ways, each within the budgets of a small input: an error names the file.
func readAnyTable(t testing.TB, path string, o Options) (failures []error) {
	info, err := os.Stat(path)
	must.Do(t, err)
	for _, read := range []func() error{
		func() error {
			for _, err := range Documents(context.Background(), path, Table, o, nil) {
				if err != nil {
					return err
				}
			}
			return nil
		},
		func() error { _, err := Queries(context.Background(), path, Table, o, nil); return err },
		func() error { _, err := Qrels(path, Table, o, nil); return err },
	} {
		budgettest.Run(t, int(info.Size()), func() { err = read() })
		known, is := errors.AsType[*errs.Error](err)
		if err != nil && (!is || known.Kind == errs.Usage && o.Columns == "" || known.File != path) {
			t.Fatalf("error %v", err)
		}
		failures = append(failures, err)
	}
	return failures
}

const everyColumn = "query=query,document=text,label=label,title=document,score=share"

func FuzzParquetRows(f *testing.F) {
	for i, codec := range parquetCodecs {
		f.Add(parquetTable(f, codec, 1+i%2), i%2 == 0)
	}
	write := rewritten(f)
	budgettest.Fuzz(f, func(t *testing.T, content []byte, lists bool) {
		if bytes.HasPrefix(content, []byte("PAR1")) {
			o := Options{Columns: everyColumn}
			if lists {
				o.Columns = "query=query,positive=passages"
			}
			readAnyTable(t, write(t, content), o)
		}
	})
}

// Files with some bytes changed are read or refused within the budgets, whatever their compression.
func TestDamagedParquet(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one thread")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(t.TempDir(), "t.parquet")
	for i := range nightly.Some(t, "damaged tables", 50, 600) {
		raw := parquetTable(t, parquetCodecs[i%len(parquetCodecs)], 1+i/len(parquetCodecs)%2)
		for range 1 + rng.IntN(8) {
			at := 4 + rng.IntN(len(raw)-4)
			raw[at] = byte(rng.Uint32())
			if rng.IntN(2) == 0 {
				raw[at] |= 0x80 // lengthens a number of variable length
			}
		}
		must.Do(t, os.WriteFile(path, raw, 0o666))
		readAnyTable(t, path, Options{Columns: everyColumn})
		readAnyTable(t, path, Options{Columns: "query=query,positive=passages"})
	}
}

// Small tables that state much: millions of rows of nothing, long lists of nothing. Each is refused with
// the row and the column.
func TestParquetBombs(t *testing.T) {
	type flat struct {
		Query    string `parquet:"query,dict"`
		Document string `parquet:"document,dict"`
		Label    int64  `parquet:"label,dict"`
	}
	type listed struct {
		Query     string   `parquet:"query,dict"`
		Positives []string `parquet:"positives,list,dict"`
	}
	long := strings.Repeat("long words ", 1<<16/11)
	many := func(n int, row flat) any {
		rows := make([]flat, n)
		for i := range rows {
			rows[i] = row
		}
		return rows
	}
	for _, c := range []struct {
		name, want string
		rows       any
	}{
		{"rows of nothing", "hold more than 64.63 MiB", many(1_500_000, flat{"q", "d", 1})},
		{"a long list", "a row of more than 64 MiB", []listed{{"q", func() []string {
			list := make([]string, 1100)
			for i := range list {
				list[i] = long
			}
			return list
		}()}}},
	} {
		path := filepath.Join(t.TempDir(), "t.parquet")
		options := []parquet.WriterOption{parquet.Compression(&parquet.Zstd), parquet.PageBufferSize(1 << 20)}
		var err error
		switch rows := c.rows.(type) {
		case []flat:
			err = parquet.WriteFile(path, rows, options...)
		case []listed:
			err = parquet.WriteFile(path, rows, options...)
		}
		must.Do(t, err)
		for _, err := range readAnyTable(t, path, Options{}) {
			must.Fail(t, err, c.want, "%s", c.name)
		}
	}
}

// One text of 2 MiB in 3,000 rows, of a dictionary of one entry: pyarrow wrote it, pq.write_table(t, "bomb.parquet", compression="zstd",
// dictionary_pagesize_limit=1 << 26) and feather.write_feather(t, "bomb.arrow", compression="zstd").
func TestOneTextInManyRows(t *testing.T) {
	for _, name := range []string{"bomb.parquet", "bomb.arrow"} {
		errs := readAnyTable(t, filepath.Join("testdata", "bombs", name), Options{})
		must.Fail(t, errs[0], "with the column document, hold more than", "%s", name)
	}
}

// Packed lines of a small file, of each form: what they unpack to is read or refused within the budgets.
func TestPackedBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one thread")
	}
	bombs := []struct{ name, text string }{
		{"m.jsonl", `{"query":"q","document":"d","label":[` + strings.Repeat("0,", 1_000_000) + `0]}`},
		{"y.jsonl", `{"query":"q","x":` + strings.Repeat("[", 30<<20) + strings.Repeat("]", 30<<20) + `}`},
		{"z.jsonl", `{"query":"q","document":"d","label":[` + strings.Repeat("0,", 30<<20) + `0]}`},
		{"x.jsonl", `{"query":"q","positive":"p","negative":[` + strings.Repeat(`"",`, 15<<20) + `""]}`},
		{"x.tsv", "1\t" + strings.Repeat("a ", 30<<19)},
	}
	for _, bomb := range bombs[:nightly.Some(t, "bombs", 3, len(bombs))] {
		name, text := bomb.name, bomb.text
		for ending, pack := range map[string]func(io.Writer) (io.WriteCloser, error){
			".gz":  func(to io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(to, 1) },
			".zst": func(to io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(to) },
		} {
			if (ending == ".zst") != (name == "z.jsonl") {
				continue // what is unpacked is the same
			}
			var packed bytes.Buffer
			w, err := pack(&packed)
			if err == nil {
				_, err = io.WriteString(w, text)
			}
			if err = errors.Join(err, w.Close()); err != nil {
				t.Fatal(err)
			}
			path := put(t, name+ending, packed.String())
			for _, err := range readAnyTable(t, path, Options{}) {
				if (name == "y.jsonl" || name == "z.jsonl") && err == nil {
					t.Errorf("%s%s: no error", name, ending)
				}
			}
		}
	}
}
