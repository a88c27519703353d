package pipeline

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func fileOf(t testing.TB, family string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(filepath.Join("..", "..", "testdata", "families", family+".json")))(t)
}

// with puts values at places of a file, such as "model.dropout".
func with(t testing.TB, raw []byte, values map[string]any) []byte {
	t.Helper()
	var file map[string]any
	must.Do(t, json.Unmarshal(raw, &file))
	for place, value := range values {
		at, parts := file, strings.Split(place, ".")
		for _, part := range parts[:len(parts)-1] {
			at = at[part].(map[string]any)
		}
		at[parts[len(parts)-1]] = value
	}
	return must.Get(json.Marshal(file))(t)
}

type object = map[string]any

// TestTwoErrors: of two lists that are wrong always the same one is named.
func TestTwoErrors(t *testing.T) {
	raw := with(t, fileOf(t, "qwen2"), object{"model.vocab": []any{}, "model.merges": object{}})
	for range 50 {
		if _, err := Parse(raw); err == nil || !strings.Contains(err.Error(), "the merges are no array") {
			t.Fatal(err)
		}
	}
}

// TestRefused changes one thing at a time that would make other ids, and expects its name.
func TestRefused(t *testing.T) {
	added := func(of object) []any {
		out := object{"id": 420, "content": "<x>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true}
		for name, value := range of {
			out[name] = value
		}
		return []any{out}
	}
	split := func(of object) object {
		out := object{"type": "Split", "pattern": object{"Regex": `\s+`}, "behavior": "Isolated", "invert": false}
		for name, value := range of {
			out[name] = value
		}
		level := object{"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true}
		return object{"type": "Sequence", "pretokenizers": []any{out, level}}
	}
	slots := func(ids ...string) (out []any) {
		for _, id := range ids {
			kind := "SpecialToken"
			if id == "A" || id == "B" {
				kind = "Sequence"
			}
			out = append(out, object{kind: object{"id": id, "type_id": 0}})
		}
		return out
	}
	for _, c := range []struct {
		place string
		value any
		says  string
	}{
		{"surprise", 1, "surprise"},
		{"model.type", "Surprise", "Surprise"},
		{"model.dropout", .1, "dropout"},
		{"model.continuing_subword_prefix", "####", "continuing_subword_prefix"},
		{"model.surprise", 1, "surprise"},
		{"model.merges", []any{"a b c"}, "two parts"},
		{"model.merges", []any{"a missing"}, "missing"},
		{"model.vocab.far", 1 << 30, "beyond"},
		{"model.vocab.below", -1, "beyond"},
		{"normalizer", object{"type": "ByteLevel"}, "ByteLevel"},
		{"normalizer", object{"type": "Lowercase", "surprise": 1}, "surprise"},
		{"normalizer", object{}, "no type"},
		{"normalizer", object{"type": "Sequence", "normalizers": []any{object{"type": "Surprise"}}}, "Surprise"},
		{"normalizer", object{"type": "Replace", "pattern": object{"Regex": "a*"}, "content": ""}, "can match nothing"},
		{"normalizer", object{"type": "Sequence", "normalizers": many(65, object{"type": "Nmt"})}, "65 steps, more than 64"},
		{"normalizer", object{"type": "Sequence", "normalizers": many(2, object{"type": "Sequence",
			"normalizers": many(33, object{"type": "Nmt"})})}, "66 steps, more than 64"},
		{"model.end_of_word_suffix", strings.Repeat("#", 65), "65 bytes, more than 64"},
		{"pre_tokenizer", object{"type": "Sequence", "pretokenizers": many(65, object{"type": "Whitespace"})}, "more than 64 steps"},
		{"post_processor", object{"type": "Sequence", "processors": []any{object{"type": "Sequence", "processors": []any{}}}}, "Sequence"},
		{"normalizer", object{"type": "Precompiled", "precompiled_charsmap": "/w=="}, "Precompiled"},
		{"pre_tokenizer", object{"type": "UnicodeScripts"}, "UnicodeScripts"},
		{"pre_tokenizer", object{"type": "ByteLevel"}, "add_prefix_space"},
		{"pre_tokenizer", split(object{"pattern": object{"Regex": `(?<=a)b`}}), `"(?<="`},
		{"pre_tokenizer", split(object{"behavior": "Surprise"}), "Surprise"},
		{"pre_tokenizer", split(object{"pattern": object{"String": ""}}), "nothing to match"},
		{"pre_tokenizer", object{"type": "Sequence", "pretokenizers": []any{object{"type": "ByteLevel", "add_prefix_space": false,
			"trim_offsets": true}, object{"type": "Digits", "individual_digits": true}}}, "Digits after ByteLevel"},
		{"post_processor", object{"type": "Surprise"}, "Surprise"},
		{"post_processor", object{"type": "RobertaProcessing", "sep": []any{"</s>", 2}, "cls": []any{"<s>", 0}}, "trim_offsets"},
		{"post_processor", object{"type": "BertProcessing", "sep": []any{"</s>", 2, 3}, "cls": []any{"<s>", 0}}, "not a token and its id"},
		{"post_processor", object{"type": "BertProcessing", "sep": []any{"</s>", 99999}, "cls": []any{"<s>", 0}}, "99999"},
		{"post_processor", object{"type": "TemplateProcessing", "single": slots("B"), "pair": slots(), "special_tokens": object{}}, "has B"},
		{"post_processor", object{"type": "TemplateProcessing", "single": slots("x"), "pair": slots(), "special_tokens": object{}}, `"x"`},
		{"post_processor", object{"type": "TemplateProcessing", "single": slots("A", "A"), "pair": slots("A", "B"), "special_tokens": object{}},
			"has not A once"},
		{"post_processor", object{"type": "TemplateProcessing", "single": slots("x", "A"), "pair": slots("A", "B"), "special_tokens": object{
			"x": object{"id": "x", "ids": make([]int, 129), "tokens": []any{}}}}, "adds 129 special tokens, more than 128"},
		{"added_tokens", added(object{"content": ""}), "empty"},
		{"added_tokens", added(object{"content": strings.Repeat("a", 1025)}), "more than 1024 bytes"},
		{"added_tokens", added(object{"id": 999}), "would get"},
		{"added_tokens", append(added(nil), added(nil)...), "twice"},
		{"added_tokens", added(object{"surprise": 1}), "surprise"},
	} {
		change := object{c.place: c.value}
		if strings.HasPrefix(c.place, "model.vocab.") { // whose size the ids of added tokens are counted from
			change["added_tokens"] = []any{}
		}
		raw := with(t, fileOf(t, "qwen2"), change)
		if _, err := Parse(raw); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %v: %v", c.place, c.value, err)
		}
	}
	for _, c := range []struct {
		place string
		value any
		says  string
	}{
		{"model.unk_id", nil, "unk_id"},
		{"model.unk_id", 99999, "unk_id"},
		{"model.vocab", []any{[]any{"a"}}, "score"},
		{"pre_tokenizer", object{"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first"}, "prepend_scheme first"},
		{"pre_tokenizer", object{"type": "Metaspace", "replacement": "▁", "add_prefix_space": false}, "prepend_scheme"},
		{"pre_tokenizer", object{"type": "Metaspace", "replacement": "__"}, "replacement"},
		{"pre_tokenizer", object{"type": "WhitespaceSplit", "surprise": 1}, "surprise"},
	} {
		raw := with(t, fileOf(t, "xlm_roberta"), object{c.place: c.value})
		if _, err := Parse(raw); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %v: %v", c.place, c.value, err)
		}
	}
	for _, raw := range []string{"", "[]", "{", "\xff", `{"model":{"type":"BPE"}}`} {
		if _, err := Parse([]byte(raw)); err == nil {
			t.Errorf("%q was read", raw)
		}
	}
}

// TestFinder: what is taken out of a text is what HF tokenizers 0.23.3 takes.
func TestFinder(t *testing.T) {
	f := func(tokens ...AddedToken) *finder {
		texts := make([]string, len(tokens))
		for i := range tokens {
			tokens[i].ID, texts[i] = int32(i), tokens[i].Content
		}
		return newFinder(tokens, texts)
	}
	for _, c := range []struct {
		finder *finder
		text   string
		want   string // texts between bars, tokens by number
	}{
		{f(AddedToken{Content: "ab"}, AddedToken{Content: "abc"}), "xabcabab", "x|1|0|0"},
		{f(AddedToken{Content: "<x>", LStrip: true}), "a \t\u00a0<x> b", "a|0| b"},
		{f(AddedToken{Content: "<x>", RStrip: true}, AddedToken{Content: "  "}), "a<x>     b", "a|0|1|1| b"},
		{f(AddedToken{Content: "<x>", RStrip: true}, AddedToken{Content: "<y>", LStrip: true}), "<x>  <y>", "0|1"},
		{f(AddedToken{Content: "to", SingleWord: true}), "to tot to_ to. 日to to\u200d to", "0| tot to_ |0|. 日to to\u200d |0"},
		{f(AddedToken{Content: "  ", LStrip: true, RStrip: true}), "x    y", "x|0|y"},
		{f(AddedToken{Content: "b"}), "", ""},
	} {
		var got []string
		c.finder.visit(c.text, func(s string, _ bool) { got = append(got, s) }, func(id int32) { got = append(got, string('0'+id)) })
		if strings.Join(got, "|") != c.want {
			t.Errorf("%q: %q, want %q", c.text, strings.Join(got, "|"), c.want)
		}
	}
}

// TestEqualAddedTokens: of added tokens that the normalizer makes equal, the first special one is found, else the first. HF tokenizers
// 0.23.3 takes another one in each process.
func TestEqualAddedTokens(t *testing.T) {
	token := func(id int, content string, special bool) object {
		return object{"id": id, "content": content, "single_word": false, "lstrip": false, "rstrip": false, "normalized": true,
			"special": special}
	}
	for _, c := range []struct {
		tokens []any
		want   int32
	}{
		{[]any{token(3, "A", false), token(2, "a", false)}, 3},
		{[]any{token(2, "a", false), token(3, "A", false)}, 2},
		{[]any{token(2, "a", false), token(3, "A", true)}, 3},
	} {
		raw := with(t, fileOf(t, "wordlevel"), map[string]any{"normalizer": object{"type": "Lowercase"}, "added_tokens": c.tokens,
			"post_processor": nil, "model.vocab": object{"[UNK]": 0, "x": 1, "a": 2, "A": 3}, "model.unk_token": "[UNK]"})
		tokenizer := must.Get(Parse(raw))(t)
		if got := tokenizer.AppendIDs(nil, "A"); !slices.Equal(got, []int32{c.want}) {
			t.Errorf("%v: ids %v, not %d", c.tokens, got, c.want)
		}
	}
}

// TestSlots: a template puts down its own ids and those of its texts, with a type for each.
func TestSlots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.Int32Range(0, 9), 0, 4)
		a, b := ids.Draw(t, "a"), ids.Draw(t, "b")
		got, types := Fill(nil, nil, RoBERTa(10, 12).Pair, a, b)
		if want := slices.Concat([]int32{10}, a, []int32{12, 12}, b, []int32{12}); !slices.Equal(got, want) || slices.Max(types) != 0 {
			t.Fatalf("%v %v", got, types)
		}
		got, types = Fill(nil, nil, BERT(10, 12).Pair, a, b)
		if want := slices.Concat([]int32{10}, a, []int32{12}, b, []int32{12}); !slices.Equal(got, want) ||
			slices.Index(types, 1) != len(a)+2 || len(types) != len(got) {
			t.Fatalf("%v %v", got, types)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"model":{"type":"BPE","vocab":{"a":0,"aa":1,"Ġ":2,"é":3},"merges":["a a",["Ġ","a"]],"unk_token":"a","fuse_unk":true},` +
		`"normalizer":{"type":"NFC"},"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true},` +
		`"added_tokens":[{"id":4,"content":"<mask>","lstrip":true,"special":true}]}`))
	f.Add([]byte(`{"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["▁a",-1.5],["f",-2e-1]],"byte_fallback":true},` +
		`"normalizer":{"type":"Sequence","normalizers":[{"type":"Strip","strip_left":true},{"type":"Replace","pattern":{"Regex":" {2,}"},` +
		`"content":"▁"}]},"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},{"type":"Metaspace",` +
		`"replacement":"▁"}]},"post_processor":{"type":"BertProcessing","sep":["a",1],"cls":["f",2]}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var tok *Tokenizer
		var err error
		budgettest.Run(t, len(raw), func() { tok, err = Parse(raw) })
		if err != nil {
			return
		}
		if len(tok.Pieces) > len(raw) {
			t.Fatalf("%d pieces of %d bytes", len(tok.Pieces), len(raw))
		}
		var ids []int32
		budgettest.Run(t, len(raw), func() {
			defer errs.Rescue(&err) // of a text that the normalizer makes too long
			ids = tok.AppendIDs(nil, "It's a <mask>  caf\u00e9 \u4e2d\r\n")
		})
		for _, id := range ids {
			if id < 0 || int(id) >= len(tok.Pieces) {
				t.Fatalf("id %d of %d pieces", id, len(tok.Pieces))
			}
		}
	})
}

// A text that a step could make longer than any text may be is an error in place of the memory; a short one is read.
func TestNormalisedLength(t *testing.T) {
	step := boundStep(func(text string) string { return text }, 64)
	encode := func(text string) (err error) {
		defer errs.Rescue(&err)
		step.normalize(text)
		return nil
	}
	if err := encode(strings.Repeat("a", safefile.Normal/64)); err != nil {
		t.Error(err)
	}
	err := encode(strings.Repeat("a", safefile.Normal/64+1))
	must.Fail(t, err, "more than 1 GiB of a text of 16 MiB")
}

// TestNormalisedAsFarAsItFits: each kind of step that lengthens a text makes four times the text and 128 bytes of it at most, whatever the
// steps behind it make of that.
func TestNormalisedAsFarAsItFits(t *testing.T) {
	const size = 100 // of which 528 bytes may come
	replace := func(kind, old, by string) object {
		return object{"type": "Replace", "pattern": object{kind: old}, "content": by}
	}
	eleven := strings.Repeat("b", 11)
	all := func(steps ...any) object { return object{"type": "Sequence", "normalizers": steps} }
	for _, c := range []struct {
		name   string
		step   object
		letter string // of which there are so many in the text, the rest are blanks
		fits   int
		made   int // bytes, 0 for what does not fit
	}{
		{"a text", replace("String", "a", eleven), "a", 42, 520},
		{"an expression", replace("Regex", "a", eleven), "a", 42, 520},
		{"a map", mapOf('a', eleven), "a", 42, 520},
		{"a compatible form", object{"type": "NFKD"}, "\ufdfa", 14, 520}, // 3 bytes become 33
		{"a beginning", object{"type": "Prepend", "prepend": strings.Repeat("b", 11)}, "a", size, 111},
		{"a beginning that is too long", object{"type": "Prepend", "prepend": strings.Repeat("b", 429)}, "a", -1, 0},
		{"growth that is taken back", all(replace("String", "a", eleven), replace("String", "b", "")), "a", 42, 58},
		{"growth after growth", all(replace("String", "a", "bb"), replace("String", "b", "cccccc")), "a", 38, 518},
	} {
		raw := must.Get(json.Marshal(c.step))(t)
		n, err := readNormalizer(raw)
		if err != nil {
			t.Fatal(c.name, err)
		}
		made := func(letters int) (got int, err error) {
			defer errs.Rescue(&err)
			text := strings.Repeat(c.letter, letters)
			return len(n.normalize(text + strings.Repeat(" ", size-len(text)))), nil
		}
		if got, err := made(max(c.fits, 0)); c.fits >= 0 && (err != nil || got != c.made) {
			t.Errorf("%s: %d bytes, not %d: %v", c.name, got, c.made, err)
		}
		if c.fits < size {
			if _, err := made(c.fits + 1); err == nil || !strings.Contains(err.Error(), "makes more than 528 bytes of a text of 100 bytes") {
				t.Errorf("%s, one more: %v", c.name, err)
			}
		}
	}
}

// mapOf returns a precompiled normaliser with one entry: a letter of ASCII, and what it becomes.
func mapOf(letter byte, becomes string) object {
	const root, leaf = 1, 2 // the bases of the children of the root and of the letter
	units := make([]uint32, 256)
	units[0] = root << 10
	units[root^letter] = (leaf^root^uint32(letter))<<10 | 1<<8 | uint32(letter)
	units[leaf] = 1 << 31
	raw := binary.LittleEndian.AppendUint32(nil, uint32(4*len(units)))
	for _, unit := range units {
		raw = binary.LittleEndian.AppendUint32(raw, unit)
	}
	return object{"type": "Precompiled", "precompiled_charsmap": append(append(raw, becomes...), 0)}
}

// TestNormaliserOfALBERT: whatever its steps could do together, what they do to a text is what HF tokenizers 0.23.3 does:
//
//	Tokenizer.from_file("albert.json").normalizer.normalize_str(text)
func TestNormaliserOfALBERT(t *testing.T) {
	const blessing = "\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645"
	var file struct{ Normalizer json.RawMessage }
	must.Do(t, json.Unmarshal(fileOf(t, "albert"), &file))
	n := must.Get(readNormalizer(file.Normalizer))(t)
	for text, want := range map[string]string{
		"``It''s'' \u2603\u3000\ufdfa":              "\"it\"s\" snowman " + blessing,
		"\ufdfa\ufdfa\n\n\u212b\u1e9b\u0323":        blessing + blessing + " as",
		"\uac00\u0390 \ufb03 \u2167\u200b!  \u3392": "\u1100\u1161\u03b9 ffi viii! mhz",
		"''" + "``````" + "\ufdfa\ufdfa":            `""""` + blessing + blessing,
		"\u0130I\u0307 \u2603\u0301":                "ii snowman",
		strings.Repeat("\u2603", 100) + " ``BERT``": strings.Repeat("snowman", 100) + ` "bert"`,
	} {
		must.Equal(t, n.normalize(text), want, "%+q", text)
	}
}

// many returns a list of one part many times.
func many(n int, part object) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = part
	}
	return list
}
