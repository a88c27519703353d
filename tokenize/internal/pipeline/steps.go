package pipeline

import (
	"github.com/axiomine/axiomine/tokenize/internal/model"
	"github.com/axiomine/axiomine/tokenize/internal/regex"
)

// step is a pre_tokenizer: it changes a piece of text, then cuts it. isFirst is true for a piece at the beginning of the whole text.
type step struct {
	change func(piece string, isFirst bool) string // returns the changed piece; nil: the piece does not change
	// cut returns the size of the first piece, and whether it is kept; nil: the text is one piece.
	cut       func(text string, w *regex.Work) (size int, keep bool)
	words     bool // the pieces are words
	needFirst bool // change depends on isFirst
}

// steps holds the pre_tokenizers of a file in order, and the model after them.
type steps struct {
	all    []step
	model  encoder
	cached int // the index of the step whose inputs are keys of the cache; len(all): the inputs of the model are
	cache  *model.Cache
}

// newSteps returns steps that cache by the pieces of the first step that cuts words, if no later step depends on isFirst.
func newSteps(all []step, m encoder) *steps {
	s := &steps{all, m, len(all), model.NewCache()}
	for i := len(all) - 1; i >= 0 && !all[i].needFirst; i-- {
		if i > 0 && all[i-1].words {
			s.cached = i
		}
	}
	return s
}

// appendIDs appends the ids of a text. isFirst is true if the text is at the beginning of the whole text.
func (s *steps) appendIDs(dst []int32, text string, isFirst bool) []int32 {
	if text == "" {
		return dst
	}
	w := regex.NewWork(text)
	return s.appendFrom(0, dst, text, isFirst, &w)
}

// appendFrom appends the ids of a piece that is the input of step number. It uses the cache if that input is cached.
func (s *steps) appendFrom(number int, dst []int32, piece string, isFirst bool, w *regex.Work) []int32 {
	if number != s.cached {
		return s.appendNext(number, dst, piece, isFirst, w)
	}
	return s.cache.Append(dst, func(dst []int32, piece string) []int32 { return s.appendNext(number, dst, piece, isFirst, w) }, piece)
}

// appendNext applies step number to a piece, or the model if there is no such step.
func (s *steps) appendNext(number int, dst []int32, piece string, isFirst bool, w *regex.Work) []int32 {
	if number == len(s.all) {
		return s.model.AppendIDs(dst, piece)
	}
	next := &s.all[number]
	if next.change != nil {
		piece = next.change(piece, isFirst)
	}
	if next.cut == nil {
		if piece == "" {
			return dst
		}
		return s.appendFrom(number+1, dst, piece, isFirst, w)
	}
	for piece != "" {
		size, keep := next.cut(piece, w)
		if keep {
			dst = s.appendFrom(number+1, dst, piece[:size], isFirst, w)
		}
		piece, isFirst = piece[size:], false
	}
	return dst
}
