package tokenize

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/internal/chars"
)

// small is a vocabulary for tests that need no file.
func small(t testing.TB, o Options, pieces ...string) *Tokenizer {
	t.Helper()
	v := must.Get(newVocab("test", append([]string{"[PAD]", "[UNK]", "[CLS]", "[SEP]"}, pieces...)))(t)
	return must.Get(New(v, o))(t)
}

func (t *Tokenizer) pieces(text string) (out []string) {
	for _, id := range t.Encode(text) {
		out = append(out, t.vocab.Piece(id))
	}
	return out
}

func TestLongestPieceFromTheLeft(t *testing.T) {
	tok := small(t, Options{Lowercase: true, StripAccents: true, MaxWordChars: 8},
		"a", "ab", "abc", "##c", "##d", "##cd", "é", "##é", "[", "]", "x", "##x", "中", "[MASK]")
	for text, want := range map[string]string{
		"abcd":         "abc ##d",
		"abd":          "ab ##d",
		"ABC":          "abc",
		"abcx":         "abc ##x",
		"abb":          "[UNK]", // no piece continues with b: the whole word is unknown
		"acd b":        "a ##cd [UNK]",
		"xxxxxxxx":     "x ##x ##x ##x ##x ##x ##x ##x",
		"xxxxxxxxx":    "[UNK]", // nine characters
		"x中x":          "x 中 x",
		"[SEP]a[MASK]": "[SEP] a [MASK]",
		"[sep][[CLS]]": "[ [UNK] ] [ [CLS] ]",
		"[SE\x00P]":    "[ [UNK] ]", // control characters go after special tokens are sought
		"":             "",
	} {
		must.Equal(t, strings.Join(tok.pieces(text), " "), want, "%q", text)
	}
}

func TestCased(t *testing.T) {
	tok := small(t, CasedOptions(), "A", "a", "##a", "Ü", "U")
	for text, want := range map[string]string{"Aa": "A ##a", "aA": "[UNK]", "Ü U U\u0308": "Ü U [UNK]"} {
		must.Equal(t, strings.Join(tok.pieces(text), " "), want, "%q", text)
	}
}

// hardText draws texts from what the fast path treats apart: spaces, ASCII punctuation, controls, special tokens, marks,
// Chinese, long runs.
var hardText = rapid.Custom(func(t *rapid.T) string {
	part := rapid.OneOf(
		rapid.StringN(0, 6, -1),
		rapid.StringOfN(rapid.RuneFrom([]rune("abcABC [](\t\n.'\x00\x01\x7f\u0301\u00a0\u3000éİΣ中한\u200b\ufffd")), 0, 12, -1),
		rapid.StringOfN(rapid.RuneFrom(nil, unicode.Mn, unicode.P, unicode.Cf, unicode.Lu), 0, 5, -1),
		rapid.SampledFrom([]string{"[SEP]", "[CLS", "[UNK]", " ", "unaffable", strings.Repeat("ab", 70), strings.Repeat("语", 40), "\xff",
			"\u037e"}),
	)
	return strings.Join(rapid.SliceOfN(part, 0, 10).Draw(t, "parts"), "")
})

func TestFastIsPlain(t *testing.T) {
	for _, o := range []Options{Defaults(), CasedOptions(), {Lowercase: true, MaxWordChars: 3}, {StripAccents: true, MaxWordChars: 100}} {
		tok := small(t, o, "a", "b", "c", "##a", "##b", "##c", "ab", "##abc", "un", "##affable", "语", "é", "e", "i", "##i", "[", "(", ".",
			"σ", ";")
		rapid.Check(t, func(t *rapid.T) {
			text := hardText.Draw(t, "text")
			for range 2 { // from an empty cache and from a filled one
				if got, want := tok.Encode(text), tok.encoder.(*wordPieces).plainIDs(text); !slices.Equal(got, want) {
					t.Fatalf("%q: %v, want %v", text, got, want)
				}
			}
		})
	}
}

func FuzzFastIsPlain(f *testing.F) {
	for _, text := range []string{"", "abc [SEP] x", "Ünï\u0301 中", "a\x00b\x7f", "[[CLS]]", "\xff\xfe", strings.Repeat("é", 101)} {
		f.Add(text)
	}
	tok := small(f, Defaults(), "a", "b", "##a", "##b", "[", "中")
	budgettest.Fuzz(f, func(t *testing.T, text string) {
		if got, want := tok.Encode(text), tok.encoder.(*wordPieces).plainIDs(text); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	})
}

// TestFastIsPlainOnCollections compares every passage, question and abstract.
func TestFastIsPlainOnCollections(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	texts, _ := collectionTexts(t)
	tok := bert(t, Defaults())
	for _, text := range texts {
		if got, want := tok.Encode(text), tok.encoder.(*wordPieces).plainIDs(text); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	tok := small(t, Defaults(), "a", "##a", "b", "##b")
	texts := make([]string, 400)
	for i := range texts {
		texts[i] = strings.Repeat("a", i%7) + strings.Repeat("b", i%5) + " " + strings.Repeat("ab", i%40)
	}
	var group sync.WaitGroup
	for w := range 4 {
		group.Go(func() {
			for i := range texts {
				text := texts[(i*(w+1))%len(texts)]
				if got, want := tok.Encode(text), tok.encoder.(*wordPieces).plainIDs(text); !slices.Equal(got, want) {
					t.Errorf("%q: %v, want %v", text, got, want)
				}
			}
		})
	}
	group.Wait()
}

// TestModelIsGreedy compares the model with greedy longest match written down.
func TestModelIsGreedy(t *testing.T) {
	tok := small(t, Options{MaxWordChars: 9}, "a", "b", "é", "ab", "##a", "##b", "##é", "##ab", "##bé", "aba", "##abab")
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 1, 11, -1).Draw(t, "word")
		if got, want := tok.encoder.(*wordPieces).model.AppendIDs(nil, word), greedy(tok, word); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", word, got, want)
		}
	})
}

func greedy(t *Tokenizer, word string) (ids []int32) {
	chars, prefix := []rune(word), ""
	unknown := []int32{int32(t.vocab.ids[UnkToken])}
	if len(chars) > t.Options().MaxWordChars {
		return unknown
	}
	for len(chars) > 0 {
		end := len(chars)
		for ; end > 0; end-- {
			if id, ok := t.vocab.ID(prefix + string(chars[:end])); ok {
				ids = append(ids, id)
				break
			}
		}
		if end == 0 {
			return unknown
		}
		chars, prefix = chars[end:], "##"
	}
	return ids
}

// appendNormalised encodes a text in which special tokens are not matched, without the cache.
func (t *wordPieces) appendNormalised(dst []int32, text string) []int32 {
	chars.Words(t.options.normalizer().Normalize(text), func(word string) {
		dst = t.model.AppendIDs(dst, word)
	})
	return dst
}

// plainIDs returns the ids of a text by the plain definition of AppendIDs.
func (t *wordPieces) plainIDs(text string) (ids []int32) {
	for start, i := 0, 0; ; {
		s, ok := t.findSpecial(text[i:])
		switch {
		case ok:
			ids = append(t.appendNormalised(ids, text[start:i]), s.id)
			i += len(s.text)
			start = i
		case i == len(text):
			return t.appendNormalised(ids, text[start:])
		default:
			i++
		}
	}
}
