package tokenize

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shared finds a file of the golden vectors or the data beside the module, and skips the test where there is none.
func shared(t testing.TB, path ...string) string {
	t.Helper()
	full := filepath.Join(append([]string{"..", "..", "shared"}, path...)...)
	if _, err := os.Stat(full); err != nil {
		t.Skipf("no %s beside the module", filepath.Join(path...))
	}
	return full
}

func bert(t testing.TB, o Options) *Tokenizer {
	t.Helper()
	v, err := LoadVocab(shared(t, "data", "bert-base-uncased", "vocab.txt"))
	if err != nil {
		t.Fatal(err)
	}
	tok, err := New(v, o)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// goldenLines calls f with every line of a golden file of HF tokenizers 0.23.3.
func goldenLines(t *testing.T, name string, f func(line []byte)) (n int) {
	file, err := os.Open(shared(t, "golden", "wordpiece", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for ; lines.Scan(); n++ {
		f(lines.Bytes())
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return n
}

type goldenRow struct {
	Text    *string `json:"text"`
	IDs     []int32 `json:"ids"`
	TypeIDs []int8  `json:"type_ids"`
	Error   bool    `json:"error"`
	Got     struct {
		IDs     []int32 `json:"ids"`
		TypeIDs []int8  `json:"type_ids"`
		Error   bool    `json:"error"`
	} `json:"got"`
}

func TestGolden(t *testing.T) {
	tok := bert(t, Defaults())
	for name, want := range map[string]int{"single.jsonl.gz": 5000, "pairs.jsonl.gz": 720} { // rows as golden/README.md and the file have them
		faults := 0
		rows := goldenLines(t, name, func(line []byte) {
			encoded, err := encodeLine(tok, line)
			if err != nil {
				t.Fatal(err)
			}
			var row goldenRow
			if err := json.Unmarshal(encoded, &row); err != nil {
				t.Fatal(err)
			}
			same := cmp.Equal(row.Got.IDs, row.IDs) && cmp.Equal(row.Got.TypeIDs, row.TypeIDs) && row.Got.Error == row.Error
			if row.Text != nil {
				plain := append(append([]int32{tok.cls}, tok.plainIDs(*row.Text)...), tok.sep)
				same = same && cmp.Equal(plain, row.IDs)
			}
			if !same {
				if faults++; faults <= 5 {
					t.Errorf("%s: %s", name, encoded)
				}
			}
		})
		if rows != want || faults > 0 {
			t.Errorf("%s: %d rows (want %d), %d wrong", name, rows, want, faults)
		}
	}
}
