package tokenize

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestGoldenOfFamilies compares with HF tokenizers 0.23.3 by tokenizer.json files in the form of published families: the numbers of texts
// and pairs are those of the files.
func TestGoldenOfFamilies(t *testing.T) {
	for _, c := range []struct {
		family       string
		texts, pairs int
	}{{"gpt2", 2534, 500}, {"modernbert", 2533, 500}, {"llama3", 2535, 500}, {"qwen2", 2534, 0}, {"unigram", 2537, 500}} {
		t.Run(c.family, func(t *testing.T) {
			tokenizer, _ := golden.Read(t, "bpe/"+c.family+"/tokenizer.json")
			cases, _ := golden.Read(t, "bpe/"+c.family+"/cases.jsonl.gz")
			tok := must.Get(ParseJSON("tokenizer.json", tokenizer))(t)
			checkFamily(t, tok, cases, c.texts, c.pairs)
		})
	}
}

// TestFamilies compares with the same library by small files of our own, which answers.py beside them made with their answers.
func TestFamilies(t *testing.T) {
	for _, family := range families {
		t.Run(family, func(t *testing.T) {
			cases := must.Get(os.ReadFile(filepath.Join("testdata", "families", family+".jsonl")))(t)
			checkFamily(t, familyOf(t, family), cases, 117, 24)
		})
	}
}

var families = []string{"roberta", "modernbert", "llama3", "qwen2", "xlm_roberta", "gemma", "llama2", "mpnet", "bert_added", "mistral",
	"t5", "o200k", "qwen35", "deepseek", "starcoder", "albert", "clip", "wordlevel"}

func familyOf(t testing.TB, family string) *Tokenizer {
	t.Helper()
	return must.Get(Load(filepath.Join("testdata", "families", family+".json"), Options{}))(t)
}

// TestFamiliesAreKept: what is written beside ids is the file that they were made with, and what AutoTokenizer needs.
func TestFamiliesAreKept(t *testing.T) {
	for family, pad := range map[string]string{"roberta": "<pad>", "modernbert": "[PAD]", "llama3": "<|end_of_text|>",
		"qwen2": "<|endoftext|>", "xlm_roberta": "<pad>", "gemma": "<pad>", "llama2": "<pad>", "mpnet": "<pad>",
		"bert_added": "[PAD]"} {
		tok := familyOf(t, family)
		raw := must.Get(os.ReadFile(filepath.Join("testdata", "families", family+".json")))(t)
		var config bytes.Buffer
		must.Do(t, tok.WriteConfig(&config, 99))
		var of struct {
			Class     string `json:"tokenizer_class"`
			MaxLength int    `json:"model_max_length"`
			Pad       string `json:"pad_token"`
		}
		must.Do(t, json.Unmarshal(config.Bytes(), &of))
		if of.Pad != pad || of.MaxLength != 99 || of.Class != "PreTrainedTokenizerFast" || !bytes.Equal(asJSON(t, tok), raw) {
			t.Errorf("%s: %+v", family, of)
		}
	}
}

// TestLengthsOfAFile checks that a tokenizer.json sets the length where a line sets none, as in HF tokenizers 0.23.3.
func TestLengthsOfAFile(t *testing.T) {
	raw := asJSON(t, small(t, Defaults(), "a", "b", "c")) // [CLS] 2, [SEP] 3, a 4, b 5, c 6
	for _, c := range []struct{ truncation, padding, line, got string }{
		{`{"direction":"Left","max_length":4,"strategy":"LongestFirst","stride":0}`, "null", `{"text":"a b c"}`, `{"ids":[2,5,6,3]}`},
		{`{"direction":"Right","max_length":4,"strategy":"LongestFirst","stride":0}`, "null", `{"text":"a b c","max_length":3}`,
			`{"ids":[2,4,3]}`},
		{"null", `{"strategy":{"Fixed":6},"direction":"Right","pad_to_multiple_of":null,"pad_id":0,"pad_type_id":7,"pad_token":"[PAD]"}`,
			`{"a":"a","b":"b"}`, `{"ids":[2,4,3,5,3,0],"type_ids":[0,0,0,1,1,7]}`},
		{"null", `{"strategy":"BatchLongest","direction":"Left","pad_to_multiple_of":4,"pad_id":0,"pad_type_id":0,"pad_token":"[PAD]"}`,
			`{"text":"a b c"}`, `{"ids":[0,0,0,2,4,5,6,3]}`},
	} {
		with := func(file []byte) *Tokenizer {
			var members map[string]json.RawMessage
			err := json.Unmarshal(file, &members)
			members["truncation"], members["padding"] = []byte(c.truncation), []byte(c.padding)
			text, errBack := json.Marshal(members)
			must.Do(t, errors.Join(err, errBack))
			return must.Get(ParseJSON("tokenizer.json", text))(t)
		}
		tok := with(raw)
		got, err := encodeLine(tok, []byte(c.line))
		if want := strings.TrimSuffix(c.line, "}") + `,"got":` + c.got + "}"; err != nil || string(got) != want {
			t.Errorf("%s, want %s: %v", got, want, err)
		}
	}
}

// FuzzFamilies: a text is encoded in the same way each time.
func FuzzFamilies(f *testing.F) {
	f.Add("It's  a caf\u00e9 \U0001f600\r\n  x ")
	f.Add("\u0344\u1df6\u0301 12345 \u4e2d")
	toks := map[string]*Tokenizer{}
	for _, family := range families {
		toks[family] = familyOf(f, family)
	}
	budgettest.Fuzz(f, func(t *testing.T, text string) {
		for family, tok := range toks {
			ids := tok.Encode(text)
			if again := tok.Encode(text); !slices.Equal(ids, again) {
				t.Fatalf("%s: %q gives %v, then %v", family, text, ids, again)
			}
		}
	})
}

// TestGoldenOfRoBERTa puts the post-processor that other files of the family have in the place of the template.
func TestGoldenOfRoBERTa(t *testing.T) {
	raw, _ := golden.Read(t, "bpe/gpt2/tokenizer.json")
	other, _ := golden.Read(t, "bpe/gpt2/post_processor.roberta.json")
	cases, _ := golden.Read(t, "bpe/gpt2/cases.jsonl.gz")
	var file map[string]json.RawMessage
	must.Do(t, json.Unmarshal(raw, &file))
	file["post_processor"] = other
	raw = must.Get(json.Marshal(file))(t)
	tok := must.Get(ParseJSON("tokenizer.json", raw))(t)
	checkFamily(t, tok, cases, 2534, 500)
}

// checkFamily encodes every line as `tokenize encode` does, and expects so many texts and pairs.
func checkFamily(t *testing.T, tok *Tokenizer, cases []byte, texts, pairs int) {
	t.Helper()
	faults := 0
	for line := range bytes.Lines(cases) {
		encoded := must.Get(encodeLine(tok, line))(t)
		var row struct {
			goldenRow
			Bare []int32 `json:"tokens_ids_no_special"`
		}
		must.Do(t, json.Unmarshal(encoded, &row))
		same := slices.Equal(row.Got.IDs, row.IDs) && row.Got.Error == row.Error && slices.Equal(row.Got.TypeIDs, row.TypeIDs)
		if row.Text != nil {
			texts--
			same = same && (row.Bare == nil || slices.Equal(tok.Encode(*row.Text), row.Bare))
		} else {
			pairs--
		}
		if !same {
			if faults++; faults <= 3 {
				t.Errorf("%s", encoded)
			}
		}
	}
	if texts != 0 || pairs != 0 || faults > 0 {
		t.Errorf("%d texts and %d pairs too few, %d wrong", texts, pairs, faults)
	}
}

// TestModelsPage: the page's table of models names each family that is checked, and no other.
func TestModelsPage(t *testing.T) {
	page := must.Get(os.ReadFile("README.md"))(t)
	_, table, _ := strings.Cut(string(page), "| models | family | checked by |")
	table, _, _ = strings.Cut(table, "\n\n")
	named := map[string]bool{}
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(row, "| \n"), " | ")
		for _, part := range strings.Split(cells[len(cells)-1], ", ") {
			if name := strings.Trim(part, "`"); name != part {
				named[name] = true
			}
		}
	}
	for _, family := range append([]string{"golden"}, families...) {
		if !named[family] {
			t.Errorf("the table lacks %s", family)
		}
		delete(named, family)
	}
	if len(named) > 0 {
		t.Errorf("the table names what is not checked: %v", named)
	}
}
