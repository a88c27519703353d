package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/cespare/xxhash/v2"
	"golang.org/x/sync/errgroup"
)

// Build indexes docs into the directory dir, which must not exist, or be empty, or hold an index, which is replaced. It
// works in a folder beside dir and renames that at the end, so that a build that fails or is interrupted leaves nothing that
// Open takes for an index. The result does not depend on o.Threads and o.MemoryBytes.
func Build(ctx context.Context, dir string, docs iter.Seq2[corpus.Doc, error], an *analysis.Analyzer, o Options, st *progress.Stage) error {
	return whole(dir, func(folder filesys.FS) error { return Write(ctx, folder, docs, an, o, st) })
}

// whole lets write fill a folder beside dir, of a name that nobody has, and puts it in dir's place once it is done.
func whole(dir string, write func(folder filesys.FS) error) error {
	if err := checkReplaceable(dir); err != nil {
		return err
	}
	dir = filepath.Clean(dir)
	parent, _, err := filesys.Make(filepath.Dir(dir))
	if err != nil {
		return err
	}
	defer parent.Close()
	name := filepath.Base(dir)
	part := fmt.Sprintf("%s.part-%016x", name, rand.Uint64())
	if err := parent.Mkdir(part); err != nil {
		return err
	}
	defer filesys.RemoveAll(parent, part) // nothing is left of it after the rename
	if err := write(filesys.Sub(parent, part)); err != nil {
		return err
	}
	if err := parent.SyncDir(part); err != nil {
		return err
	}
	if err := filesys.RemoveAll(parent, name); err != nil {
		return err
	}
	if err := parent.Rename(part, name); err != nil {
		return err
	}
	return parent.SyncDir(".")
}

// checkReplaceable returns an error if dir may not be replaced by an index.
func checkReplaceable(dir string) error {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(list) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, headerName)); err != nil {
		return errs.BadUsage("name another directory", "%s is not empty and holds no index", dir)
	}
	return nil
}

// Write indexes docs into an empty folder. Every file is synced; the one called Last comes after the others. The result does not
// depend on o.Threads and o.MemoryBytes. Files are mapped while it goes on: the folder's Path must be one of the system.
func Write(ctx context.Context, folder filesys.FS, docs iter.Seq2[corpus.Doc, error], an *analysis.Analyzer, o Options,
	st *progress.Stage) error {
	if err := o.validate(); err != nil {
		return err
	}
	s, err := newScan(folder, an)
	if err != nil {
		return err
	}
	s.withoutTerms = o.WithoutTerms
	var files [numFiles]fileRecord
	if err := errors.Join(s.run(ctx, docs, o, st), s.finish(&files)); err != nil {
		return err
	}
	if s.numDocs == 0 {
		return errs.BadInput("", 0, "check the collection's path and format", "the collection holds no document")
	}
	records := make([]places, s.terms.Len()+1)
	g, postings := errgroup.WithContext(ctx)
	g.SetLimit(o.threads())
	g.Go(errs.Guard(func() error {
		return writePostings(postings, folder, &files, records, o, st)
	}))
	g.Go(errs.Guard(func() (err error) {
		files[idslotsFile], err = writeIDSlots(folder, s.numDocs)
		return err
	}))
	if err := g.Wait(); err != nil {
		return err
	}
	numForms, err := writeLexicon(folder, &files, s, records)
	if err != nil {
		return err
	}
	h := header{Docs: s.numDocs, Terms: s.terms.Len(), Forms: numForms, Tokens: int64(s.next[forwardAt]), DocFields: o.DocFields,
		WithoutTerms: o.WithoutTerms, Collection: o.Collection, Code: s.code, Files: files[:]}
	return writeHeader(folder, h, an)
}

// writePostings inverts the forward index that the scan wrote, and sets where each term's postings begin. Without it the files are empty.
func writePostings(ctx context.Context, folder filesys.FS, files *[numFiles]fileRecord, records []places, o Options,
	st *progress.Stage) error {
	if o.WithoutTerms {
		w, err := newPostingsWriter(folder)
		if err != nil {
			return err
		}
		return w.finish(files)
	}
	maps, closeAll, err := mapFiles(folder, forwardFile, lengthsFile)
	if err != nil {
		return err
	}
	defer closeAll()
	v := newInversion(len(records)-1, array[uint32](maps[0].m), array[uint32](maps[1].m), o)
	return errors.Join(v.write(ctx, folder, files, records, o, st), v.close(folder))
}

// writeIDSlots writes the table from id to document; an id that occurs twice is an error.
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
			return file, errs.BadInput("", 0, "ids must be unique; see --set on_duplicate=first|last",
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
