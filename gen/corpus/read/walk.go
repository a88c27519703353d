package read

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Files returns the files that Documents reads at path, for callers that read them more than once: a pipe
// or a device is an error.
func Files(path string, format Format) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for file, err := range documentFiles(path, format) {
			if err == nil && file != "-" {
				err = safefile.CheckStored(file)
			}
			if !yield(file, err) {
				return
			}
		}
	}
}

func documentFiles(path string, format Format) iter.Seq2[string, error] {
	auto := format == Auto || format == ""
	if format == Text || auto && isTextFolder(path) {
		return textFiles(path)
	}
	return files(path, func(name string) bool { return (format == TREC || auto) && trecSkips(name) })
}

// textFiles returns the text files at path. A file that the user named is included whatever its extension.
func textFiles(path string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for file, err := range files(path, func(string) bool { return false }) {
			if err == nil && !isTextFile(file) && !slices.Contains(paths(path), file) {
				continue
			}
			if !yield(file, err) {
				return
			}
		}
	}
}

// files returns the files of a document argument: path itself, or all files below the folder path in byte
// order, or those of several paths separated by commas. Links are followed. Names that begin with a dot or
// with readme (any case), and folders for which skipDir returns true, are left out.
func files(path string, skipDir func(name string) bool) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if path == "-" {
			yield(path, nil)
			return
		}
		for _, part := range paths(path) {
			if !walk(part, nil, skipDir, yield) {
				return
			}
		}
	}
}

// paths splits an argument of several files or folders at its commas, except at commas in names of existing
// files. An argument without any existing part is not split.
func paths(path string) []string {
	if _, err := os.Stat(path); err == nil || !strings.Contains(path, ",") {
		return expandPattern(path)
	}
	var list []string
	rest := ""
	for part := range strings.SplitSeq(path, ",") {
		if rest != "" {
			part = rest + "," + part
		}
		files := expandPattern(strings.TrimSpace(part))
		if _, err := os.Stat(files[0]); err != nil || files[0] == "" {
			rest = part
			continue
		}
		list, rest = append(list, files...), ""
	}
	if len(list) == 0 {
		return []string{path}
	}
	for part := range strings.SplitSeq(rest, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// walk yields the files at path; parents are the folders above it. It returns false if yield did.
func walk(path string, parents []os.FileInfo, skipDir func(string) bool, yield func(string, error) bool) bool {
	info, err := os.Stat(path)
	if err != nil {
		return yield(path, errs.CannotOpen(path, err))
	}
	if !info.IsDir() {
		return yield(path, nil)
	}
	for _, folder := range parents {
		if os.SameFile(folder, info) {
			return true // a link to a parent folder
		}
	}
	if saved, ok, err := hubcard.SavedTables(path); err != nil {
		return yield(path, err)
	} else if ok {
		return !slices.ContainsFunc(saved, func(file string) bool { return !yield(file, nil) })
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return yield(path, fmt.Errorf("cannot list %w", err))
	}
	var inside []string
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || strings.HasPrefix(strings.ToLower(name), "readme") {
			continue
		}
		if target, err := os.Stat(filepath.Join(path, name)); err == nil && target.IsDir() {
			if skipDir(name) {
				continue
			}
			name += "/" // sorts as the paths below it do
		}
		inside = append(inside, name)
	}
	slices.Sort(inside)
	for _, name := range inside {
		if !walk(filepath.Join(path, name), append(parents, info), skipDir, yield) {
			return false
		}
	}
	return true
}

// SplitFiles returns the files of a folder, or those that fit a pattern, by the splits that their names or folders name; several files of
// a split are separated by commas. Any other path is that of all splits.
func SplitFiles(path string) (map[string]string, error) {
	info, err := os.Stat(path)
	isFolder := err == nil && info.IsDir()
	if !isFolder && (err == nil || !isPattern(path)) {
		return map[string]string{AllSplits: path}, nil
	}
	root := path
	if !isFolder { // the folder of the first part with a sign of a pattern
		root = filepath.Dir(path[:strings.IndexAny(path, "*?[")] + "*")
	}
	bySplit := map[string][]string{}
	for file, err := range files(path, func(string) bool { return false }) {
		if err != nil {
			return nil, err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return nil, errs.CannotOpen(file, err)
		}
		split := cmp.Or(hubcard.SplitOfPath(name), AllSplits)
		bySplit[split] = append(bySplit[split], file)
	}
	switch {
	case len(bySplit) == 0:
		return nil, errs.BadInput(path, 0, rightFile, "it holds no file")
	case len(bySplit) > 1 && bySplit[AllSplits] != nil:
		return nil, errs.BadInput(path, 0, "name the split of each: train=FILE,test=FILE", "the name of %s names no split, others do",
			filepath.Base(bySplit[AllSplits][0]))
	}
	joined := map[string]string{}
	for split, files := range bySplit {
		joined[split] = strings.Join(files, ",")
	}
	return joined, nil
}

// isPattern reports whether a path has signs of a pattern of names.
func isPattern(path string) bool { return strings.ContainsAny(path, "*?[") }

// expandPattern returns the files that fit a pattern, in byte order; the path itself if it is none or no file fits.
func expandPattern(path string) []string {
	if _, err := os.Stat(path); err != nil && isPattern(path) {
		if files, bad := filepath.Glob(path); bad == nil && len(files) > 0 {
			slices.Sort(files)
			return files
		}
	}
	return []string{path}
}

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
		if len(hubcard.Matches(entries, slices.Concat(p.documents, p.queries, p.qrels))) > 0 {
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
