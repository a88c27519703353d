package prepare

import (
	"context"
	"errors"
	"iter"

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

// Indexed returns the run with an index: a new one, the finished one of an earlier attempt, or the one that gen.index names.
func (p *Prepared) Indexed(ctx context.Context) (*Prepared, error) {
	analyzer, err := Analyser(p.Inputs.Run.Config)
	if err != nil {
		return nil, err
	}
	p = p.copy()
	if p.Inputs.Run.Config.Gen.Index != "" {
		return p, p.openGiven(analyzer)
	}
	only, restriction, err := p.restriction(ctx)
	if err != nil {
		return nil, err
	}
	documents := p.documents()
	p.Inputs.Run.Note(stage.Index, documents, analyzer.Fingerprint(), restriction)
	key := p.Inputs.Run.Key(stage.Index)
	aside := p.Inputs.Run.Progress.Aside("checksums", "stages", 0)
	_, isDone := p.Inputs.Run.Out.Finished(string(stage.Index), key)
	aside.Done()
	if isDone {
		p.Inputs.Run.Progress.Say("index: kept from the earlier run")
		err = p.recallReading()
	} else {
		err = p.build(ctx, analyzer, documents, only, key)
	}
	if err != nil {
		return nil, err
	}
	if err := p.open(p.Inputs.Run.Out.Path(IndexDir), analyzer); err != nil {
		return nil, err
	}
	p.warnOfBare()
	p.warnOfForeign()
	return p, nil
}

// open opens the index in a folder.
func (p *Prepared) open(folder string, analyzer *analysis.Analyzer) error {
	x, err := index.OpenWith(folder, analyzer.Options().Pieces)
	if err != nil {
		return err // and leave p.Index nil
	}
	p.Index = x
	return nil
}

// documents returns the files of the collection's documents.
func (p *Prepared) documents() (files []stage.Input) {
	for _, in := range p.Inputs.Run.Account.Files {
		if in.Role == collection.DocumentsRole {
			files = append(files, in)
		}
	}
	return files
}

// openGiven opens the index that gen.index names and refuses one of another analyser or collection.
func (p *Prepared) openGiven(analyzer *analysis.Analyzer) (err error) {
	path := p.Inputs.Run.Config.Gen.Index
	if err := p.open(path, analyzer); err != nil {
		return err
	}
	if analyser := p.Index.Analyzer(); analyser.Fingerprint() != analyzer.Fingerprint() {
		return errs.BadUsage("build it again with axiomine gen index", "the index %s was made with %s, not %s", path, analyser.Options(),
			analyzer.Options())
	}
	if err := p.sameCollection(); err != nil {
		return err
	}
	p.warnOfBare()
	p.warnOfForeign()
	p.Inputs.Run.Note(stage.Index, "given", p.Index.Identity())
	if err := p.checkBare(); err != nil {
		return err
	}
	return p.retire(stage.Index)
}

// build reads the documents, but for only where that is not nil, and leaves their index and the account of the reading.
func (p *Prepared) build(ctx context.Context, analyzer *analysis.Analyzer, documents []stage.Input, only map[string]bool,
	key string) error {
	c := p.Inputs.Collection
	if c.Layout.Documents == "" {
		return errs.BadUsage("give them with --collection", "no documents are named or found")
	}
	var rep corpus.Report
	st := p.Inputs.Run.Progress.Stage("index", "documents", 0)
	o := index.Options{Threads: p.Inputs.Run.Config.Gen.Threads, DocFields: c.Options.DocFields, MemoryBytes: index.Defaults().MemoryBytes,
		Collection: sourceFiles(documents)}
	var aside *progress.Stage
	files, err := p.Inputs.Run.Out.Fill(IndexDir, index.Last, func(folder filesys.FS) error {
		var err error
		if c.Bare {
			err = index.WriteCIFF(ctx, folder, c.Layout.Documents, analyzer, o, &rep, st)
		} else {
			docs := corpus.Documents(ctx, c.Layout.Documents, c.Layout.Format, c.Options, &rep)
			if only != nil {
				docs = keepListed(only, c.Layout.Documents, docs, &rep)
			}
			err = index.Write(ctx, folder, estimateTotal(docs, documents, &rep, st), analyzer, o, st)
		}
		st.Done()
		p.Inputs.Run.Report(&rep)
		aside = p.Inputs.Run.Progress.Aside("checksums", "stages", 0)
		return withFile(err, c.Layout.Documents)
	})
	aside.Done()
	if err != nil {
		return err
	}
	account, err := p.Inputs.Run.Out.WriteJSON(readingName, readingOf(&rep))
	if err != nil {
		return err
	}
	return p.Inputs.Run.Out.Finish(string(stage.Index), key, append(files, account))
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
