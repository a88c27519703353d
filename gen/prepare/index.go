package prepare

import (
	"context"
	"errors"
	"iter"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// IndexDir is the folder of the index in an output directory.
const IndexDir = "index"

// openIndex returns an index of the documents: a new one, the finished one of an earlier attempt, or the one that gen.index names.
func openIndex(ctx context.Context, r *stage.Run, inputs collection.Inputs, list []axioms.Axiom) (index.Reader, error) {
	analyzer, err := Analyser(r.Config)
	if err != nil {
		return nil, err
	}
	if r.Config.Gen.Index != "" {
		return openGiven(r, inputs.Collection, list, analyzer)
	}
	only, restriction, err := restriction(ctx, &r.Config.Gen, inputs)
	if err != nil {
		return nil, err
	}
	files := documents(r.Account.Files)
	r.Note(stage.Index, files, analyzer.Fingerprint(), restriction)
	key := r.Key(stage.Index)
	aside := r.Progress.Aside("checksums", "stages", 0)
	_, isDone := r.Out.FinishedFiles(string(stage.Index), key)
	aside.Done()
	if isDone {
		r.Progress.Say("index: kept from the earlier run")
		err = recallReading(r)
	} else {
		err = buildIndex(ctx, r, inputs.Collection, analyzer, files, only, key)
	}
	if err != nil {
		return nil, err
	}
	x, err := index.OpenWith(r.Out.Path(IndexDir), analyzer.Options().Pieces)
	if err != nil {
		return nil, err
	}
	warnOfBare(r, x)
	warnOfForeign(r.Progress, x)
	return x, nil
}

// documents returns the files of the collection's documents among those of a run.
func documents(files []stage.Input) (list []stage.Input) {
	for _, in := range files {
		if in.Role == collection.DocumentsRole {
			list = append(list, in)
		}
	}
	return list
}

// openGiven opens the index that gen.index names and refuses one of another analyser or collection.
func openGiven(r *stage.Run, c *collection.Collection, list []axioms.Axiom, analyzer *analysis.Analyzer) (index.Reader, error) {
	path := r.Config.Gen.Index
	x, err := index.OpenWith(path, analyzer.Options().Pieces)
	if err != nil {
		return nil, err
	}
	if err := checkGiven(r, c, x, list, analyzer); err != nil {
		index.Close(x)
		return nil, err
	}
	warnOfBare(r, x)
	warnOfForeign(r.Progress, x)
	r.Note(stage.Index, "given", x.About().Identity)
	return x, retire(r.Out, stage.Index)
}

// checkGiven refuses a given index of another analyser or collection, or one that lacks what axioms need.
func checkGiven(r *stage.Run, c *collection.Collection, x index.Reader, list []axioms.Axiom, analyzer *analysis.Analyzer) error {
	if analyser := x.About().Analyzer; analyser.Fingerprint() != analyzer.Fingerprint() {
		return errs.BadUsage("build it again with axiomine gen index", "the index %s was made with %s, not %s", r.Config.Gen.Index,
			analyser.Options(), analyzer.Options())
	}
	if err := sameCollection(r, c, x); err != nil {
		return err
	}
	return checkBare(&r.Config.Gen, c, x, list)
}

// buildIndex reads the documents, but for only where that is not nil, and leaves their index and the account of the reading.
func buildIndex(ctx context.Context, r *stage.Run, c *collection.Collection, analyzer *analysis.Analyzer, documents []stage.Input,
	only map[string]bool, key string) error {
	if c.Layout.Documents == "" {
		return errs.BadUsage("give them with --collection", "no documents are named or found")
	}
	var rep corpus.Report
	st := r.Progress.Stage("index", "documents", 0)
	o := index.Options{Threads: r.Config.Gen.Threads, DocFields: c.Options.DocFields, MemoryBytes: index.Defaults().MemoryBytes,
		Collection: sourceFiles(documents)}
	var aside *progress.Stage
	files, err := r.Out.Fill(IndexDir, index.Last, func(folder filesys.FS) error {
		var err error
		if c.Bare {
			err = index.WriteCIFF(ctx, folder, c.Layout.Documents, analyzer, o, &rep, st)
		} else {
			docs := c.Documents(ctx, &rep)
			if only != nil {
				docs = keepListed(only, c.Layout.Documents, docs, &rep)
			}
			err = index.Write(ctx, folder, estimateTotal(docs, documents, &rep, st), analyzer, o, st)
		}
		st.Done()
		r.Report(&rep)
		aside = r.Progress.Aside("checksums", "stages", 0)
		return withFile(err, c.Layout.Documents)
	})
	aside.Done()
	if err != nil {
		return err
	}
	account, err := r.Out.WriteJSON(readingName, readingOf(&rep))
	if err != nil {
		return err
	}
	return r.Out.Finish(string(stage.Index), key, append(files, account))
}

// estimateTotal yields the documents of files, and sets the total of st by the share of the bytes read so far.
func estimateTotal(docs iter.Seq2[corpus.Doc, error], files []stage.Input, rep *corpus.Report,
	st *progress.Stage) iter.Seq2[corpus.Doc, error] {
	size := int64(0)
	for _, f := range files {
		size += f.Bytes
	}
	return func(yield func(corpus.Doc, error) bool) {
		n := 0
		for doc, err := range docs {
			if n++; n%4096 == 0 && rep.Bytes > 0 {
				st.Total(max(n, int(float64(n)*float64(size)/float64(rep.Bytes))))
			}
			if !yield(doc, err) {
				return
			}
		}
		st.Total(n)
	}
}

// withFile adds the file to a bad-input error that names none.
func withFile(err error, file string) error {
	var f *errs.Error
	if errors.As(err, &f) && f.Kind == errs.Input && f.File == "" {
		f.File = file
	}
	return err
}
