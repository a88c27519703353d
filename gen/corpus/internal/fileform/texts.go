package fileform

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Text is the format of a folder whose files are documents. An id is the path below the folder, with
// slashes, and with _ for white space. The title is the first heading of a Markdown file, which is then not
// part of the text; other files have no title.
const Text Format = "text"

// textEndings are the extensions of text files.
var textEndings = []string{".txt", ".text", ".md", ".markdown"}

// Reasons of the reader of text folders.
const (
	OtherFile   = "files that are no text (*.txt, *.text, *.md, *.markdown), not read"
	ReadmeFile  = "files called readme, not read as documents"
	TextWithout = "document without text"
	SpacedName  = "names of files with white space, for which the id has _"
)

func IsTextFile(path string) bool {
	return slices.Contains(textEndings, filepath.Ext(sourcefile.BaseName(path)))
}

func IsReadme(path string) bool {
	return strings.HasPrefix(strings.ToLower(filepath.Base(path)), "readme")
}

// fitsText reports whether a file is a text by its name and has none of the formats with many documents per
// file.
func fitsText(h sourcefile.Head) bool {
	return IsTextFile(h.Path) && !fitsTRECDocs(h) && !fitsClassic(h) && !fitsAnserini(h) && !fitsTSV(h) && !fitsDocsTSV(h)
}

// readText reads a whole file as one document.
func readText(s *sourcefile.Source, o Options, emit func(corpus.Doc, int) error) error {
	all, err := s.ReadRest()
	if err != nil {
		return err
	}
	name := textFileID(o.Root, s.Path)
	d := corpus.Doc{ID: withoutSpace(name)}
	if d.ID != name {
		s.Rep.Remark(SpacedName, 1, s.Path, 0)
	}
	if ending := filepath.Ext(sourcefile.BaseName(s.Path)); ending == ".md" || ending == ".markdown" {
		d.Title, all = cutHeading(all)
	}
	d.Text = string(bytes.TrimSpace(all))
	if d.Text == "" && d.Title == "" {
		return s.Skip(1, TextWithout)
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
	return safefile.PlainName(filepath.ToSlash(name))
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
		end := pos + bytes.IndexByte(text[pos:], '\n') // ReadRest ends every line with LF
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
