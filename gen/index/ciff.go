package index

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// Bare is what an index takes from a common index file as it is said there.
type Bare struct {
	TotalTerms  int64   `json:"total_terms"`
	AvgLen      float64 `json:"average_length"`
	Lists       int     `json:"postings_lists"`       // in the file
	TotalLists  int     `json:"total_postings_lists"` // of the index that was exported
	Rounded     int     `json:"rounded_lengths"`      // documents whose length is not the sum of their counts; 0 where Partial
	Description string  `json:"description,omitempty"`
}

// Partial reports whether only some terms were exported, such as those of a set of queries.
func (b *Bare) Partial() bool { return b.Lists < b.TotalLists }

// BuildCIFF turns the common index file at path into an index in the directory dir, as Build does with documents. Lengths,
// their average and the number of terms are as stored. an must treat queries as the terms were treated that were exported.
func BuildCIFF(ctx context.Context, dir, path string, an *analysis.Analyzer, o Options, rep *corpus.Report, st *progress.Stage) error {
	return whole(dir, func(folder filesys.FS) error { return WriteCIFF(ctx, folder, path, an, o, rep, st) })
}

// WriteCIFF does so in an empty folder, as Write does with documents.
func WriteCIFF(ctx context.Context, folder filesys.FS, path string, an *analysis.Analyzer, o Options, rep *corpus.Report,
	st *progress.Stage) error {
	if err := o.validate(); err != nil {
		return err
	}
	b := &bareBuild{path: path}
	if err := b.read(ctx, folder, rep, st); err != nil {
		return err
	}
	return b.write(ctx, folder, an, o, st)
}

// longestDocument bounds what a damaged count can ask for.
const longestDocument = 1 << 26 // terms

// bareBuild gathers what a common index file holds beside the postings, which go to their file at once.
type bareBuild struct {
	path    string
	head    corpus.CIFFHeader
	scan    scan // of which the lexicon is written: every term is its own surface form
	records []places
	tokens  []uint64 // per document, the sum of its counts
	ids     []string
	lengths []uint32
	files   [numFiles]fileRecord
}

func (b *bareBuild) bad(hint, format string, args ...any) error {
	return errs.BadInput(b.path, 0, hint, format, args...)
}

// count adds a posting to the terms of its document.
func (b *bareBuild) count(p corpus.CIFFPosting) error {
	if b.tokens[p.Document] += uint64(p.TF); b.tokens[p.Document] > longestDocument {
		return b.bad("write the export again", "document %d has more than %d terms", p.Document, longestDocument)
	}
	return nil
}

func (b *bareBuild) read(ctx context.Context, folder filesys.FS, rep *corpus.Report, st *progress.Stage) error {
	w, err := newPostingsWriter(folder)
	if err != nil {
		return err
	}
	var row []Posting
	err = corpus.ReadCIFF(ctx, b.path, rep, corpus.CIFFVisitor{
		Header: func(h corpus.CIFFHeader) error {
			if h.TotalDocuments > h.Documents {
				return b.bad("export them all", "it holds %d of the index's %d documents", h.Documents, h.TotalDocuments)
			}
			b.head = h
			b.tokens, b.ids, b.lengths = make([]uint64, h.Documents), make([]string, h.Documents), make([]uint32, h.Documents)
			return nil
		},
		Postings: func(l corpus.CIFFPostings) error {
			term := []byte(l.Term)
			hash, numTerms := intern.Hash(term), b.scan.terms.Len()
			number := b.scan.terms.Add(term, hash)
			if int(number) < numTerms {
				return b.bad("write the export again", "the term %q has two lists of postings", l.Term)
			}
			if !isPlace(uint64(l.CollFreq)) {
				return b.bad("write the export again", "the term %q occurs %d times", l.Term, l.CollFreq)
			}
			b.scan.forms.Add(term, hash)
			b.scan.termOf, b.scan.counts = append(b.scan.termOf, number), append(b.scan.counts, uint64(l.CollFreq))
			begin, err := w.next()
			if err != nil {
				return err
			}
			b.records = append(b.records, begin)
			row = row[:0]
			for _, p := range l.Postings {
				if err := b.count(p); err != nil {
					return err
				}
				row = append(row, Posting{Doc: uint32(p.Document), TF: uint32(p.TF)})
			}
			return w.add(row)
		},
		Document: func(d corpus.CIFFDocument) error {
			if b.ids[d.Document] != "" {
				return b.bad("write the export again", "document %d has two records, %q and %q", d.Document, b.ids[d.Document], d.ID)
			}
			b.ids[d.Document], b.lengths[d.Document] = d.ID, uint32(d.Length)
			st.Add(1)
			return nil
		},
	})
	end, endErr := w.next()
	b.records = append(b.records, end)
	return errors.Join(err, endErr, w.finish(&b.files))
}

func (b *bareBuild) write(ctx context.Context, folder filesys.FS, an *analysis.Analyzer, o Options, st *progress.Stage) error {
	bare := &Bare{TotalTerms: b.head.TotalTerms, AvgLen: b.head.AverageLength, Lists: b.head.PostingsLists,
		TotalLists: max(b.head.TotalPostingsLists, b.head.PostingsLists), Description: b.head.Description}
	sum, long := uint64(0), uint64(0)
	for d, n := range b.tokens {
		sum += n
		long += uint64(b.lengths[d])
		if !bare.Partial() && n != uint64(b.lengths[d]) {
			bare.Rounded++
		}
	}
	// A writer may leave out what the rest of the file says too.
	if bare.TotalTerms <= 0 {
		bare.TotalTerms = int64(max(sum, long))
	}
	if !(bare.AvgLen > 0) || math.IsInf(bare.AvgLen, 1) {
		bare.AvgLen = float64(long) / float64(len(b.ids))
	}
	if !isPlace(sum) {
		return b.bad("write the export again", "its counts add up to %d", sum)
	}
	for _, make := range []func() error{
		func() error { return b.writeDocuments(folder, &b.files) },
		func() (err error) { b.files[idslotsFile], err = writeIDSlots(folder, len(b.ids)); return err },
		func() (err error) { b.files[forwardFile], err = b.writeForward(ctx, folder, o, st); return err },
	} {
		if err := make(); err != nil {
			return err
		}
	}
	forms, err := writeLexicon(folder, &b.files, &b.scan, b.records)
	if err != nil {
		return err
	}
	h := header{Docs: len(b.ids), Terms: b.scan.terms.Len(), Forms: forms, Tokens: int64(sum), Bare: bare, Collection: o.Collection,
		Files: b.files[:]}
	return writeHeader(folder, h, an)
}

// writeDocuments writes the documents' ids and lengths; their texts are empty.
func (b *bareBuild) writeDocuments(folder filesys.FS, files *[numFiles]fileRecord) error {
	s, err := newScan(folder, nil)
	if err != nil {
		return err
	}
	for d, id := range b.ids {
		s.put(id, 0, [3]uint64{}, b.lengths[d], b.tokens[d])
	}
	return s.finish(files)
}

// nextPart returns the end of the documents from begin on whose terms fit the memory, of one document at least, and counts their terms.
func nextPart(tokens []uint64, begin int, memoryBytes int64) (end int, sum uint64) {
	most := uint64(memoryBytes) / bytesPerToken
	for end = begin; end < len(tokens) && (end == begin || sum+tokens[end] <= most); end++ {
		sum += tokens[end]
	}
	return end, sum
}

// writeForward turns the postings round: every document's terms by rising id, each as often as it occurs. As many documents
// as fit the memory are done at a time.
func (b *bareBuild) writeForward(ctx context.Context, folder filesys.FS, o Options, st *progress.Stage) (fileRecord, error) {
	w, err := newSink(folder, forwardFile)
	if err != nil {
		return fileRecord{}, err
	}
	maps, closeAll, err := mapFiles(folder, postingsFile, spansFile, countsFile, largeFile)
	if err != nil {
		return fileRecord{}, errors.Join(err, w.abandon())
	}
	defer closeAll()
	postings := newColumns(maps)
	st.Next("turn", "postings", 0)
	var list []Posting
	for begin := 0; begin < len(b.tokens); {
		end, sum := nextPart(b.tokens, begin, o.MemoryBytes)
		terms, next := make([]uint32, sum), make([]uint64, end-begin)
		for d := begin + 1; d < end; d++ {
			next[d-begin] = next[d-begin-1] + b.tokens[d-1]
		}
		for t := range b.scan.terms.Len() {
			if t%4096 == 0 && ctx.Err() != nil {
				return fileRecord{}, errors.Join(ctx.Err(), w.abandon())
			}
			list = postings.slice(b.records[t][postingsAt], b.records[t+1][postingsAt],
				b.records[t][spansAt], b.records[t+1][spansAt]).Append(list[:0])
			first, _ := slices.BinarySearchFunc(list, uint32(begin), func(p Posting, d uint32) int { return cmp.Compare(p.Doc, d) })
			for _, p := range list[first:] {
				if int(p.Doc) >= end {
					break
				}
				place := &next[int(p.Doc)-begin]
				for range p.TF {
					terms[*place] = uint32(t)
					*place++
				}
			}
		}
		if _, err := w.Write(raw(terms)); err != nil {
			return fileRecord{}, errors.Join(err, w.abandon())
		}
		begin = end
	}
	return w.finish()
}
