// Package index keeps an analysed collection on disk: a lexicon with the surface forms of every term, a forward index (document to its term
// ids in order), postings with term frequencies, statistics, and the documents' own ids, titles and texts. Files are mapped, not loaded.
//
// A document's number is its place in the collection, from 0. A term's id is its place in the order in which terms first
// occur in the collection, from 0. Numbers and ids do not depend on the number of threads.
package index

import (
	"errors"
	"path/filepath"
	"sync/atomic"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/internal/errs"
)

// fileReader is an open index; see Reader, Texts and Lexicon. The slices and strings that its methods return are in mapped files, except
// texts. They must not be used after Close.
type fileReader struct {
	dir      string
	header   header
	identity string
	files    [numFiles]mapping
	analyzer *analysis.Analyzer

	docs     recordTable[docRecord]
	lengths  []uint32
	ids      []byte
	idslots  []uint32
	postings *columns
	lexicon  lexicon
	texts    texts
}

// smallFile is the maximum size of a file that Open checks as a whole.
var smallFile int64 = 32 << 20 // 32 MiB: some milliseconds

// Open maps and returns the index in dir. It checks the format version, every file's size and the checksums of small files. A block of a
// large file is checked when it is first read: a method that reads a damaged block panics with an error (see errs.Rescue). Verify checks
// everything.
func Open(dir string) (Reader, error) { return OpenWith(dir, nil) }

// OpenWith opens an index as Open does. If the index was made with word pieces, pieces must be those of its vocabulary.
func OpenWith(dir string, pieces analysis.Pieces) (Reader, error) {
	h, identity, err := readHeader(dir)
	if err != nil {
		return nil, err
	}
	o := h.Analysis
	if o.Tokenizer == analysis.WordPiece {
		switch o.Pieces = pieces; {
		case pieces == nil:
			return nil, errs.BadUsage("give the vocabulary it was made with", "the index %s is made of word pieces", dir)
		case pieces.Fingerprint() != h.Pieces:
			return nil, errs.BadUsage("give the vocabulary it was made with, or build it again",
				"the index %s is made of the pieces of another vocabulary", dir)
		}
	}
	x := &fileReader{dir: dir, header: h, identity: identity}
	if x.analyzer, err = analysis.Restore(o, h.Lists); err != nil {
		return nil, corrupt(filepath.Join(dir, headerName), err.Error())
	}
	if err := open(x); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// open maps the files and finds the arrays in them.
func open(x *fileReader) error {
	sizes := x.header.sizes()
	for i, want := range x.header.Files {
		f, err := mapFile(filepath.Join(x.dir, fileNames[i]))
		if err != nil {
			return corrupt(filepath.Join(x.dir, fileNames[i]), err.Error())
		}
		x.files[i] = f
		if int64(len(f.m)) != want.Bytes || sizes[i] != anySize && sizes[i] != want.Bytes {
			return corrupt(f.path, "its size differs")
		}
		if want.Bytes <= smallFile || i == sumsFile {
			if err := f.verify(want); err != nil {
				return err
			}
		}
	}
	sums := array[uint64](x.files[sumsFile].m)
	for i, want := range x.header.Files[:sumsFile] {
		n := numBlocks(want.Bytes)
		if i == spansFile { // its numbers are used as indexes, so they must be in range
			x.files[i].bounds = bounds{every: 4, limit: (uint64(x.header.Docs-1)>>16 + 1) << 16}
		}
		if want.Bytes > smallFile {
			x.files[i].blocks = &blocks{sums: sums[:n], checked: make([]atomic.Uint64, (n+63)/64)}
		} else if !x.files[i].bounds.holds(x.files[i].m) {
			return corrupt(x.files[i].path, outOfRange)
		}
		sums = sums[n:]
	}
	x.docs = recordTable[docRecord]{&x.files[docsFile], 0, array[docRecord](x.files[docsFile].m)}
	x.lengths = array[uint32](x.files[lengthsFile].m)
	x.ids = x.files[idsFile].m
	x.idslots = array[uint32](x.files[idslotsFile].m)
	x.postings = newColumns(x.files[postingsFile : postingsFile+numPostingsFiles])
	if len(x.postings.counts) != (len(x.postings.low)+1)/2 {
		return corrupt(x.files[countsFile].path, "it is too short for the postings")
	}
	x.texts = texts{docs: x.docs, file: &x.files[textFile], foldsFile: &x.files[foldsFile], folds: array[uint32](x.files[foldsFile].m),
		fields: x.header.DocFields}
	switch code, err := readCode(x.header.Code); {
	case err != nil:
		return corrupt(filepath.Join(x.dir, headerName), err.Error())
	case code != nil:
		x.texts.code = code.Decoder()
	}
	return readLexicon(&x.lexicon, &x.files[lexiconFile], x.header.Terms, x.header.Forms)
}

// Close unmaps the files.
func (x *fileReader) Close() (err error) {
	for i := range x.files {
		err = errors.Join(err, x.files[i].close())
		x.files[i].m = nil
	}
	return err
}

// Verify compares every file of the index in dir with its checksum, and returns the number of files and bytes. It needs no vocabulary.
func Verify(dir string) (files int, bytes int64, err error) {
	h, _, err := readHeader(dir)
	if err != nil {
		return 0, 0, err
	}
	x := &fileReader{dir: dir, header: h}
	defer x.Close()
	if err := open(x); err != nil {
		return 0, 0, err
	}
	for i, f := range h.Files {
		bytes += f.Bytes
		if err == nil {
			err = x.files[i].verify(f)
		}
	}
	return len(h.Files) + 1, bytes, err
}

// About returns a description of the index. Its identity is the checksum of the header, which includes the checksums of all files.
func (x *fileReader) About() About {
	return About{Analyzer: x.analyzer, Collection: x.header.Collection, Stripped: x.header.Stripped, Identity: x.identity}
}

func (x *fileReader) Lexicon() Lexicon { return &x.lexicon }
func (x *fileReader) Texts() Texts     { return &x.texts }
func (x *fileReader) NumDocs() int     { return x.header.Docs }

func (x *fileReader) TotalTerms() int64 { return x.header.Tokens }

// AvgLen returns TotalTerms / NumDocs.
func (x *fileReader) AvgLen() float64 { return float64(x.header.Tokens) / float64(x.header.Docs) }

func (x *fileReader) DocFreq(t uint32) int {
	if int(t) >= x.header.Terms {
		return 0
	}
	record, next := x.lexicon.terms.records(uint64(t))
	return len(part(&x.files[postingsFile], x.postings.low, record[postingsAt].number(), next[postingsAt].number()))
}

func (x *fileReader) CollFreq(t uint32) (n int64) {
	for _, form := range x.lexicon.Forms(t) {
		n += form.Count
	}
	return n
}

func (x *fileReader) Postings(t uint32) Postings {
	if int(t) >= x.header.Terms {
		return Postings{}
	}
	record, next := x.lexicon.terms.records(uint64(t))
	return x.postings.read(record, next, x.header.Docs)
}

func (x *fileReader) Len(d uint32) int {
	x.files[lengthsFile].touch(uint64(d)*4, uint64(d)*4+4)
	return int(x.lengths[d])
}

func (x *fileReader) Lengths() []uint32 {
	x.files[lengthsFile].touchAll()
	return x.lengths
}

func (x *fileReader) Terms(d uint32) []uint32 {
	packed := x.packedTerms(d)
	list := make([]uint32, min(x.Len(d), len(packed)))
	x.unpackTerms(list, packed)
	return list
}

func (x *fileReader) TermsOf(docs []uint32) [][]uint32 {
	packed, ends, numTerms := []uint16(nil), make([]int, len(docs)+1), 0
	for i, d := range docs { // the processor waits for the memory of several documents at once
		packed = append(packed, x.packedTerms(d)...)
		ends[i+1] = len(packed)
		numTerms += x.Len(d)
	}
	terms, list := make([][]uint32, len(docs)), make([]uint32, min(numTerms, len(packed)))
	for i, d := range docs {
		n := min(x.Len(d), len(list))
		terms[i], list = list[:n:n], list[n:]
		x.unpackTerms(terms[i], packed[ends[i]:ends[i+1]])
	}
	return terms
}

func (x *fileReader) packedTerms(d uint32) []uint16 {
	record, next := x.docs.records(uint64(d))
	begin, end := record[forwardAt].number(), next[forwardAt].number()
	file := &x.files[forwardFile]
	packed := part(file, array[uint16](file.m), begin, end)
	file.touch(begin*2, end*2)
	return packed
}

// unpackTerms fills list with a document's packed terms.
func (x *fileReader) unpackTerms(list []uint32, packed []uint16) {
	if !unpackTerms(list, packed, x.header.Terms) {
		panic(corrupt(x.files[forwardFile].path, outOfRange))
	}
}

func (x *fileReader) DocID(d uint32) string {
	record, next := x.docs.records(uint64(d))
	begin, end := record[idAt].number(), next[idAt].number()
	id := part(&x.files[idsFile], x.ids, begin, end)
	x.files[idsFile].touch(begin, end)
	return str(id)
}

func (x *fileReader) Doc(id string) (d uint32, ok bool) {
	x.files[idslotsFile].touchAll()
	return lookUp(&x.files[idslotsFile], x.idslots, x.header.Docs, id, x.DocID)
}
