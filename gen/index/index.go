// Package index keeps an analysed collection on disk: a lexicon with the surface forms of every term, a forward index
// (document to its term ids in order), postings with term frequencies, statistics, and the documents' own ids, titles and
// texts. Files are mapped, not loaded.
//
// A document's number is its place in the collection, from 0. A term's id is its place in the order in which terms first
// occur in the collection, from 0; neither depends on the number of threads.
package index

import (
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index/internal/textpack"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/huff0"
)

// Index is an open index. Its methods may be called from several goroutines. Slices and strings it returns lie in mapped
// files, but for texts: they are not to be changed, and not to be used after Close.
type Index struct {
	dir      string
	header   header
	identity string
	files    [numFiles]mapped
	analyzer *analysis.Analyzer

	docs     []docRecord
	lengths  []uint32
	ids      []byte
	idslots  []uint32
	text     []byte
	folds    []uint64
	forward  []uint32
	terms    []termRecord
	forms    []formRecord
	slots    []uint32
	names    []byte
	postings *columns
	code     *huff0.Decoder // nil where texts lie as they are

	formsAt, slotsAt, namesAt uint64 // in the lexicon
	slotsSeen                 atomic.Bool
}

// smallFile is the size up to which Open checks a file as a whole.
var smallFile int64 = 32 << 20 // 32 MiB: some milliseconds

// Open maps the index in dir. It checks the format version, every file's size and the checksums of the small ones. Of large ones
// each block is checked when it is touched: a method that meets a damaged one panics with an error, see errs.Rescue. Verify
// checks everything.
func Open(dir string) (*Index, error) { return OpenWith(dir, nil) }

// OpenWith opens an index that was made of word pieces, which must be cut as they were then.
func OpenWith(dir string, pieces analysis.Pieces) (*Index, error) {
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
	x := &Index{dir: dir, header: h, identity: identity}
	if x.analyzer, err = analysis.Restore(o, h.Lists); err != nil {
		return nil, corrupt(filepath.Join(dir, headerName), err.Error())
	}
	if err := x.open(); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

func (x *Index) open() error {
	sizes := x.header.sizes()
	for i, want := range x.header.Files {
		f, err := mapFile(filepath.Join(x.dir, fileNames[i]))
		if err != nil {
			return corrupt(filepath.Join(x.dir, fileNames[i]), err.Error())
		}
		x.files[i] = f
		if int64(len(f.m)) != want.Bytes || sizes[i] >= 0 && sizes[i] != want.Bytes {
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
		x.files[i].below = x.below(i)
		if want.Bytes > smallFile {
			x.files[i].blocks = newBlocks(sums[:n])
		} else if !x.files[i].below.holds(x.files[i].m) {
			return corrupt(x.files[i].path, outOfRange)
		}
		sums = sums[n:]
	}
	x.docs = array[docRecord](x.files[docsFile].m)
	x.lengths = array[uint32](x.files[lengthsFile].m)
	x.ids = x.files[idsFile].m
	x.idslots = array[uint32](x.files[idslotsFile].m)
	x.text = x.files[textFile].m
	x.folds = array[uint64](x.files[foldsFile].m)
	x.forward = array[uint32](x.files[forwardFile].m)
	x.postings = newColumns(x.files[postingsFile : postingsFile+numPostingsFiles])
	if len(x.postings.counts) != (len(x.postings.low)+1)/2 {
		return corrupt(x.files[countsFile].path, "it is too short for the postings")
	}
	switch code, err := textpack.ReadCode(x.header.Code); {
	case err != nil:
		return corrupt(filepath.Join(x.dir, headerName), err.Error())
	case code != nil:
		x.code = code.Decoder()
	}
	return x.openLexicon()
}

// below says what the numbers of a file must be below, since those who read them take them for places in arrays.
func (x *Index) below(file int) below {
	switch file {
	case forwardFile:
		return below{every: 4, limit: uint64(x.header.Terms)}
	case spansFile:
		return below{every: 4, limit: (uint64(x.header.Docs-1)>>16 + 1) << 16}
	}
	return below{}
}

func (x *Index) openLexicon() error {
	f := x.files[lexiconFile]
	terms := (x.header.Terms + 1) * int(unsafe.Sizeof(termRecord{}))
	forms := (x.header.Forms + 1) * int(unsafe.Sizeof(formRecord{}))
	slots := numSlots(x.header.Terms) * 4
	if len(f.m) < terms+forms+slots {
		return corrupt(f.path, "it is too short for its counts")
	}
	rest := []byte(f.m)
	cut := func(n int) (part []byte) { part, rest = rest[:n:n], rest[n:]; return part }
	x.terms = array[termRecord](cut(terms))
	x.forms = array[formRecord](cut(forms))
	x.slots = array[uint32](cut(slots))
	x.names = rest
	x.formsAt, x.slotsAt, x.namesAt = uint64(terms), uint64(terms+forms), uint64(terms+forms+slots)
	return nil
}

// Close unmaps the files.
func (x *Index) Close() error {
	var err error
	for i := range x.files {
		err = errors.Join(err, x.files[i].close())
		x.files[i].m = nil
	}
	return err
}

// Verify compares every file with its checksum and names the first that differs.
func (x *Index) Verify() error {
	for i, want := range x.header.Files {
		if err := x.files[i].verify(want); err != nil {
			return err
		}
	}
	return nil
}

// Verify reads every byte of the index in dir, whatever it was analysed with, and counts files and bytes.
func Verify(dir string) (files int, bytes int64, err error) {
	h, _, err := readHeader(dir)
	if err != nil {
		return 0, 0, err
	}
	x := &Index{dir: dir, header: h}
	defer x.Close()
	if err := x.open(); err != nil {
		return 0, 0, err
	}
	for _, f := range h.Files {
		bytes += f.Bytes
	}
	return len(h.Files) + 1, bytes, x.Verify()
}

// Analyzer returns the analyser the index was built with.
func (x *Index) Analyzer() *analysis.Analyzer { return x.analyzer }

// Identity returns the checksum of the header, which holds those of all files and of the collection they were made from: two indexes with
// one identity are the same bytes.
func (x *Index) Identity() string { return x.identity }

// Collection returns the files that the documents were read from; none where the builder did not say.
func (x *Index) Collection() []SourceFile { return x.header.Collection }

// NumDocs returns the number of documents, N.
func (x *Index) NumDocs() int { return x.header.Docs }

// NumTerms returns the number of distinct terms; their ids are smaller.
func (x *Index) NumTerms() int { return x.header.Terms }

// Bare is what a common index file says of itself; nil for an index of texts. A bare index holds no texts, and the terms of
// its documents stand in the order of their ids, not as they were written.
func (x *Index) Bare() *Bare { return x.header.Bare }

// TotalTerms returns the number of occurrences of all terms.
func (x *Index) TotalTerms() int64 {
	if b := x.header.Bare; b != nil {
		return b.TotalTerms
	}
	return x.header.Tokens
}

// AvgLen returns TotalTerms / NumDocs, or the value of a common index file.
func (x *Index) AvgLen() float64 {
	if b := x.header.Bare; b != nil {
		return b.AvgLen
	}
	return float64(x.header.Tokens) / float64(x.header.Docs)
}

// DocFreq returns the number of documents that hold t, 0 for an id the collection has no term for.
func (x *Index) DocFreq(t uint32) int {
	if int(t) >= x.header.Terms {
		return 0
	}
	x.touchTerm(t)
	return len(part(x, postingsFile, x.postings.low, x.terms[t][postingsAt].number(), x.terms[t+1][postingsAt].number()))
}

// part is list[begin:end], places that a file gave: one that was made to lead astray is damage like any other.
func part[T any](x *Index, file int, list []T, begin, end uint64) []T {
	if begin > end || end > uint64(len(list)) {
		panic(corrupt(x.files[file].path, "a place behind its end is asked for"))
	}
	return list[begin:end:end]
}

// touchTerm checks a term's record and the next one.
func (x *Index) touchTerm(t uint32) {
	const size = uint64(unsafe.Sizeof(termRecord{}))
	x.files[lexiconFile].touch(uint64(t)*size, (uint64(t)+2)*size)
}

// touchDoc checks a document's record and the next one.
func (x *Index) touchDoc(d uint32) {
	const size = uint64(unsafe.Sizeof(docRecord{}))
	x.files[docsFile].touch(uint64(d)*size, (uint64(d)+2)*size)
}

// CollFreq returns the number of occurrences of t in the collection, 0 for an id the collection has no term for.
func (x *Index) CollFreq(t uint32) int64 {
	if int(t) >= x.header.Terms {
		return 0
	}
	x.touchTerm(t)
	return int64(x.terms[t][collFreq].number())
}

// Postings returns those of t; none for an id the collection has no term for.
func (x *Index) Postings(t uint32) Postings {
	if int(t) >= x.header.Terms {
		return Postings{}
	}
	x.touchTerm(t)
	begin, end := x.terms[t][postingsAt].number(), x.terms[t+1][postingsAt].number()
	part(x, postingsFile, x.postings.low, begin, end)
	x.files[postingsFile].touch(begin*2, end*2)
	x.files[countsFile].touch(begin/2, (end+1)/2)
	x.files[largeFile].touchAll()
	firstSpan, endSpan := x.terms[t][spansAt].number(), x.terms[t+1][spansAt].number()
	part(x, spansFile, x.postings.spans, firstSpan, endSpan)
	x.files[spansFile].touch(firstSpan*4, endSpan*4)
	list := x.postings.of(begin, end, firstSpan, endSpan)
	if !list.holds(x.header.Docs) {
		panic(corrupt(x.files[spansFile].path, outOfRange))
	}
	return list
}

// Len returns the number of d's terms, in a bare index the stored length.
func (x *Index) Len(d uint32) int {
	x.files[lengthsFile].touch(uint64(d)*4, uint64(d)*4+4)
	return int(x.lengths[d])
}

// Lengths returns the lengths of all documents.
func (x *Index) Lengths() []uint32 {
	x.files[lengthsFile].touchAll()
	return x.lengths
}

// Terms returns d's term ids in order; a term's positions are its offsets here, but in a bare index.
func (x *Index) Terms(d uint32) []uint32 {
	x.touchDoc(d)
	begin, end := x.docs[d][forwardAt].number(), x.docs[d+1][forwardAt].number()
	list := part(x, forwardFile, x.forward, begin, end)
	x.files[forwardFile].touch(begin*4, end*4)
	return list
}

// DocID returns the collection's id of document d.
func (x *Index) DocID(d uint32) string {
	x.touchDoc(d)
	begin, end := x.docs[d][idAt].number(), x.docs[d+1][idAt].number()
	id := part(x, idsFile, x.ids, begin, end)
	x.files[idsFile].touch(begin, end)
	return str(id)
}

// Doc returns the number of the document with the given id.
func (x *Index) Doc(id string) (d uint32, ok bool) {
	x.files[idslotsFile].touchAll()
	return x.lookUp(idslotsFile, x.idslots, x.header.Docs, id, x.DocID)
}

// Title returns d's title as its file has it.
func (x *Index) Title(d uint32) string {
	x.touchDoc(d)
	return x.textOf(x.docs[d][titleAt], x.docs[d][textAt])
}

// Text returns d's text as its file has it, without the title.
func (x *Index) Text(d uint32) string {
	x.touchDoc(d)
	return x.textOf(x.docs[d][textAt], x.docs[d][urlAt])
}

// URL returns d's URL as its file has it, empty without one.
func (x *Index) URL(d uint32) string {
	x.touchDoc(d)
	return x.textOf(x.docs[d][urlAt], x.docs[d+1][titleAt])
}

func (x *Index) textOf(first, next place) string {
	begin, end := first.number(), next.number()
	bytes := part(x, textFile, x.text, begin, end)
	if len(bytes) == 0 {
		return ""
	}
	x.files[textFile].touch(begin, end)
	text, err := textpack.Unpack(x.code, bytes)
	if err != nil {
		panic(corrupt(x.files[textFile].path, err.Error()))
	}
	return text
}

// FullText returns what was analysed of d: the chosen fields, joined by a newline.
func (x *Index) FullText(d uint32) string {
	return corpus.DocText(corpus.Doc{Title: x.Title(d), Text: x.Text(d), URL: x.URL(d)}, x.header.DocFields)
}

// FoldHash returns pairs.FoldHash of FullText, which an index without texts does not have. Documents of one hash are one text to a trainer.
func (x *Index) FoldHash(d uint32) uint64 {
	x.files[foldsFile].touch(uint64(d)*8, uint64(d)*8+8)
	return x.folds[d]
}

// Term returns the term with id t, which must be below NumTerms.
func (x *Index) Term(t uint32) string {
	x.touchTerm(t)
	return x.name(x.terms[t][nameAt], x.terms[t+1][nameAt])
}

// name returns a string of the lexicon.
func (x *Index) name(first, next place) string {
	begin, end := first.number(), next.number()
	name := part(x, lexiconFile, x.names, begin, end)
	x.files[lexiconFile].touch(x.namesAt+begin, x.namesAt+end)
	return str(name)
}

// TermID returns the id of an analysed term.
func (x *Index) TermID(term string) (t uint32, ok bool) {
	if !x.slotsSeen.Load() {
		x.files[lexiconFile].touch(x.slotsAt, x.namesAt)
		x.slotsSeen.Store(true)
	}
	return x.lookUp(lexiconFile, x.slots, x.header.Terms, term, x.Term)
}

// lookUp finds a name in a hash table of n numbers. A table that was made without a free slot ends the walk too.
func (x *Index) lookUp(file int, slots []uint32, n int, name string, nameOf func(uint32) string) (number uint32, ok bool) {
	left := len(slots)
	_, number, ok = findSlot(slots, xxhash.Sum64String(name), func(number uint32) bool {
		if left--; left < 0 || int(number) >= n {
			panic(corrupt(x.files[file].path, "its hash table leads nowhere"))
		}
		return nameOf(number) == name
	})
	return number, ok
}

// Form is a surface form of a term and how often it occurs in the collection.
type Form struct {
	Surface string
	Count   int64
}

// Forms returns the surface forms of t, by falling count, then bytes.
func (x *Index) Forms(t uint32) []Form {
	if int(t) >= x.header.Terms {
		return nil
	}
	x.touchTerm(t)
	list := make([]Form, 0, 4)
	begin, end := x.terms[t][formAt].number(), x.terms[t+1][formAt].number()
	part(x, lexiconFile, x.forms[:x.header.Forms], begin, end)
	for i := begin; i < end; i++ {
		const size = uint64(unsafe.Sizeof(formRecord{}))
		x.files[lexiconFile].touch(x.formsAt+i*size, x.formsAt+(i+2)*size)
		list = append(list, Form{x.name(x.forms[i].Name, x.forms[i+1].Name), int64(x.forms[i].Count.number())})
	}
	return list
}

// Query analyses text as the documents were. A term that the collection lacks gets the id NumTerms() + k, where k counts
// such terms in the order of their first occurrence in text; equal terms have equal ids.
func (x *Index) Query(text string) []uint32 { return x.Queries()(text) }

// Distinct counts the distinct terms of a query.
func Distinct(terms []uint32) int {
	ids := slices.Clone(terms)
	slices.Sort(ids)
	return len(slices.Compact(ids))
}

// Queries returns Query for many texts, for the use of one goroutine.
func (x *Index) Queries() func(text string) []uint32 { return AnalyseQueries(x.analyzer, x) }

// AnalyseQueries returns Reader.Queries for terms that an analyser made. The function maps every surface form to its term once.
func AnalyseQueries(an *analysis.Analyzer, terms Lexicon) func(text string) []uint32 {
	type form struct {
		term string
		id   uint32
		in   bool // the collection has the term
		keep bool // it is no stop word
	}
	forms := map[string]form{}
	return func(text string) (ids []uint32) {
		missing := map[string]uint32{}
		an.Each(text, func(surface []byte) {
			f, ok := forms[string(surface)]
			if !ok {
				if f.term, f.keep = an.Term(string(surface)); f.keep {
					f.id, f.in = terms.TermID(f.term)
				}
				forms[string(surface)] = f
			}
			if f.keep && !f.in {
				if f.id, ok = missing[f.term]; !ok {
					f.id = uint32(terms.NumTerms() + len(missing))
					missing[f.term] = f.id
				}
			}
			if f.keep {
				ids = append(ids, f.id)
			}
		})
		return ids
	}
}
