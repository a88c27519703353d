package tokenize

import (
	"strings"

	"github.com/axiomine/axiomine/tokenize/internal/chars"
	"github.com/axiomine/axiomine/tokenize/internal/model"
)

// continuation begins each piece of a word except the first.
const continuation = "##"

// wordPieces encodes as BERT's tokenizer does.
type wordPieces struct {
	vocab    *Vocab
	options  Options
	normal   chars.Normalizer
	model    model.WordPieces
	specials []special // the special tokens that the vocabulary has
	cls, sep int32
	ascii    [128]int32 // the id of each ASCII character as a word of its own
	cache    *model.Cache
}

type special struct { // a special token
	text string
	id   int32
}

// newWordPieces returns the encoder of a vocabulary.
func newWordPieces(v *Vocab, o Options) *wordPieces {
	t := &wordPieces{vocab: v, options: o, normal: o.normalizer(),
		model: model.NewWordPieces(v.ids, UnkToken, continuation, o.MaxWordChars), cache: model.NewCache()}
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
	inRun   kind = iota // a letter, a digit, a byte that is not ASCII, or a control character, which normalising the run removes
	space               // white space, which ends a run
	bracket             // [, which begins a special token or is punctuation
	punct               // ASCII punctuation, which is a word of its own
)

var kinds = func() (k [256]kind) {
	for r := range rune(128) {
		switch {
		case chars.IsSpace(r):
			k[r] = space
		case chars.IsPunctuation(r):
			k[r] = punct
		}
	}
	k['['] = bracket
	return k
}()

// AppendIDs appends the ids of a text to dst, without [CLS] and [SEP]. ASCII spaces and punctuation end a word whatever is around them.
// So each run of other bytes between them is encoded alone, and its ids are cached.
func (t *wordPieces) AppendIDs(dst []int32, text string) []int32 {
	runs := make([]string, 0, model.MaxBatch) // those before text[i:] that are not in dst yet
	for i := 0; i < len(text); {
		c := text[i]
		if len(runs) == model.MaxBatch || len(runs) > 0 && kinds[c] >= bracket {
			dst, runs = t.cache.Append(dst, t.appendRun, runs...), runs[:0]
		}
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
			start := i
			for i < len(text) && kinds[text[i]] == inRun {
				i++
			}
			runs = append(runs, text[start:i])
		}
	}
	return t.cache.Append(dst, t.appendRun, runs...)
}

// appendRun encodes a run between spaces and punctuation. Normalising changes or splits some runs, such as "The" or a sentence in a script
// without spaces. Their words are cached as runs, because normalising them again changes nothing.
func (t *wordPieces) appendRun(dst []int32, run string) []int32 {
	text := t.normal.Normalize(run)
	if chars.IsPrintable(run) { // it is one word
		if text != run {
			return t.cache.Append(dst, t.model.AppendIDs, text)
		}
		return t.model.AppendIDs(dst, text)
	}
	chars.Words(text, func(word string) {
		if word == run {
			dst = t.model.AppendIDs(dst, word)
		} else {
			dst = t.cache.Append(dst, t.model.AppendIDs, word)
		}
	})
	return dst
}

// findSpecial returns the special token that text begins with. No special token is the beginning of another.
func (t *wordPieces) findSpecial(text string) (special, bool) {
	for _, s := range t.specials {
		if strings.HasPrefix(text, s.text) {
			return s, true
		}
	}
	return special{}, false
}
