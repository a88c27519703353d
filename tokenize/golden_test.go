package tokenize

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

func bert(t testing.TB, o Options) *Tokenizer {
	t.Helper()
	return tokenizerOf(t, golden.SharedPath(t, "data", "bert-base-uncased", "vocab.txt"), o)
}

func tokenizerOf(t testing.TB, vocab string, o Options) *Tokenizer {
	t.Helper()
	v := must.Get(LoadVocab(vocab))(t)
	return must.Get(New(v, o))(t)
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

// TestGolden compares with HF tokenizers 0.23.3 by the vocabulary of bert-base-uncased.
func TestGolden(t *testing.T) {
	tok := bert(t, Defaults())
	for name, want := range map[string]int{"single.jsonl.gz": 5000, "pairs.jsonl.gz": 720} { // rows as golden/README.md and the file have them
		contents, _ := golden.Read(t, "wordpiece/"+name)
		checkGolden(t, tok, name, contents, want)
	}
}

// TestGoldenOfOurVocabulary compares with the same library by the vocabulary beside its answers; answers.py made them.
func TestGoldenOfOurVocabulary(t *testing.T) {
	folder := filepath.Join("testdata", "golden")
	tok := tokenizerOf(t, filepath.Join(folder, "vocab.txt"), Defaults())
	for name, want := range map[string]int{"single.jsonl": 864, "pairs.jsonl": 182} {
		contents := must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
		checkGolden(t, tok, name, contents, want)
	}
}

// checkGolden encodes every line of a golden file and expects so many of them.
func checkGolden(t *testing.T, tok *Tokenizer, name string, contents []byte, want int) {
	t.Helper()
	rows, faults := 0, 0
	for line := range bytes.Lines(contents) {
		rows++
		encoded := must.Get(encodeLine(tok, line))(t)
		var row goldenRow
		must.Do(t, json.Unmarshal(encoded, &row))
		same := cmp.Equal(row.Got.IDs, row.IDs) && cmp.Equal(row.Got.TypeIDs, row.TypeIDs) && row.Got.Error == row.Error
		if words, ok := tok.encoder.(*wordPieces); ok && row.Text != nil {
			plain := append(append([]int32{words.cls}, words.plainIDs(*row.Text)...), words.sep)
			same = same && cmp.Equal(plain, row.IDs)
		}
		if !same {
			if faults++; faults <= 5 {
				t.Errorf("%s: %s", name, encoded)
			}
		}
	}
	if rows != want || faults > 0 {
		t.Errorf("%s: %d rows (want %d), %d wrong", name, rows, want, faults)
	}
}
