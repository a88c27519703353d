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
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/safefile"
)

// unreadShown is the number of unread files of a folder that are named one by one.
const unreadShown = 20

// filesLookedAt is the number of files of a part that are searched for unread columns.
const filesLookedAt = 20

// Unread is a part of a collection that is not read, such as a file, with the reason, which names the columns where it is these.
type Unread struct {
	Name, Reason string
	Columns      bool
}

// String returns both.
func (u Unread) String() string { return strings.TrimPrefix(u.Name+": "+u.Reason, ": ") }

// UnaskedJudgements is the reason why judgements of a split are not read.
const UnaskedJudgements = "judgements of a split without queries"

// UnreadList is what is not read of a collection.
type UnreadList []Unread

// Leave adds a part that is not read, once.
func (l *UnreadList) Leave(name, reason string) { l.leave(Unread{Name: name, Reason: reason}) }

// LeaveColumns adds columns of a file that are not read, once.
func (l *UnreadList) LeaveColumns(file, reason string) { l.leave(Unread{file, reason, true}) }

func (l *UnreadList) leave(u Unread) {
	if !slices.Contains(*l, u) {
		*l = append(*l, u)
	}
}

// Lines returns a line for each part.
func (l UnreadList) Lines() (lines []string) {
	for _, u := range l {
		lines = append(lines, u.String())
	}
	return lines
}

// ListUnread adds to Unread what the readers of a collection ignore: columns, members and fields of its
// files, and other files of the folder dir ("" for none), except usedFiles. It reads the beginning of each
// file.
func (l *Layout) ListUnread(dir string, usedFiles []string, o Options) {
	l.listUnreadColumns(o)
	read := slices.Concat(usedFiles, paths(l.Documents), sortedFiles(l.Queries), sortedFiles(l.Qrels), sortedFiles(l.Runs))
	names := slices.DeleteFunc(filesBeside(dir, read), func(name string) bool {
		return slices.ContainsFunc(l.Unread, func(u Unread) bool { return u.Name == name })
	})
	candidates := hubcard.NamesBelow(dir, l.Ranked)
	for _, name := range names[:min(unreadShown, len(names))] {
		isRanked := slices.ContainsFunc(candidates, func(file string) bool { return strings.HasPrefix(file, name) })
		l.Unread.Leave(name, cmp.Or(whyUnread(filepath.Join(dir, name), name, isRanked),
			"no name of a file of the format "+l.Format+"; --collection FILE, --topics and --qrels name files"))
	}
	if more := len(names) - unreadShown; more > 0 {
		l.Unread.Leave(fmt.Sprintf("and %d more", more), "no part of the collection")
	}
}

// columnList collects columns that are not read, by file in the order of the files.
type columnList struct {
	files  []string
	unread map[string][]string
	why    map[string]string
}

// add adds the columns that one part of the collection does not read. Of a file that is several parts, no part reads the column.
func (c *columnList) add(file string, names []string, why string) {
	if previous, ok := c.unread[file]; ok {
		names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(previous, name) })
	} else {
		c.files = append(c.files, file)
	}
	c.unread[file], c.why[file] = names, cmp.Or(c.why[file], why)
}

// listUnreadColumns adds, per file, the columns that no part of the collection reads. Tables that
// hold all parts are skipped: discoverTable has listed theirs.
func (l *Layout) listUnreadColumns(o Options) {
	var rows []string
	if len(l.Columns) > 0 {
		rows = paths(l.Documents)
	}
	list := columnList{unread: map[string][]string{}, why: map[string]string{}}
	others := func(files []string) []string {
		return slices.DeleteFunc(files, func(file string) bool { return slices.Contains(rows, file) })
	}
	for _, file := range others(firstFiles(l.Documents)) {
		names, why := unreadOf(documentFormats, unreadDocuments, file, l.Format, o)
		list.add(file, names, why)
	}
	for _, file := range others(sortedFiles(l.Queries)) {
		names, why := unreadOf(topicFormats, unreadTopics, file, cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format), o)
		list.add(file, names, why)
	}
	for _, file := range others(sortedFiles(l.Qrels)) {
		names, why := unreadOf(qrelsFormats, unreadQrels, file, cmp.Or(o.QrelsFormat, l.QrelsFormat, l.Format), o)
		list.add(file, names, why)
	}
	for _, file := range sortedFiles(l.Excluded) {
		list.unread[file] = slices.DeleteFunc(list.unread[file], func(name string) bool { return name == excludedIDs })
	}
	for _, file := range list.files {
		if names := list.unread[file]; len(names) > 0 {
			l.Unread.LeaveColumns(filepath.Base(file), fmt.Sprintf("columns %s: %s", tabular.FormatList(names), list.why[file]))
		}
	}
}

// firstFiles returns the first files of a document argument.
func firstFiles(path string) (list []string) {
	if path == "" || path == "-" {
		return nil
	}
	for file, err := range files(path, trecSkips) {
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

	noAnswerPart = "generated answers have no such part; --format rows reads lines as rows"
)

// The members that readers of JSON objects take.
var (
	jsonlMembers    = []string{"_id", "doc_id", "docid", "docno", "id", "title", "text", "body", "url"}
	anseriniMembers = []string{"_id", "doc_id", "docid", "docno", "id", "contents"}
)

// unreadPart is how one part of a collection is searched for what is not read.
type unreadPart struct {
	noun    string
	members map[Format][]string          // by form of JSON objects: those that are read
	roles   []string                     // of members that are read by the names of columns
	columns func(*tabular.Plan) []string // of a table: those that the part does not read
	fields  bool                         // records have fields, of which some are chosen
}

var (
	unreadDocuments = unreadPart{noun: "documents", members: map[Format][]string{"jsonl": jsonlMembers, "json": anseriniMembers},
		roles: []string{tabular.DocIDRole}, columns: (*tabular.Plan).NoDocuments}
	unreadTopics = unreadPart{noun: "queries", columns: (*tabular.Plan).NoQueries, fields: true}
	unreadQrels  = unreadPart{noun: "judgements", columns: (*tabular.Plan).NoJudgements}
)

// unreadOf returns the columns of a file of one part that are not read, and why; none if its format cannot be detected.
func unreadOf[R any](table []entry[R], part unreadPart, file string, format Format, o Options) (names []string, why string) {
	if file == "-" || safefile.CheckStored(file) != nil { // a pipe can be read only once
		return nil, ""
	}
	s, err := openSource(file, o, nil)
	if err != nil {
		return nil, "" // the reader reports the error
	}
	defer s.close()
	e, err := pick(table, format, "", s, nil)
	if err != nil || s.empty() {
		return nil, ""
	}
	h, err := tableHead(s)
	if err != nil {
		return nil, ""
	}
	switch members := part.members[e.name]; {
	case e.name == Answers:
		return unreadAnswers(h), noAnswerPart
	case e.name == Table:
		return unreadOfTable(h, o, part.columns), fmt.Sprintf(onePart, part.noun)
	case members != nil:
		unread := slices.DeleteFunc(unreadMembers(h, members), func(name string) bool { return slices.Contains(part.roles, tabular.RoleOf(name)) })
		return unread, fmt.Sprintf(noSuchPart, part.noun)
	case part.fields:
		return unreadFields(h, e.name, o), chooseField
	}
	return nil, ""
}

// unreadOfTable returns the columns of a table that one part of a collection does not read.
func unreadOfTable(h head, o Options, columns func(*tabular.Plan) []string) []string {
	_, p, err := planOfHead(h, o)
	if err != nil || p == nil {
		return nil
	}
	return columns(p)
}

// unreadFields returns the fields of the topics in a head that are not part of their texts.
func unreadFields(h head, form Format, o Options) []string {
	selection := o.TopicFields
	if len(selection) == 0 {
		selection = []string{titleField}
	}
	i := slices.IndexFunc(topicFormats, func(e entry[topicReader]) bool { return e.name == form })
	names, texts := map[string]bool{}, map[string]bool{}
	_ = topicFormats[i].read(headSource(h), o, func(q corpus.Query, _ int) error {
		used := []string{"_id", "id", "qid", "query_id", "num", "number"}
		for _, field := range selection {
			keys := fieldKeys(field)
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
	if form == "jsonl" {
		for _, name := range unreadMembers(h, nil) { // lists and objects are no fields
			names[name] = names[name] || !texts[name]
		}
		maps.DeleteFunc(names, func(_ string, unread bool) bool { return !unread })
	}
	return slices.Sorted(maps.Keys(names))
}

// filesBeside returns the files of a folder that are not among read; none if it is no folder.
func filesBeside(dir string, read []string) []string {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil
	}
	absolute := func(path string) string {
		if whole, err := filepath.Abs(path); err == nil {
			return whole
		}
		return path
	}
	var files []string
	for _, file := range read {
		if file != "" && file != "-" {
			files = append(files, absolute(file))
		}
	}
	return filesOutside(absolute(dir), files)
}

// whyUnread returns why the file at a path is not read: because of its form, else of its name in the folder; "" if neither tells.
func whyUnread(path, name string, isRanked bool) string {
	base := strings.ToLower(filepath.Base(name))
	form, command := unreadForm(path)
	switch {
	case form != "":
		return form + " is not read: " + command
	case isRanked:
		return "--run given takes these candidates"
	case strings.HasSuffix(name, "/"):
		return "a folder that is no part of the collection"
	case strings.HasPrefix(base, "readme"), strings.HasPrefix(base, "license"), strings.HasPrefix(base, "dataset_info"),
		base == hubcard.SavedState, base == hubcard.SavedDict:
		return isDescription
	case strings.HasPrefix(base, "run") || strings.HasPrefix(base, "scoreddocs"):
		return "--run FILE reads candidates"
	case strings.HasPrefix(base, "qrels"):
		return "--qrels SPLIT=FILE reads judgements"
	case strings.HasPrefix(base, "topics") || strings.HasPrefix(base, "queries"):
		return "--topics SPLIT=FILE reads queries"
	}
	return ""
}

// isDescription is the reason why files that describe a data set are not read.
const isDescription = "a description of the collection"

// filesOutside returns the files below dir that are not among read, and the folders that contain none of
// read.
func filesOutside(dir string, read []string) (names []string) {
	dir = filepath.Clean(dir)
	if slices.Contains(read, dir) {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // the reader reports the error
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") || slices.Contains(read, path) {
			continue
		}
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			names = append(names, e.Name())
			continue
		}
		if !slices.ContainsFunc(read, func(file string) bool { return strings.HasPrefix(file, path+string(filepath.Separator)) }) {
			_, err := os.Stat(filepath.Join(path, ".journal"))
			if _, errLock := os.Stat(filepath.Join(path, ".lock")); err != nil && errLock != nil { // else an output of the program
				names = append(names, e.Name()+"/")
			}
			continue
		}
		for _, name := range filesOutside(path, read) {
			names = append(names, e.Name()+"/"+name)
		}
	}
	return names
}
