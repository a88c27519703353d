package tokenize

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	sugarme "github.com/sugarme/tokenizer/model"
)

// The special tokens of BERT's vocabularies.
const (
	PadToken  = "[PAD]"
	UnkToken  = "[UNK]"
	ClsToken  = "[CLS]"
	SepToken  = "[SEP]"
	MaskToken = "[MASK]"
)

// specialTokens are matched in the raw text if the vocabulary has them.
var specialTokens = [...]string{PadToken, UnkToken, ClsToken, SepToken, MaskToken}

const vocabHint = "a WordPiece vocabulary is a vocab.txt with one piece a line, as published with BERT models"

// Vocab is a list of word pieces that does not change. A piece's id is its index, from 0.
type Vocab struct {
	pieces []string
	ids    sugarme.Vocab // the id of each piece
	sha256 string        // see SHA256
}

// LoadVocab reads a vocab.txt. As HF's reader does, it removes white space at the end of a line.
func LoadVocab(path string) (*Vocab, error) {
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	return ParseVocab(path, raw)
}

// ParseVocab reads the bytes of a vocab.txt. Errors contain name.
func ParseVocab(name string, raw []byte) (*Vocab, error) {
	var pieces []string
	for line := range bytes.Lines(raw) {
		piece := bytes.TrimRightFunc(line, unicode.IsSpace)
		if len(piece) == 0 {
			return nil, errs.BadInput(name, len(pieces)+1, vocabHint, "empty line")
		}
		if !utf8.Valid(piece) {
			return nil, errs.BadInput(name, len(pieces)+1, vocabHint, "not UTF-8")
		}
		pieces = append(pieces, string(piece))
	}
	if len(pieces) == 0 {
		return nil, errs.BadInput(name, 0, vocabHint, "no pieces")
	}
	v, err := newVocab(name, pieces)
	if err != nil {
		return nil, err
	}
	v.sha256 = sumOf(raw)
	return v, nil
}

// newVocab indexes pieces and checks that [UNK], [CLS] and [SEP] exist.
func newVocab(name string, pieces []string) (*Vocab, error) {
	v := &Vocab{pieces: pieces, ids: make(sugarme.Vocab, len(pieces))}
	for i, piece := range pieces {
		if first, exists := v.ids[piece]; exists {
			return nil, errs.BadInput(name, i+1, "remove one of them: a piece has one id", "piece %q stands on line %d already", piece, first+1)
		}
		v.ids[piece] = i
	}
	for _, need := range []string{UnkToken, ClsToken, SepToken} {
		if _, ok := v.ids[need]; !ok {
			return nil, errs.BadInput(name, 0, vocabHint, "no piece %s", need)
		}
	}
	var text bytes.Buffer
	if err := v.Write(&text); err != nil {
		return nil, err
	}
	v.sha256 = sumOf(text.Bytes())
	return v, nil
}

func sumOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// Write writes the vocabulary as a vocab.txt.
func (v *Vocab) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, piece := range v.pieces {
		b.WriteString(piece)
		b.WriteByte('\n')
	}
	return b.Flush()
}

// SHA256 returns the checksum, in hex, of the file that was read, or of the bytes that Write writes.
func (v *Vocab) SHA256() string { return v.sha256 }

// Size returns the number of pieces.
func (v *Vocab) Size() int { return len(v.pieces) }

// Piece returns the piece of an id, and "" for an id outside the vocabulary.
func (v *Vocab) Piece(id int32) string {
	if id < 0 || int(id) >= len(v.pieces) {
		return ""
	}
	return v.pieces[id]
}

// ID returns the id of a piece, "##" included.
func (v *Vocab) ID(piece string) (id int32, ok bool) {
	i, ok := v.ids[piece]
	return int32(i), ok
}
