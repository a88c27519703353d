package pipeline

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestBudgets encodes long texts by files that would take the square of them, or much memory: each ends within what a small input may take,
// with ids or with an error that says what is too long.
func TestBudgets(t *testing.T) {
	const size = 200_000
	as := strings.Repeat("a", size)
	nested := func(n int, tail string) (words []string) {
		for i := range n {
			words = append(words, strings.Repeat("a", i+1)+tail)
		}
		return words
	}
	unigram := func(pieces []string) object {
		list := []any{[]any{"<unk>", 0}}
		for _, piece := range pieces {
			list = append(list, []any{piece, -len(piece)})
		}
		return object{"type": "Unigram", "unk_id": 0, "vocab": list, "byte_fallback": false}
	}
	added := func(strip bool, words ...string) (list []any) {
		for i, word := range words {
			list = append(list, object{"id": 3 + i, "content": word, "single_word": false, "lstrip": strip, "rstrip": strip,
				"normalized": false, "special": true})
		}
		return list
	}
	replace := func(by string) object {
		return object{"type": "Replace", "pattern": object{"String": "a"}, "content": by}
	}
	matching := object{"type": "Replace", "pattern": object{"Regex": "a{50}b|a{50}c|[^b]{40}d"}, "content": "x"}
	level := object{"type": "WordLevel", "vocab": object{"[UNK]": 0, "x": 1, "y": 2}, "unk_token": "[UNK]"}
	words := object{"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 256,
		"vocab": object{"[UNK]": 0, "a": 1, "##a": 2}}
	split := object{"type": "Split", "pattern": object{"Regex": "a|b"}, "behavior": "Isolated", "invert": false}
	for _, c := range []struct {
		name string
		file object
		text string
		says string // of the error; "" for ids
	}{
		{"words of 256 characters", object{"model": words, "pre_tokenizer": object{"type": "WhitespaceSplit"}},
			strings.Repeat(strings.Repeat("a", 256)+" ", size/257), ""},
		{"pieces in pieces", object{"model": unigram(nested(1000, ""))}, as, "too many steps"},
		{"pieces of 60 bytes", object{"model": unigram(nested(60, ""))}, as, ""},
		{"added tokens in added tokens", object{"model": level, "added_tokens": added(false, nested(1000, "b")...)}, as, "too many steps"},
		{"added tokens with white space", object{"model": level, "added_tokens": added(true, " ", "  b")}, strings.Repeat(" ", size), ""},
		{"a text 64 times as long", object{"model": level, "normalizer": replace(strings.Repeat("b", 64))}, as,
			"makes more than 781.4 KiB of a text"},
		{"a text 100,000 times as long", object{"model": level, "normalizer": replace(strings.Repeat("b", 100_000))}, as,
			"makes more than 781.4 KiB"},
		{"a letter 1,000 times as long", object{"model": level, "normalizer": mapOf('a', strings.Repeat("b", 1000))}, as,
			"makes more than 781.4 KiB"},
		{"growth after growth", object{"model": level, "normalizer": object{"type": "Sequence", "normalizers": many(64, replace("aa"))}}, as,
			"makes more than 781.4 KiB"},
		{"forms in turn", object{"model": level, "normalizer": object{"type": "Sequence", "normalizers": append(many(32, object{
			"type": "Sequence", "normalizers": []any{object{"type": "NFKD"}, object{"type": "NFC"}}})[1:], object{"type": "NFD"})}},
			strings.Repeat("\uac01\u1e09", size/6), "the steps of the tokenizer's normalizer make more than 12.21 MiB of a text of 195.3 KiB"},
		{"steps that change nothing", object{"model": level, "normalizer": object{"type": "Sequence", "normalizers": many(64,
			object{"type": "Nmt"})}}, as, ""},
		{"a text 4 times as long", object{"model": level, "normalizer": replace("bbbb")}, as, ""},
		{"many expressions", object{"model": level, "normalizer": object{"type": "Sequence", "normalizers": many(64, matching)}}, as,
			"too many steps"},
		{"many splits", object{"model": level, "pre_tokenizer": object{"type": "Sequence", "pretokenizers": many(64, split)}}, as, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, err := json.Marshal(c.file)
			must.Do(t, err)
			var ids []int32
			budgettest.Run(t, len(c.text), func() {
				defer errs.Rescue(&err)
				tok, fault := Parse(raw)
				if fault != nil {
					t.Fatal(fault)
				}
				ids = tok.AppendIDs(nil, c.text)
			})
			if c.says == "" && (err != nil || len(ids) == 0) || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("%d ids, error %v, want %q", len(ids), err, c.says)
			}
		})
	}
}

// A short text may take as many steps as an expression of the longest program needs once.
func TestWorkOfShortTexts(t *testing.T) {
	raw, err := json.Marshal(object{"model": object{"type": "WordLevel", "vocab": object{"[UNK]": 0}, "unk_token": "[UNK]"},
		"pre_tokenizer": object{"type": "Split", "pattern": object{"Regex": "(?:a|b){200}c|a"}, "behavior": "Isolated", "invert": false}})
	must.Do(t, err)
	tok := must.Get(Parse(raw))(t)
	if ids := tok.AppendIDs(nil, "aaaaaaaa"); len(ids) != 8 {
		t.Errorf("ids %v", ids)
	}
}
