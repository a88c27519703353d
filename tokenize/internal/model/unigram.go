package model

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Piece is a piece of the vocabulary with the logarithm of its probability.
type Piece struct {
	Text  string
	Score float64
}

// UnigramConfig holds everything that decides the ids.
type UnigramConfig struct {
	Pieces       []Piece // Pieces[id] is the piece with this id
	Unknown      int32   // the id of characters that no piece covers; neighbouring ones get one id together
	ByteFallback bool    // characters that no piece covers get the pieces of their bytes, such as <0x41>, if all these pieces exist
}

// Unigram encodes texts. It is safe for use by several goroutines at once.
type Unigram struct {
	UnigramConfig
	pieces  *Trie
	scores  []float64 // a copy of the scores in Pieces, which is faster to read
	unknown float64   // the score of an unknown character
}

// unknownPenalty is subtracted from the worst score for an unknown character (kUnkPenalty of SentencePiece).
const unknownPenalty = 10

// NewUnigram returns a model. An error names the part of the configuration that is wrong.
func NewUnigram(c UnigramConfig) (*Unigram, error) {
	if c.Unknown < 0 || int(c.Unknown) >= len(c.Pieces) {
		return nil, fmt.Errorf("unk_id is %d, and there are %s", c.Unknown, terminal.Plural(len(c.Pieces), "piece", "pieces"))
	}
	worst, words, scores := math.Inf(1), make([]Word, len(c.Pieces)), make([]float64, len(c.Pieces))
	for id, p := range c.Pieces {
		if len(p.Text) > safefile.Piece {
			return nil, fmt.Errorf("piece %d has %s, more than %d", id, terminal.Plural(len(p.Text), "byte", "bytes"), safefile.Piece)
		}
		worst, words[id], scores[id] = min(worst, p.Score), Word{Text: p.Text, Value: int32(id)}, p.Score
	}
	return &Unigram{UnigramConfig: c, pieces: NewTrie(words), scores: scores, unknown: worst - unknownPenalty}, nil
}

// pathEnd is the best sequence of pieces, called a path, from the beginning of a text to one of its offsets.
type pathEnd struct {
	score float64 // the sum of the pieces' scores, added from the left
	size  int32   // the size of the last piece in bytes; 0: no path ends here
	id    int32   // the id of the last piece
}

var paths = sync.Pool{New: func() any { return new([]pathEnd) }}

// AppendIDs appends the ids of the path with the greatest sum of scores. Of equal sums it takes the first path, from left to right and from
// short to long pieces (encode_optimized of HF tokenizers).
func (m *Unigram) AppendIDs(dst []int32, text string) []int32 {
	path := paths.Get().(*[]pathEnd)
	best := slices.Grow((*path)[:0], len(text)+1)[:len(text)+1]
	clear(best)
	offer := func(start, end int, id int32, score float64) {
		if score += best[start].score; best[end].size == 0 || score > best[end].score {
			best[end] = pathEnd{score: score, size: int32(end - start), id: id}
		}
	}
	work := NewTrieWork(text)
	for start, r := range text {
		width, isPiece := utf8.RuneLen(r), false // isPiece: the single character is a piece
		if r == utf8.RuneError {
			_, width = utf8.DecodeRuneInString(text[start:])
		}
		n, end := int32(Root), start
		for ; end < len(text); end++ {
			if n = m.pieces.Next(n, text[end]); n == None {
				break
			}
			if id := m.pieces.Value(n); id != None {
				offer(start, end+1, id, m.scores[id])
				isPiece = isPiece || end+1 == start+width
			}
		}
		work.Spend(end - start)
		if !isPiece {
			offer(start, start+width, m.Unknown, m.unknown)
		}
	}
	dst = m.appendPath(dst, text, best)
	*path = best
	paths.Put(path)
	return dst
}

// appendPath appends the ids of the best path. Neighbouring unknown characters are encoded together.
func (m *Unigram) appendPath(dst []int32, text string, best []pathEnd) []int32 {
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

// unknownIDs returns the ids of a text of unknown characters. The whole text may still be a piece.
func (m *Unigram) unknownIDs(text string) []int32 {
	if id := m.pieces.Find(text); id != None {
		return []int32{id}
	}
	if m.ByteFallback {
		find := func(piece string) (int32, bool) { id := m.pieces.Find(piece); return id, id != None }
		if ids, ok := byteTokens(text, find); ok {
			return ids
		}
	}
	return []int32{m.Unknown}
}

// ParseScore reads a JSON number as HF's reader does (serde_json without float_roundtrip). The result often differs from the nearest
// float64 by one unit in the last place, which can decide between two paths. ParseScore reads the digits as an integer of 64 bits,
// converts it to float64, and multiplies or divides it by a power of ten.
func ParseScore(number string) (float64, error) {
	rest, negative := number, false
	if rest != "" && rest[0] == '-' {
		rest, negative = rest[1:], true
	}
	digits, exponent, isFull := uint64(0), 0, false
	readDigits := func(inFraction bool) {
		for ; rest != "" && '0' <= rest[0] && rest[0] <= '9'; rest = rest[1:] {
			d := uint64(rest[0] - '0')
			if isFull = isFull || digits > (math.MaxUint64-d)/10; isFull {
				if !inFraction {
					exponent++
				}
				continue
			}
			digits = digits*10 + d
			if inFraction {
				exponent--
			}
		}
	}
	readDigits(false)
	if rest != "" && rest[0] == '.' {
		rest = rest[1:]
		readDigits(true)
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		more, err := strconv.Atoi(rest[1:])
		if err != nil || more < -1<<20 || more > 1<<20 {
			return 0, fmt.Errorf("the exponent of %s", number)
		}
		exponent, rest = exponent+more, ""
	}
	f := scale(float64(digits), exponent)
	if rest != "" || math.IsInf(f, 0) {
		return 0, fmt.Errorf("%q is no number", number)
	}
	if negative {
		f = -f
	}
	return f, nil
}

// scale returns f times ten to the power of exponent. Its steps are powers of ten that a float64 can hold.
func scale(f float64, exponent int) float64 {
	const maxExponent = 308
	for ; exponent < -maxExponent && f != 0; exponent += maxExponent {
		f /= 1e308
	}
	switch {
	case f == 0:
		return 0
	case exponent > maxExponent:
		return math.Inf(1)
	case exponent < 0:
		return f / powerOfTen(-exponent)
	}
	return f * powerOfTen(exponent)
}

// powerOfTen returns the float64 nearest to ten to the power of n, from 0 to 308.
func powerOfTen(n int) float64 {
	const exact = 22 // float64 holds the powers up to 10^22 exactly
	if n <= exact {
		return math.Pow10(n)
	}
	f, err := numeral.Parse("1e" + strconv.Itoa(n))
	if err != nil {
		panic(err) // n is in range
	}
	return f
}
