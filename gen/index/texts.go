package index

import (
	"cmp"
	"encoding/binary"
	"errors"
	"unsafe"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/klauspost/compress/huff0"
)

// recordTable holds the records of documents, terms or forms in a file, and one more record at the end.
type recordTable[T any] struct {
	file  *mapping
	begin uint64 // the offset of the first record in the file
	list  []T
}

// records returns record i and the next one, after touch checked the bytes of both.
func (t *recordTable[T]) records(i uint64) (record, next *T) {
	size := uint64(unsafe.Sizeof(t.list[0]))
	t.file.touch(t.begin+i*size, t.begin+(i+2)*size)
	return &t.list[i], &t.list[i+1]
}

// texts holds the original texts of an index's documents, as Texts says. Its methods panic if the index is damaged.
type texts struct {
	docs      recordTable[docRecord] // say where the texts of each document begin
	file      *mapping               // holds the packed texts
	code      *huff0.Decoder         // nil if texts are not packed
	fields    []string               // the analysed fields
	foldsFile *mapping               // holds folds
	folds     []uint32               // for each document, the lower half of the hash of its text without case (pairs.FoldHash)
}

func (t *texts) Parts(d uint32) (title, text, url string) {
	record, next := t.docs.records(uint64(d))
	begin, end := record[textAt].number(), next[textAt].number()
	rest := part(t.file, t.file.m, begin, end)
	t.file.touch(begin, end)
	for _, field := range [...]*string{&text, &title, &url} { // in the file's order
		if len(rest) == 0 {
			break
		}
		var err error
		if *field, rest, err = unpack(t.code, rest); err != nil {
			panic(corrupt(t.file.path, err.Error()))
		}
	}
	return title, text, url
}

func (t *texts) FullText(d uint32) string {
	title, text, url := t.Parts(d)
	return corpus.DocText(corpus.Doc{Title: title, Text: text, URL: url}, t.fields)
}

func (t *texts) FoldHash(d uint32) uint32 {
	t.foldsFile.touch(uint64(d)*4, uint64(d)*4+4)
	return t.folds[d]
}

// Each text is packed separately: its length as uvarint, then blocks of at most textBlock bytes of text. A block has the length of its
// packed bytes as uvarint, and the packed bytes. The packed bytes are a Huffman code, which is the same for the whole index. If the packed
// length is 0, the text itself follows.
const textBlock = 1 << 17

// codeBytes is the number of bytes of text, from the beginning of a collection, from which the code is made.
const codeBytes = 1 << 20

// newCode returns a code for texts like those of docs; nil if all bytes are about equally frequent. It can encode every byte.
func newCode(docs []corpus.Doc) ([]byte, error) {
	var count [256]uint32
	for b := range count {
		count[b] = 1
	}
	left := codeBytes
	for _, d := range docs {
		for _, text := range [...]string{d.Title, d.Text, d.URL} {
			n := min(len(text), left)
			for i := range n {
				count[text[i]] += 16 // more than a byte that does not occur
			}
			left -= n
		}
	}
	s := &huff0.Scratch{TableLog: 11} // bits of a byte's longest code: the maximum
	err := s.BuildCTable(&count)
	var code []byte
	if err == nil {
		code, err = s.AppendTable(nil)
	}
	if errors.Is(err, huff0.ErrIncompressible) {
		return nil, nil
	}
	return code, err
}

// readCode parses a code; nil if code is empty.
func readCode(code []byte) (*huff0.Scratch, error) {
	if len(code) == 0 {
		return nil, nil
	}
	s, rest, err := huff0.ReadTable(code, nil)
	if err == nil && len(rest) > 0 {
		err = errors.New("bytes follow the code")
	}
	if err != nil {
		return nil, err
	}
	s.Reuse = huff0.ReusePolicyMust
	return s, nil
}

// pack appends a packed text to out. One goroutine at a time may use a code.
func pack(out []byte, code *huff0.Scratch, text string) []byte {
	out = binary.AppendUvarint(out, uint64(len(text)))
	for len(text) > 0 {
		block := []byte(text[:min(len(text), textBlock)])
		text = text[len(block):]
		var content []byte
		if code != nil {
			content, _, _ = huff0.Compress1X(block, code) // nil if the code does not shorten the block
		}
		out = binary.AppendUvarint(out, uint64(len(content)))
		if content == nil {
			content = block
		}
		out = append(out, content...)
	}
	return out
}

var errPacked = errors.New("it holds a text that cannot be unpacked")

// unpack returns the first text of packed content, and the content after it.
func unpack(code *huff0.Decoder, content []byte) (text string, rest []byte, err error) {
	length, n := binary.Uvarint(content)
	if n <= 0 {
		return "", nil, errPacked
	}
	var out []byte
	for rest = content[n:]; length > 0; {
		size := min(length, textBlock)
		numPacked, n := binary.Uvarint(rest)
		packed := cmp.Or(numPacked, size)
		if n <= 0 || packed > uint64(len(rest)-n) || numPacked > 0 && code == nil {
			return "", nil, errPacked
		}
		block := rest[n:][:packed]
		if numPacked > 0 {
			if block, err = code.Decompress1X(make([]byte, 0, size), block); err != nil || uint64(len(block)) != size {
				return "", nil, errPacked
			}
		}
		rest, length = rest[n:][packed:], length-size
		if out == nil && length == 0 {
			return str(block), rest, nil
		}
		out = append(out, block...)
	}
	return str(out), rest, nil
}
