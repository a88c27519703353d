package tokenize

import (
	"strings"

	"github.com/axiomine/axiomine/tokenize/internal/basic"
	"github.com/axiomine/axiomine/tokenize/internal/cache"
)

// continuation begins each piece of a word but the first.
const continuation = "##"

// wordPieces encodes as BERT's tokenizer does.
type wordPieces struct {
	vocab    *Vocab
	options  Options
	normal   basic.Normalizer
	model    basic.WordPieces
	specials []special // those in the vocabulary
	cls, sep int32
	ascii    [128]int32 // ids of one-character words, for punctuation
	cache    *cache.Cache
}

type special struct {
	text string
	id   int32
}

// newWordPieces returns the encoder of a vocabulary.
func newWordPieces(v *Vocab, o Options) *wordPieces {
	t := &wordPieces{vocab: v, options: o, normal: o.normalizer(),
		model: basic.NewWordPieces(v.ids, UnkToken, continuation, o.MaxWordChars), cache: cache.New()}
	for _, text := range specialTokens {
		if id, ok := v.ID(text); ok {
			t.specials = append(t.specials, special{text, id})
		}
	}
	t.cls, t.sep = int32(v.ids[ClsToken]), int32(v.ids[SepToken])
	for c := range t.ascii {
		t.ascii[c] = t.model.AppendIDs(nil, string(rune(c)))[0]
	}
	return t
}

// kind is the class of a byte of raw text for AppendIDs.
type kind uint8

const (
	inRun   kind = iota // letters, digits, all that is not ASCII, and control characters, which normalising the run removes
	space               // ends a run
	bracket             // may begin a special token, else punct
	punct               // ASCII punctuation: a word of its own
)

var kinds = func() (k [256]kind) {
	for r := range rune(128) {
		switch {
		case basic.IsSpace(r):
			k[r] = space
		case basic.IsPunctuation(r):
			k[r] = punct
		}
	}
	k['['] = bracket
	return k
}()

// AppendIDs appends the ids of a text to dst, without [CLS] and [SEP]. They are those of plainIDs.
// ASCII spaces and punctuation end a word whatever is around them, so each run between them is
// encoded by itself and cached.
func (t *wordPieces) AppendIDs(dst []int32, text string) []int32 {
	for i := 0; i < len(text); {
		c := text[i]
		switch kinds[c] {
		case space:
			i++
		case bracket:
			if s, ok := t.findSpecial(text[i:]); ok {
				dst = append(dst, s.id)
				i += len(s.text)
				continue
			}
			fallthrough
		case punct:
			dst = append(dst, t.ascii[c])
			i++
		default:
			start, hash := i, cache.Seed
			for ; i < len(text) && kinds[text[i]] == inRun; i++ {
				hash = hash.Add(text[i])
			}
			dst = t.appendRun(dst, text[start:i], hash)
		}
	}
	return dst
}

// appendRun encodes a run between spaces and punctuation, from the cache where it can.
func (t *wordPieces) appendRun(dst []int32, run string, hash cache.Hash) []int32 {
	if len(run) <= cache.LongRun {
		if ids, ok := t.cache.Get(run, hash); ok {
			return append(dst, ids...)
		}
	}
	begin := len(dst)
	basic.Words(t.normal.Normalize(run), func(word string) {
		if word == run {
			dst = t.model.AppendIDs(dst, word)
		} else {
			dst = t.appendWord(dst, word)
		}
	})
	if len(run) <= cache.LongRun {
		t.cache.Put(run, hash, dst[begin:])
	}
	return dst
}

// appendWord encodes a word of a run that normalising changed or split: "The", or a sentence in a
// script without spaces. Words are cached as runs: normalising them again changes nothing.
func (t *wordPieces) appendWord(dst []int32, word string) []int32 {
	if len(word) > cache.LongRun {
		return t.model.AppendIDs(dst, word)
	}
	hash := cache.Seed
	for i := range len(word) {
		hash = hash.Add(word[i])
	}
	if ids, ok := t.cache.Get(word, hash); ok {
		return append(dst, ids...)
	}
	begin := len(dst)
	dst = t.model.AppendIDs(dst, word)
	t.cache.Put(word, hash, dst[begin:])
	return dst
}

// findSpecial returns the special token that text begins with. No special token is the beginning of
// another.
func (t *wordPieces) findSpecial(text string) (special, bool) {
	for _, s := range t.specials {
		if strings.HasPrefix(text, s.text) {
			return s, true
		}
	}
	return special{}, false
}
