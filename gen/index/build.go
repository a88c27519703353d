package index

import (
	"context"
	"errors"
	"iter"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/cespare/xxhash/v2"
)

// Build indexes docs into the directory dir, which must be new or empty. Open refuses the files of a failed build. The result does not
// depend on o.Threads and o.MemoryBytes.
func Build(ctx context.Context, dir string, docs iter.Seq2[corpus.Doc, error], an *analysis.Analyzer, o Options, st *progress.Stage) error {
	folder, _, err := filesys.Make(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	return Write(ctx, folder, docs, an, o, st)
}

// Write indexes docs into an empty folder of the file system. Every file is synced; the file Last is written last. The result does not
// depend on o.Threads and o.MemoryBytes.
func Write(ctx context.Context, folder filesys.FS, docs iter.Seq2[corpus.Doc, error], an *analysis.Analyzer, o Options,
	st *progress.Stage) error {
	s, err := newScan(folder, an)
	if err != nil {
		return err
	}
	var files [numFiles]fileRecord
	if err := errors.Join(s.run(ctx, docs, o, st), s.finish(&files)); err != nil {
		return err
	}
	if s.numDocs == 0 {
		return errs.BadInput("", 0, "check the collection's path and format", "the collection holds no document")
	}
	records := make([]places, s.terms.Len()+1)
	g, postings := parallel.NewGroup(ctx, o.threads())
	g.Go(func() error {
		return writePostings(postings, folder, &files, records, o, st)
	})
	g.Go(func() (err error) {
		files[idslotsFile], err = writeIDSlots(folder, s.numDocs)
		return err
	})
	if err := g.Wait(); err != nil {
		return err
	}
	numForms, err := writeLexicon(folder, &files, s, records)
	if err != nil {
		return err
	}
	h := header{Docs: s.numDocs, Terms: s.terms.Len(), Forms: numForms, Tokens: s.tokens, DocFields: o.DocFields,
		Stripped: o.Stripped, Collection: o.Collection, Code: s.code, Files: files[:]}
	return writeHeader(folder, h, an)
}

// writePostings writes the postings of the forward index of the scan. It sets the place of each term's postings in records.
func writePostings(ctx context.Context, folder filesys.FS, files *[numFiles]fileRecord, records []places, o Options,
	st *progress.Stage) error {
	maps, closeAll, err := mapFiles(folder, forwardFile, lengthsFile, docsFile)
	if err != nil {
		return err
	}
	defer closeAll()
	v := newInversion(len(records)-1, &maps[0], array[uint32](maps[1].m), array[docRecord](maps[2].m), o)
	return errors.Join(v.write(ctx, folder, files, records, o, st), v.close(folder))
}

// writeIDSlots writes the hash table from id to document. An id that occurs twice is an error.
func writeIDSlots(folder filesys.FS, numDocs int) (file fileRecord, err error) {
	maps, closeAll, err := mapFiles(folder, docsFile, idsFile)
	if err != nil {
		return file, err
	}
	defer closeAll()
	records, ids := array[docRecord](maps[0].m), maps[1].m
	id := func(d uint32) string { return str(ids[records[d][idAt].number():records[d+1][idAt].number()]) }
	slots := make([]uint32, tableSize(numDocs))
	for d := range uint32(numDocs) {
		name := id(d)
		slot, _, twice := findSlot(slots, xxhash.Sum64String(name), func(other uint32) bool { return id(other) == name })
		if twice {
			return file, errs.BadInput("", 0, "ids must be unique: keep one of them",
				"document id %q occurs twice in the collection", name)
		}
		slots[slot] = d + 1
	}
	w, err := newSink(folder, idslotsFile)
	if err != nil {
		return file, err
	}
	w.Write(raw(slots))
	return w.finish()
}

// Options are the options of a build. Threads and MemoryBytes do not change a byte of the result.
type Options struct {
	DocFields   []string     // analysed fields: see corpus.DocText; nil means title and text
	Stripped    bool         // true if markup was removed from the texts; only for the header
	Collection  []SourceFile // the documents' files; only for the header
	Threads     int          // number of threads; 0 means all cores
	MemoryBytes int64        // size of the inversion's buffers in bytes; the lexicon is not among them
}

// Defaults returns options that analyse title and text on all cores.
func Defaults() Options {
	return Options{MemoryBytes: 512 << 20} // 512 MiB
}

func (o Options) threads() int { return parallel.Threads(o.Threads) }
