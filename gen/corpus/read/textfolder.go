package read

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/partname"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
)

// Text is the format of a folder whose files are documents. An id is the path below the folder, with
// slashes, and with _ for white space. The title is the first heading of a Markdown file, which is then not
// part of the text; other files have no title.
const Text Format = "text"

// textEndings are the extensions of text files.
var textEndings = []string{".txt", ".text", ".md", ".markdown"}

// Reasons of the reader of text folders.
const (
	otherFile   = "files that are no text (*.txt, *.text, *.md, *.markdown), not read"
	readmeFile  = "files called readme, not read as documents"
	textWithout = "document without text"
	spacedName  = "names of files with white space, for which the id has _"
)

func isTextFile(path string) bool { return slices.Contains(textEndings, filepath.Ext(plainName(path))) }

func isReadme(path string) bool {
	return strings.HasPrefix(strings.ToLower(filepath.Base(path)), "readme")
}

// fitsText reports whether a file is a text by its name and has none of the formats with many documents per
// file.
func fitsText(h head) bool {
	return isTextFile(h.path) && !fitsTRECDocs(h) && !fitsClassic(h) && !fitsAnserini(h) && !fitsTSV(h) && !fitsDocsTSV(h)
}

// isTextFolder reports whether path is a folder of texts: more than half of its files are texts by name,
// and the first of them looks like one.
func isTextFolder(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return false
	}
	texts, nonTexts, first := 0, 0, ""
	for file, err := range files(path, func(string) bool { return false }) {
		switch {
		case err != nil:
			return false
		case !isTextFile(file):
			nonTexts++
		case texts == 0:
			texts, first = 1, file
		default:
			texts++
		}
	}
	return texts > nonTexts && looksLike(first, Text)
}

// discoverTexts finds a folder of texts in which no file has the name of a part of another collection.
func discoverTexts(dir string, entries []string) (l Layout, ok bool) {
	for _, p := range collections {
		if len(partname.Matches(entries, slices.Concat(p.documents, p.queries, p.qrels))) > 0 {
			return l, false
		}
	}
	if !isTextFolder(dir) {
		return l, false
	}
	return Layout{Format: Text, Documents: dir}, true
}

// noteOtherFiles counts the files below a folder that are not read as documents.
func noteOtherFiles(path string, rep *Report) error {
	for _, part := range paths(path) {
		err := filepath.WalkDir(part, func(file string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case file != part && strings.HasPrefix(entry.Name(), "."):
				if entry.IsDir() {
					return fs.SkipDir
				}
			case entry.IsDir():
			case isReadme(file):
				rep.note(readmeFile, 1, file, 0)
			case !isTextFile(file):
				reason := otherFile
				if form, command := plainfile.UnreadForm(file); form != "" {
					reason = form + " is not read: " + strings.ReplaceAll(command, file, "FILE")
				}
				rep.note(reason, 1, file, 0)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readText reads a whole file as one document.
func readText(s *source, o Options, emit func(corpus.Doc, int) error) error {
	all, err := s.readRest()
	if err != nil {
		return err
	}
	name := textFileID(o.root, s.path)
	d := corpus.Doc{ID: withoutSpace(name)}
	if d.ID != name {
		s.rep.note(spacedName, 1, s.path, 0)
	}
	if ending := filepath.Ext(plainName(s.path)); ending == ".md" || ending == ".markdown" {
		d.Title, all = cutHeading(all)
	}
	d.Text = string(bytes.TrimSpace(all))
	if d.Text == "" && d.Title == "" {
		return s.skip(1, textWithout)
	}
	return emit(d, 1)
}

// textFileID returns the path of a file below the folder root, with slashes and without the extension of a
// compression.
func textFileID(root, path string) string {
	name, err := filepath.Rel(root, path)
	switch {
	case err != nil || strings.HasPrefix(name, ".."):
		name = path
	case name == ".":
		name = filepath.Base(path)
	}
	return PlainName(filepath.ToSlash(name))
}

// withoutSpace returns a name with _ for characters that an id may not hold.
func withoutSpace(name string) string {
	return strings.Map(func(r rune) rune {
		if celltext.IsForbiddenInID(r) {
			return '_'
		}
		return r
	}, name)
}

// cutHeading returns the first heading of a Markdown text, and the text without it. A heading is a line of
// one to six #, a space and text, or a line followed by a line of === or ---. Code blocks are skipped.
func cutHeading(text []byte) (title string, rest []byte) {
	var previous []byte // the previous line, if it can be a heading
	begin := 0
	code := false
	for pos := 0; pos < len(text); {
		end := pos + bytes.IndexByte(text[pos:], '\n') // readRest ends every line with LF
		line := bytes.TrimSpace(text[pos:end])
		next := end + 1
		switch {
		case bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~")):
			code, previous = !code, nil
		case code:
		case isUnderline(line) && len(previous) > 0:
			return string(previous), slices.Concat(text[:begin], text[next:])
		case headingOf(line) != "":
			return headingOf(line), slices.Concat(text[:pos], text[next:])
		default:
			previous, begin = line, pos
		}
		pos = next
	}
	return "", text
}

// headingOf returns the text of a line such as "## Title ##", "" if the line is not a heading.
func headingOf(line []byte) string {
	level := 0
	for level < len(line) && line[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level == len(line) || line[level] != ' ' && line[level] != '\t' {
		return ""
	}
	return strings.TrimSpace(strings.TrimRight(strings.TrimSpace(string(line[level:])), "#"))
}

// isUnderline reports whether a line turns the line above it into a heading.
func isUnderline(line []byte) bool {
	return len(line) > 1 && (len(bytes.Trim(line, "=")) == 0 || len(bytes.Trim(line, "-")) == 0)
}
