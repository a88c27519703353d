package read

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// unreadShown is the maximum number of unread files of a folder that are named one by one.
const unreadShown = 20

// filesLookedAt is the maximum number of files of documents that are searched for unread columns.
const filesLookedAt = 20

// UnaskedJudgements is the reason why judgements of a split are not read.
const UnaskedJudgements = "judgements of a split without queries"

// ListUnread adds to Unread the columns, members and fields of the collection's files that readers ignore, and the other files of the
// folder dir ("" for none), except usedFiles. It reads the beginning of each file.
func (l *Layout) ListUnread(dir string, usedFiles []string, o Options) {
	l.listUnreadColumns(o)
	read := slices.Concat(usedFiles, paths(l.Documents), sortedFiles(l.Queries), sortedFiles(l.Qrels), sortedFiles(l.Runs))
	names := slices.DeleteFunc(filesBeside(dir, read), func(name string) bool {
		return slices.ContainsFunc(l.Unread, func(u Unread) bool { return u.Name == name })
	})
	for _, name := range names[:min(unreadShown, len(names))] {
		isRanked := slices.ContainsFunc(l.Ranked, func(file string) bool { return strings.HasPrefix(hubcard.NameBelow(dir, file), name) })
		l.Unread.Leave(name, cmp.Or(whyUnread(filepath.Join(dir, name), name, isRanked),
			"no name of a file of the format "+l.Format+"; --collection FILE, --topics and --qrels name files"))
	}
	if more := len(names) - unreadShown; more > 0 {
		l.Unread.Leave(fmt.Sprintf("and %d more", more), "no part of the collection")
	}
}

// unreadColumns are the columns of a file that no part of the collection reads, with the reason.
type unreadColumns struct {
	file, why string
	names     []string
}

// listUnreadColumns adds, for each file, the columns that no part of the collection reads. It skips tables that hold all parts, since
// discoverTable has listed their columns.
func (l *Layout) listUnreadColumns(o Options) {
	var rows []string
	if len(l.Columns) > 0 {
		rows = paths(l.Documents)
	}
	var list []unreadColumns
	look := func(part fileform.Part, files []string, format Format) {
		for _, file := range files {
			if slices.Contains(rows, file) {
				continue
			}
			names, why := unreadOf(part, file, format, o)
			if i := slices.IndexFunc(list, func(u unreadColumns) bool { return u.file == file }); i < 0 {
				list = append(list, unreadColumns{file, why, names})
			} else {
				list[i].names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(list[i].names, name) })
				list[i].why = cmp.Or(list[i].why, why)
			}
		}
	}
	look(fileform.DocumentsPart, firstFiles(l.Documents), l.Format)
	look(fileform.TopicsPart, sortedFiles(l.Queries), cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format))
	look(fileform.QrelsPart, sortedFiles(l.Qrels), cmp.Or(o.QrelsFormat, l.QrelsFormat, l.Format))
	excluded := sortedFiles(l.Excluded)
	for _, u := range list {
		names := slices.DeleteFunc(u.names, func(name string) bool { return name == excludedIDs && slices.Contains(excluded, u.file) })
		if len(names) > 0 {
			l.Unread.LeaveColumns(filepath.Base(u.file), fmt.Sprintf("columns %s: %s", tabular.FormatList(names), u.why))
		}
	}
}

// firstFiles returns at most filesLookedAt files of an argument for documents, and nil for standard input.
func firstFiles(path string) (list []string) {
	if path == "" || path == "-" {
		return nil
	}
	for file, err := range files(path, fileform.TrecSkips) {
		if err != nil || len(list) == filesLookedAt {
			break
		}
		list = append(list, file)
	}
	return list
}

// Reasons why columns are not read.
const (
	noSuchPart  = "%s have no such part"
	onePart     = "%s alone are read of this file; --columns ROLE=NAME chooses their columns"
	chooseField = "--set topic_fields=NAME,NAME reads them"
)

// unreadOf returns the columns of a file that its part does not read, and the reason. names is nil if the format cannot be detected.
func unreadOf(p fileform.Part, file string, format Format, o Options) (names []string, why string) {
	if file == "-" || safefile.CheckStored(file) != nil { // a pipe can be read only once
		return nil, ""
	}
	_ = sourcefile.Visit(file, o.source(), func(s *sourcefile.Source) error { // the reader reports the error
		p.Flag = ""
		e, err := p.Choose(format, s)
		if err != nil || s.Empty() {
			return err
		}
		h, err := rowtable.HeadOf(s)
		if err == nil {
			names, why = unreadOfHead(p, e, h, o)
		}
		return err
	})
	return names, why
}

// unreadOfHead returns the columns, members or fields in a head of the format e that the part does not read, and the reason.
func unreadOfHead(p fileform.Part, e fileform.Entry, h sourcefile.Head, o Options) (names []string, why string) {
	switch {
	case e.Name == Table:
		if _, plan, err := rowtable.PlanOf(h, o.rows()); err == nil && plan != nil {
			names = plan.Unneeded(p.Roles)
		}
		return names, fmt.Sprintf(onePart, p.Noun)
	case e.Members != nil:
		isID := func(name string) bool { return tabular.RoleOf(name) == tabular.DocIDRole }
		return slices.DeleteFunc(fileform.UnreadMembers(h, e.Members), isID), fmt.Sprintf(noSuchPart, p.Noun)
	case e.Topics != nil:
		return unreadFields(h, e, o), chooseField
	}
	return nil, ""
}

// unreadFields returns the fields of the topics in a head that are not part of their texts.
func unreadFields(h sourcefile.Head, e fileform.Entry, o Options) []string {
	selection := o.TopicFields
	if len(selection) == 0 {
		selection = []string{fileform.TitleField}
	}
	names, texts := map[string]bool{}, map[string]bool{}
	_ = e.Topics(sourcefile.HeadSource(h), o.rows(), func(q corpus.Query, _ int) error {
		used := []string{"_id", "id", "qid", "query_id", "num", "number"}
		for _, field := range selection {
			keys := fileform.FieldKeys(field)
			if first := slices.IndexFunc(keys, func(key string) bool { return q.Fields[key] != "" }); first >= 0 {
				used = append(used, keys[first])
			}
		}
		for name, value := range q.Fields {
			texts[name] = true
			if value != "" && !slices.Contains(used, name) && tabular.RoleOf(name) != tabular.QueryIDRole {
				names[name] = true
			}
		}
		return nil
	})
	if e.Name == "jsonl" {
		for _, name := range fileform.UnreadMembers(h, nil) { // lists and objects are no fields
			names[name] = names[name] || !texts[name]
		}
		maps.DeleteFunc(names, func(_ string, unread bool) bool { return !unread })
	}
	return slices.Sorted(maps.Keys(names))
}

// filesBeside returns the files of a folder that are not among read, and nil if dir is not a folder.
func filesBeside(dir string, read []string) []string {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil
	}
	var files []string
	for _, file := range read {
		if whole, err := filepath.Abs(file); err == nil && file != "" && file != "-" {
			files = append(files, whole)
		}
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	return filesOutside(dir, files)
}

// whyUnread returns the reason why the file at a path is not read, which its form or its name in the folder shows. It returns "" if neither
// shows one.
func whyUnread(path, name string, isRanked bool) string {
	bad := fileform.UnreadForm(path)
	switch {
	case bad != nil:
		return bad.Problem + ": " + bad.Hint
	case isRanked:
		return "--run given takes these candidates"
	case strings.HasSuffix(name, "/"):
		return "a folder that is no part of the collection"
	}
	for _, known := range whyByName {
		if strings.HasPrefix(strings.ToLower(filepath.Base(name)), known[0]) {
			return known[1]
		}
	}
	return ""
}

// isDescription is the reason why files that describe a data set are not read.
const isDescription = "a description of the collection"

// whyByName has the reasons why files are not read, by the beginning of their names.
var whyByName = [][2]string{{"readme", isDescription}, {"license", isDescription}, {"dataset_info", isDescription},
	{hubcard.SavedState, isDescription}, {hubcard.SavedDict, isDescription},
	{"run", "--run FILE reads candidates"}, {"scoreddocs", "--run FILE reads candidates"}, {"qrels", "--qrels SPLIT=FILE reads judgements"},
	{"topics", "--topics SPLIT=FILE reads queries"}, {"queries", "--topics SPLIT=FILE reads queries"}}

// filesOutside returns the files below dir that are not among read, and the folders that contain no file of read. It returns nothing for a
// folder that cannot be listed, since its reader reports that.
func filesOutside(dir string, read []string) (outside []string) {
	dir = filepath.Clean(dir)
	names, err := namesIn(dir)
	if err != nil || slices.Contains(read, dir) {
		return nil
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		switch {
		case slices.Contains(read, path):
		case !strings.HasSuffix(name, "/"):
			outside = append(outside, name)
		case slices.ContainsFunc(read, func(file string) bool { return strings.HasPrefix(file, path+string(filepath.Separator)) }):
			for _, file := range filesOutside(path, read) {
				outside = append(outside, name+file)
			}
		case !isResult(path):
			outside = append(outside, name)
		}
	}
	return outside
}

// isResult reports whether a folder is an output of the program.
func isResult(folder string) bool { return isIn(folder, ".journal") || isIn(folder, ".lock") }

func isIn(folder, name string) bool {
	_, err := os.Stat(filepath.Join(folder, name))
	return err == nil
}

// ReadTable is a file of rows that was read.
type ReadTable struct {
	Name    string
	Columns string // the meaning of each column, and the columns that are not used
	Rows    int    // number of rows that were read
}

// TableLines returns a line for each distinct ReadTable.Columns, with the number of rows and, if there are several, the names of the
// tables.
func TableLines(tables []ReadTable) (lines []string) {
	var ways lists.Groups[string, ReadTable]
	for _, t := range tables {
		ways.Add(t.Columns, t)
	}
	for _, columns := range ways.Keys {
		rows, alike := 0, ways.Of[columns]
		for _, t := range alike {
			rows += t.Rows
		}
		source := ""
		if len(ways.Keys) > 1 {
			source = " of " + filepath.Base(alike[0].Name)
			if more := len(alike) - 1; more > 0 {
				source += " and " + terminal.Plural(more, "other file", "other files")
			}
		}
		lines = append(lines, fmt.Sprintf("read %s%s: %s", terminal.Plural(rows, "row", "rows"), source, columns))
	}
	return lines
}

// noneJudged begins the line on rows without judgements.
const noneJudged = "no document is judged; if each is the positive of its query, "

// Reading returns lines that describe how the columns of the collection's rows are read, with the numbers of rows in rep. If no document is
// judged, a line has a hint.
func (l *Layout) Reading(rep *Report) []string {
	tables := slices.Clone(l.tables)
	for i := range tables {
		tables[i].Rows = rep.Rows[tables[i].Name]
	}
	isHint := func(line string) bool { return strings.HasPrefix(line, noneJudged) }
	return append(TableLines(tables), lists.Filter(l.Columns, isHint)...)
}
