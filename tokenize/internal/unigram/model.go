// Package unigram is SentencePiece's Unigram model with the ids of Hugging Face's tokenizers. It
// has the precompiled normaliser (charsmap.go), and finds the most probable pieces of a text.
package unigram

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/internal/bpe"
	"github.com/axiomine/axiomine/tokenize/internal/trie"
)

// Piece is a piece with the logarithm of its probability.
type Piece struct {
	Text  string
	Score float64
}

// Config holds everything that decides the ids.
type Config struct {
	Pieces       []Piece // by id
	Unknown      int32   // id of characters that no piece covers; neighbouring ones are one
	ByteFallback bool    // characters that no piece covers become the pieces of their bytes, <0x41> and so on, if all exist
	Mark         string  // a space is this, for Decode
	Prepend      bool    // texts begin with it
}

// Model encodes texts. It is safe for use by several goroutines at once.
type Model struct {
	Config
	pieces  *trie.Trie
	scores  []float64 // by id, close together
	unknown float64   // score of an unknown character
}

// unknownPenalty is subtracted from the worst score for an unknown character (kUnkPenalty of
// SentencePiece).
const unknownPenalty = 10

// New returns a model. An error names the part of the configuration that is wrong.
func New(c Config) (*Model, error) {
	if c.Unknown < 0 || int(c.Unknown) >= len(c.Pieces) {
		return nil, fmt.Errorf("unk_id is %d, and there are %s", c.Unknown, terminal.Plural(len(c.Pieces), "piece", "pieces"))
	}
	worst, words, scores := math.Inf(1), make([]trie.Word, len(c.Pieces)), make([]float64, len(c.Pieces))
	for id, p := range c.Pieces {
		if len(p.Text) > safefile.Piece {
			return nil, fmt.Errorf("piece %d has %s, more than %d", id, terminal.Plural(len(p.Text), "byte", "bytes"), safefile.Piece)
		}
		worst, words[id], scores[id] = min(worst, p.Score), trie.Word{Text: p.Text, Value: int32(id)}, p.Score
	}
	return &Model{Config: c, pieces: trie.New(words), scores: scores, unknown: worst - unknownPenalty}, nil
}

// node is the best path to an end in a text.
type node struct {
	score float64 // sum of its pieces' scores, from the left
	size  int32   // of its last piece, in bytes; 0: no path ends here
	id    int32   // of its last piece
}

var paths = sync.Pool{New: func() any { return new([]node) }}

// AppendIDs appends the pieces of a text with the greatest sum of scores; of equal sums those found first,
// from left to right and from short to long (encode_optimized of HF tokenizers).
func (m *Model) AppendIDs(dst []int32, text string) []int32 {
	path := paths.Get().(*[]node)
	best := slices.Grow((*path)[:0], len(text)+1)[:len(text)+1]
	clear(best)
	offer := func(start, end int, id int32, score float64) {
		if score += best[start].score; best[end].size == 0 || score > best[end].score {
			best[end] = node{score: score, size: int32(end - start), id: id}
		}
	}
	work := trie.NewWork(text)
	for start, r := range text {
		width, whole := utf8.RuneLen(r), false
		if r == utf8.RuneError {
			_, width = utf8.DecodeRuneInString(text[start:])
		}
		n, end := int32(trie.Root), start
		for ; end < len(text); end++ {
			if n = m.pieces.Next(n, text[end]); n == trie.None {
				break
			}
			if id := m.pieces.Value(n); id != trie.None {
				offer(start, end+1, id, m.scores[id])
				whole = whole || end+1 == start+width
			}
		}
		work.Do(end - start)
		if !whole {
			offer(start, start+width, m.Unknown, m.unknown)
		}
	}
	dst = m.appendPath(dst, text, best)
	*path = best
	paths.Put(path)
	return dst
}

// appendPath appends the ids along the best path, neighbouring unknown characters as one text.
func (m *Model) appendPath(dst []int32, text string, best []node) []int32 {
	begin := len(dst)
	for end := len(text); end > 0; {
		n := best[end]
		if n.id != m.Unknown {
			dst, end = append(dst, n.id), end-int(n.size)
			continue
		}
		start := end - int(n.size)
		for start > 0 && best[start].id == m.Unknown {
			start -= int(best[start].size)
		}
		ids := m.unknownIDs(text[start:end])
		slices.Reverse(ids)
		dst, end = append(dst, ids...), start
	}
	slices.Reverse(dst[begin:])
	return dst
}

// unknownIDs returns the ids of a text of unknown characters. As a whole it may still be a piece.
func (m *Model) unknownIDs(text string) []int32 {
	if id := m.pieces.Find(text); id != trie.None {
		return []int32{id}
	}
	if m.ByteFallback {
		find := func(piece string) (int32, bool) { id := m.pieces.Find(piece); return id, id != trie.None }
		if ids, ok := bpe.ByteTokens(text, find); ok {
			return ids
		}
	}
	return []int32{m.Unknown}
}

// Decode returns the text of a sequence of pieces as HF's Metaspace decoder does: marks are spaces,
// except a mark at the very beginning.
func (m *Model) Decode(pieces []string) string {
	var b strings.Builder
	for i, piece := range pieces {
		space := " "
		if i == 0 && m.Prepend {
			space = ""
		}
		if m.Mark != "" {
			piece = strings.ReplaceAll(piece, m.Mark, space)
		}
		b.WriteString(piece)
	}
	return b.String()
}
