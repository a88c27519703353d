package index

import (
	"unsafe"

	"github.com/klauspost/compress/huff0"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index/internal/textpack"
)

// docTable holds where the parts of each document are.
type docTable struct {
	file *mapping
	list []docRecord // one more than there are documents
}

// records returns the checked records of a document and of the next one.
func (t *docTable) records(d uint32) (record, next *docRecord) {
	const size = uint64(unsafe.Sizeof(docRecord{}))
	t.file.touch(uint64(d)*size, (uint64(d)+2)*size)
	return &t.list[d], &t.list[d+1]
}

// texts are the documents of an index as they were read.
type texts struct {
	docs      docTable
	file      *mapping
	code      *huff0.Decoder // nil where texts lie as they are
	fields    []string       // what was analysed
	foldsFile *mapping
	folds     []uint64
}

func (t *texts) Title(d uint32) string {
	record, _ := t.docs.records(d)
	return t.unpack(record[titleAt], record[textAt])
}

func (t *texts) Text(d uint32) string {
	record, _ := t.docs.records(d)
	return t.unpack(record[textAt], record[urlAt])
}

func (t *texts) URL(d uint32) string {
	record, next := t.docs.records(d)
	return t.unpack(record[urlAt], next[titleAt])
}

// unpack returns the text between two places.
func (t *texts) unpack(first, next place) string {
	begin, end := first.number(), next.number()
	bytes := part(t.file, t.file.m, begin, end)
	if len(bytes) == 0 {
		return ""
	}
	t.file.touch(begin, end)
	text, err := textpack.Unpack(t.code, bytes)
	if err != nil {
		panic(corrupt(t.file.path, err.Error()))
	}
	return text
}

func (t *texts) FullText(d uint32) string {
	return corpus.DocText(corpus.Doc{Title: t.Title(d), Text: t.Text(d), URL: t.URL(d)}, t.fields)
}

// FoldHash returns pairs.FoldHash of FullText.
func (t *texts) FoldHash(d uint32) uint64 {
	t.foldsFile.touch(uint64(d)*8, uint64(d)*8+8)
	return t.folds[d]
}
