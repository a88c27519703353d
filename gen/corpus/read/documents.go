// Package read reads collections: documents, queries, judgements and runs. Package fileform lists their formats, FORMATS.md describes them.
//
// Documents are streamed, and not held in memory. Queries, judgements and runs are returned whole. Every reader reads compressed files
// (gzip, zstd, bzip2, detected by their first bytes) and "-" for standard input, and counts skipped records in a Report.
package read

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/axiomine/axiomine/internal/markup"
	"iter"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Documents yields the documents at path: a file, a folder (its files in byte order of their paths) or "-". An error ends the sequence. A
// document whose id occurred before is skipped if its content is the same, and is an error if not.
//
// For this it holds a hash of each id and of each content: 16 bytes for each document, plus a map's overhead. Two different ids with the
// same hash would count as a duplicate. For ten million documents the chance of this is one in 370,000.
func Documents(ctx context.Context, path string, format Format, o Options, rep *Report) iter.Seq2[corpus.Doc, error] {
	return func(yield func(corpus.Doc, error) bool) {
		rep, start, err := o.begin(rep)
		if err == nil {
			err = documents(ctx, path, format, o, rep, start, func(d corpus.Doc) error {
				if !yield(d, nil) {
					return sourcefile.ErrStop
				}
				return nil
			})
		}
		if err != nil && err != sourcefile.ErrStop {
			yield(corpus.Doc{}, err)
		}
	}
}

// documents calls emit with the documents that Documents yields. start is the state of rep before reading.
func documents(ctx context.Context, path string, format Format, o Options, rep *Report, start Report, emit func(corpus.Doc) error) error {
	contents := contents{}
	numMarked, numTwice := 0, 0
	err := eachDocument(ctx, path, format, o, rep, func(s *sourcefile.Source, line int, d corpus.Doc) error {
		if err := checkID("document", d.ID, s.Path, line); err != nil {
			return err
		}
		ok, err := contents.isNew(d, s, line)
		if err != nil || !ok {
			return err
		}
		rep.Keep(sourcefile.DocumentsNoun, 1)
		if d.Title != "" && strings.HasPrefix(strings.TrimSpace(d.Text), strings.TrimSpace(d.Title)) {
			numTwice++
		}
		if markup.Has(d.Title) || markup.Has(d.Text) {
			numMarked++
			if o.StripMarkup {
				d.Title, d.Text = markup.Strip(d.Title), markup.Strip(d.Text)
			}
		}
		return emit(d)
	})
	kept := rep.Kept - start.Kept
	if err == nil && kept == 0 {
		err = sourcefile.EmptyError("documents", path, "is --format right?", rep, start)
		if f, ok := errors.AsType[*errs.Error](err); ok && rep.Bytes > start.Bytes && f.Hint == sourcefile.RightFile && rep.Headers == start.Headers {
			if i := slices.IndexFunc(fileform.DocumentFormats, func(e fileform.Entry) bool { return e.Name == format }); i >= 0 {
				f.Hint = "expected " + fileform.DocumentFormats[i].About + "; " + f.Hint
			}
		}
	}
	if 100*numMarked >= kept {
		action := "; --markup strip takes them out"
		if o.StripMarkup {
			action = ", taken out"
		}
		rep.Remark(fmt.Sprintf("tags or entities of HTML in %.0f %% of the documents%s", 100*float64(numMarked)/float64(max(kept, 1)), action),
			numMarked, path, 0)
	}
	if 2*numTwice > kept && slices.Contains(o.DocFields, "title") {
		rep.Remark("documents whose text begins with their title, which counts twice; --doc-fields text takes it once", numTwice, path, 0)
	}
	return err
}

// eachDocument calls visit with every document that can be read of every file at path, and with its source and line.
func eachDocument(ctx context.Context, path string, format Format, o Options, rep *Report,
	visit func(*sourcefile.Source, int, corpus.Doc) error) error {
	n := 0
	for file, err := range documentFiles(path, format) {
		if err != nil {
			return err
		}
		format, err = documentsOfFile(file, format, o, rep, func(s *sourcefile.Source, line int, d corpus.Doc) error {
			if n++; n%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			return visit(s, line, d)
		})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
	}
	return nil
}

// documentsOfFile calls visit with the documents of one file. It returns the file's format, in which the next files are read.
func documentsOfFile(file string, format Format, o Options, rep *Report, visit func(*sourcefile.Source, int, corpus.Doc) error) (Format, error) {
	s, err := sourcefile.Open(file, o.source(), rep)
	if err != nil {
		return format, err
	}
	defer s.Close()
	if s.Empty() {
		rep.Remark("empty file", 1, file, 0)
		return format, nil
	}
	e, err := fileform.DocumentsPart.Choose(format, s)
	if err != nil {
		return format, err
	}
	if s.Noun = sourcefile.DocumentsNoun; e.Name == Table {
		s.Noun = sourcefile.RowsNoun
	}
	for _, field := range o.DocFields {
		if e.Name != "trec" && !slices.Contains([]string{"title", "text", "url"}, strings.ToLower(field)) {
			return format, errs.BadUsage(errs.Suggestion(field, "title", "text", "url")+"use title, text, url",
				"--doc-fields %s: %s documents have no such field", field, e.Name)
		}
	}
	return e.Name, e.Docs(s, o.rows(), func(d corpus.Doc, line int) error {
		if e.Mojibake {
			d.Title, d.Text = s.RepairText(d.Title, line), s.RepairText(d.Text, line)
		}
		return visit(s, line, d)
	})
}

// contents maps the hash of each id that was read to the hash of the document's content.
type contents map[intern.Sum]intern.Sum

// isNew reports whether a document occurs for the first time. It returns an error if it occurred with other content.
func (c contents) isNew(d corpus.Doc, s *sourcefile.Source, line int) (bool, error) {
	id, content := intern.SumOf(d.ID), intern.SumOf(d.Text).With(intern.SumOf(d.Title)).With(intern.SumOf(d.URL))
	previous, again := c[id]
	switch {
	case !again:
		c[id] = content
		return true, nil
	case previous == content && s.Repeats:
		return false, nil
	case previous == content:
		s.Rep.Repeat(s.Noun, "document repeated with the same content", s.Path, line)
		return false, nil
	}
	return false, errs.BadInput(s.Path, line, cmp.Or(s.Unlike, "keep one of them"), "document %q stands twice with different content", d.ID)
}

// firstLine returns a description, for the hint of an error, of the first line of a file that is not blank: its number of fields and its
// beginning. It returns "" for standard input and tables.
func firstLine(path string, o Options) (label string) {
	if path = paths(path)[0]; path == "-" {
		return ""
	}
	_ = sourcefile.Visit(path, o.source(), func(s *sourcefile.Source) error {
		if s.Table != nil {
			return nil
		}
		return sourcefile.EachLine(s, func(line []byte) error {
			if sourcefile.IsBlank(line) {
				return nil
			}
			const most = 60
			text := string(line)
			if len(text) > most {
				text = strings.ToValidUTF8(text[:most], "") + ".."
			}
			label = fmt.Sprintf("line %d has %s: %q", s.Line, terminal.Plural(len(sourcefile.AppendFields(line, nil)), "field", "fields"), text)
			return sourcefile.ErrStop
		})
	})
	return label
}
