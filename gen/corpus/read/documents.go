// Package read reads collections: documents, queries, judgements and runs, in the formats of the field. formats.go lists them, FORMATS.md
// describes them.
//
// Documents are streamed and never held; queries, judgements and runs are returned whole. Every reader takes compressed
// files (gzip, zstd, bzip2, detected by their first bytes) and "-" for standard input, and counts in a Report what it skipped.
package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// errStop ends reading early because the caller has enough.
var errStop = errors.New("enough")

// Documents streams the documents at path: a file, a folder (walked in byte order of the paths) or "-". An
// error ends the sequence. A document whose id occurred before is skipped if its content is the same. With
// other content it is an error.
//
// For this test a hash of each id and of each content is held: 16 bytes per document, plus a map's
// overhead. Two different ids with one hash would count as a duplicate: for ten million documents the
// chance is one in 370,000.
func Documents(ctx context.Context, path string, format Format, o Options, rep *Report) iter.Seq2[corpus.Doc, error] {
	return func(yield func(corpus.Doc, error) bool) {
		err := o.Validate()
		if err == nil {
			err = documents(ctx, path, format, o, rep, func(d corpus.Doc) error {
				if !yield(d, nil) {
					return errStop
				}
				return nil
			})
		}
		if err != nil && err != errStop {
			yield(corpus.Doc{}, err)
		}
	}
}

func documents(ctx context.Context, path string, format Format, o Options, rep *Report, emit func(corpus.Doc) error) error {
	if rep == nil {
		rep = new(Report)
	}
	contents := contents{}
	keptCount, start, numMarked := rep.Kept, rep.mark(), 0
	err := eachDocument(ctx, path, format, o, rep, func(s *source, line int, d corpus.Doc) error {
		if err := checkID("document", d.ID, s.path, line); err != nil {
			return err
		}
		ok, err := contents.isNew(d, s, line)
		if err != nil || !ok {
			return err
		}
		rep.keep(documentsNoun, 1)
		if corpus.HasMarkup(d.Title) || corpus.HasMarkup(d.Text) {
			numMarked++
			if o.StripMarkup {
				d.Title, d.Text = corpus.StripMarkup(d.Title), corpus.StripMarkup(d.Text)
			}
		}
		return emit(d)
	})
	if err == nil && rep.Kept == keptCount {
		err = errEmpty("documents", path, "is --format right?", rep, start)
		if f, ok := errors.AsType[*errs.Error](err); ok && rep.mark() != start && f.Hint == rightFile && rep.headers == start.headers {
			f.Hint = documentsLook(format) + f.Hint
		}
	}
	noteMarkup(rep, numMarked, rep.Kept-keptCount, o.StripMarkup, path)
	return err
}

// noteMarkup records in how many documents markup was found, where it is one of a hundred at least.
func noteMarkup(rep *Report, numMarked, numDocs int, isStripped bool, path string) {
	if 100*numMarked < numDocs {
		return
	}
	way := "; --markup strip takes them out"
	if isStripped {
		way = ", taken out"
	}
	rep.note(fmt.Sprintf("tags or entities of HTML in %.0f %% of the documents%s", 100*float64(numMarked)/float64(max(numDocs, 1)), way),
		numMarked, path, 0)
}

// eachDocument calls visit for every well-formed document of every file at path.
func eachDocument(ctx context.Context, path string, format Format, o Options, rep *Report,
	visit func(*source, int, corpus.Doc) error) error {
	n := 0
	if format == Text || (format == Auto || format == "") && isTextFolder(path) {
		if format, o.root = Text, path; path != "-" {
			if err := noteOtherFiles(path, rep); err != nil {
				return errs.CannotOpen(path, err)
			}
		}
	}
	for file, err := range documentFiles(path, format) {
		if err != nil {
			return err
		}
		format, err = documentsOfFile(file, format, o, rep, func(s *source, line int, d corpus.Doc) error {
			if n++; n%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			return visit(s, line, d)
		})
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// documentsOfFile reads one file and returns its format, which then applies to the files after it.
func documentsOfFile(file string, format Format, o Options, rep *Report, visit func(*source, int, corpus.Doc) error) (Format, error) {
	s, err := openSource(file, o, rep)
	if err != nil {
		return format, err
	}
	defer s.close()
	if s.empty() {
		rep.note("empty file", 1, file, 0)
		return format, nil
	}
	e, err := documentsPart.choose(format, s, rep)
	if err != nil {
		return format, err
	}
	if s.noun = documentsNoun; e.name == Table || e.name == Answers {
		s.noun = rowsNoun
	}
	for _, field := range o.DocFields {
		if e.name != "trec" && !slices.Contains([]string{"title", "text", "url"}, strings.ToLower(field)) {
			return format, errs.BadUsage(errs.Suggestion(field, "title", "text", "url")+"use title, text, url",
				"--doc-fields %s: %s documents have no such field", field, e.name)
		}
	}
	return e.name, e.docs(s, o, func(d corpus.Doc, line int) error {
		if e.mojibake {
			d.Title, d.Text = s.repairText(d.Title, line), s.repairText(d.Text, line)
		}
		return visit(s, line, d)
	})
}

// rightFile is the hint for a file without a single record.
const rightFile = "is this the right file?"

// documentsLook returns, as a hint, how documents of a format are written; "" for a family of formats.
func documentsLook(format Format) string {
	for _, e := range documentFormats {
		if e.name == format {
			return "expected " + e.about + "; "
		}
	}
	return ""
}

// errEmpty returns the error for a path without any record. start is the state of rep before reading.
func errEmpty(noun, path, hint string, rep *Report, start mark) error {
	switch now := rep.mark(); {
	case now.skipped > start.skipped:
		return errs.BadInput(path, 0, hint, "no %s: %s", noun, rep.whySkipped())
	case now.headers > start.headers:
		return errs.BadInput(path, 0, rightFile, "no %s: it has a header and no row", noun)
	}
	if rep != nil && rep.Bytes > start.bytes {
		return errs.BadInput(path, 0, rightFile, "no %s found in %s", noun, safefile.Size(rep.Bytes-start.bytes))
	}
	return errs.BadInput(path, 0, rightFile, "no %s: it is empty", noun)
}

// contents are the documents read: the hash of an id to that of its content.
type contents map[intern.Sum]intern.Sum

// isNew reports whether a document occurs for the first time. It returns an error if it occurred with other content.
func (c contents) isNew(d corpus.Doc, s *source, line int) (bool, error) {
	id := intern.SumOf(d.ID)
	content := intern.SumOf(d.Text)
	if d.Title != "" || d.URL != "" {
		content = intern.SumOf(fmt.Sprintf("%q %q %x", d.Title, d.URL, content))
	}
	previous, again := c[id]
	switch {
	case !again:
		c[id] = content
		return true, nil
	case previous == content && s.repeats:
		return false, nil
	case previous == content:
		s.rep.repeat(s.noun, "document repeated with the same content", s.path, line)
		return false, nil
	}
	return false, errs.BadInput(s.path, line, "keep one of them", "document %q stands twice with different content",
		d.ID)
}

// firstLine describes the first line of a file that is not blank, for the hint of an error: its number of
// fields and its beginning.
func firstLine(path string, o Options) (told string) {
	if path = paths(path)[0]; path == "-" {
		return ""
	}
	_ = visitFile(path, o, func(s *source) error {
		if s.table != nil {
			return nil
		}
		return eachLine(s, func(line []byte) error {
			if isBlank(line) {
				return nil
			}
			const most = 60
			text := string(line)
			if len(text) > most {
				text = strings.ToValidUTF8(text[:most], "") + ".."
			}
			told = fmt.Sprintf("line %d has %s: %q", s.line, terminal.Plural(len(appendFields(line, nil)), "field", "fields"), text)
			return errStop
		})
	})
	return told
}

// isHeader reports whether a line names columns of judgements or of a run: one of queries and one of
// documents. A JSON object, which names its members, is not a header.
func isHeader(line []byte) bool {
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) {
		return false
	}
	lower := strings.ToLower(string(bytes.TrimSpace(line)))
	hasAny := func(names ...string) bool {
		for _, name := range names {
			if strings.Contains(lower, name) {
				return true
			}
		}
		return false
	}
	return hasAny("query", "qid", "topic") && hasAny("doc", "corpus", "pid", "passage")
}
