package prepare

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// IndexDir is the folder of the index in an output directory.
const IndexDir = "index"

// openIndex returns an index of the documents: a new index, the index of an earlier attempt, or the index that gen.index names.
func openIndex(ctx context.Context, p *Preparation) (index.Reader, error) {
	r, inputs := p.Run, p.Inputs
	analyzer, err := Analyser(r.Config)
	if err != nil {
		return nil, err
	}
	if r.Config.Gen.Index != "" {
		return openGiven(r, inputs.Collection, analyzer)
	}
	files := documents(r.Account.Files)
	r.Note(stage.Index, files, analyzer.Fingerprint())
	report, err := account.Read(r.Out)
	if err != nil {
		return nil, err
	}
	read := report.Of(account.Documents)
	if _, isDone := r.Kept(string(stage.Index), r.Key(stage.Index), len(read) > 0); isDone { // a resumed run gives the same warnings
		account.RestoreRecords(read, r.Account.Records, r.Account.Warnings)
	} else {
		err = buildIndex(ctx, r, inputs.Collection, analyzer, files)
	}
	if err != nil {
		return nil, err
	}
	x, err := index.OpenWith(r.Out.Path(IndexDir), analyzer.Options().Pieces)
	if err != nil {
		return nil, err
	}
	warnOfForeign(r.Progress, x)
	return x, nil
}

// openGiven returns the index that gen.index names.
func openGiven(r *stage.Run, c *collection.Collection, analyzer *analysis.Analyzer) (index.Reader, error) {
	x, err := index.OpenWith(r.Config.Gen.Index, analyzer.Options().Pieces)
	if err != nil {
		return nil, err
	}
	if err := checkGiven(r, c, x, analyzer); err != nil {
		x.Close()
		return nil, err
	}
	warnOfForeign(r.Progress, x)
	r.Note(stage.Index, "given", x.About().Identity)
	return x, retire(r.Out, stage.Index)
}

// documents returns the files of documents among the files of a run.
func documents(files []stage.Input) []stage.Input {
	return lists.Filter(files, func(in stage.Input) bool { return in.Role == collection.DocumentsRole })
}

// checkGiven returns an error if the index x, which gen.index names, has another analyser than the configuration, or other documents. It
// compares no documents if the index or the run names no files of documents.
func checkGiven(r *stage.Run, c *collection.Collection, x index.Reader, analyzer *analysis.Analyzer) error {
	if analyser := x.About().Analyzer; analyser.Fingerprint() != analyzer.Fingerprint() {
		return errs.BadUsage("build it again with axiomine gen index", "the index %s was made with %s, not %s", r.Config.Gen.Index,
			analyser.Options(), analyzer.Options())
	}
	if x.About().Stripped != c.Options.StripMarkup {
		return errs.BadUsage("build it again with axiomine gen index, or give --markup as it was then",
			"the index %s was made with another --markup than %s", r.Config.Gen.Index, r.Config.Gen.Markup)
	}
	there := x.About().Collection
	if len(there) == 0 {
		return nil
	}
	if here := sourceFiles(documents(r.Account.Files)); !FilesAgree(here, there) {
		return errs.BadUsage("name the index of this collection, or leave the documents out: --topics, --qrels and --index without --data",
			"the index %s was made of %s, and the collection %s holds %s", r.Config.Gen.Index, FileNames(there),
			c.Layout.Documents, FileNames(here))
	}
	return nil
}

// buildIndex reads the documents, and writes their index and an account of the records that were read.
func buildIndex(ctx context.Context, r *stage.Run, c *collection.Collection, analyzer *analysis.Analyzer, documents []stage.Input) error {
	if c.Layout.Documents == "" {
		return errs.BadUsage("give them with --collection", "no documents are named or found")
	}
	var rep read.Report
	st := r.Progress.Stage("index", "documents", 0)
	o := index.Options{Threads: r.Config.Gen.Threads, DocFields: c.Options.DocFields, Stripped: c.Options.StripMarkup,
		MemoryBytes: index.Defaults().MemoryBytes, Collection: sourceFiles(documents)}
	var aside *progress.Stage
	files, err := r.Out.Fill(IndexDir, index.Last, func(folder filesys.FS) error {
		docs := c.Documents(ctx, &rep)
		err := index.Write(ctx, folder, watch(docs, c, documents, &rep, st), analyzer, o, st)
		c.PrintReading(&rep, r.Progress)
		st.Done()
		collection.Report(r, &rep)
		aside = r.Progress.Aside("checksums", "stages", 0)
		return withFile(err, c.Layout.Documents)
	})
	aside.Done()
	if err != nil {
		return err
	}
	records, noted := stage.NewRecords(), map[string]int{}
	collection.AddRecords(records, &rep, noted)
	report := &account.Report{Rows: account.RecordRows(account.Documents, records, noted)}
	if err := report.Write(r.Out, func(what string) bool { return what != account.Documents }); err != nil {
		return err
	}
	return r.Out.Finish(string(stage.Index), r.Key(stage.Index), files)
}

// watch yields docs. It estimates the total of st from the bytes that were read so far, and counts documents without text in rep.
func watch(docs iter.Seq2[corpus.Doc, error], c *collection.Collection, files []stage.Input, rep *read.Report,
	st *progress.Stage) iter.Seq2[corpus.Doc, error] {
	size := int64(0)
	for _, f := range files {
		size += f.Bytes
	}
	return func(yield func(corpus.Doc, error) bool) {
		n, empty := 0, 0
		for doc, err := range docs {
			isRead := err == nil && (strings.TrimSpace(doc.Text) == "" || len(c.Options.DocFields) > 0)
			if isRead && strings.TrimSpace(corpus.DocText(doc, c.Options.DocFields)) == "" {
				empty++
			}
			if n++; n%4096 == 0 && rep.Bytes > 0 {
				st.Total(max(n, int(float64(n)*float64(size)/float64(rep.Bytes))))
			}
			if !yield(doc, err) {
				return
			}
		}
		st.Total(n)
		if empty > 0 {
			rep.Remark("documents without text", empty, c.Layout.Documents, 0)
		}
	}
}

// withFile returns err, with the file if err is an input error without a file.
func withFile(err error, file string) error {
	var f *errs.Error
	if errors.As(err, &f) && f.Kind == errs.Input && f.File == "" {
		f.File = file
	}
	return err
}

// sourceFiles returns the collection's files as an index stores them: with name, size and checksum of the content without compression. A
// damaged file is no error here: reading its documents reports it.
func sourceFiles(documents []stage.Input) (list []index.SourceFile) {
	for _, in := range documents {
		s := index.SourceFile{Name: safefile.PlainName(in.Name), Bytes: in.Bytes, SHA256: in.SHA256}
		if isPacked, bytes, sum, err := read.Content(in.Path); isPacked && err == nil {
			s.Bytes, s.SHA256 = bytes, sum
		}
		list = append(list, s)
	}
	return list
}

// FilesAgree reports whether two lists of files have the same contents. It is true if one list is empty.
func FilesAgree(here, there []index.SourceFile) bool {
	return len(here) == 0 || len(there) == 0 || slices.Equal(contents(here), contents(there))
}

// contents returns the sorted checksums of files.
func contents(list []index.SourceFile) []string {
	sums := lists.Map(list, func(s index.SourceFile) string { return s.SHA256 })
	slices.Sort(sums)
	return sums
}

// FileNames returns the names of the first three files, each with the first 8 digits of its checksum.
func FileNames(list []index.SourceFile) string {
	var names []string
	for i, s := range list {
		if i == 3 {
			names = append(names, "...")
			break
		}
		names = append(names, s.Name+" ("+s.SHA256[:min(8, len(s.SHA256))]+")")
	}
	return strings.Join(names, ", ")
}
