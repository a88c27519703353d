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
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// A report has so many reasons to skip records, and as many remarks, with so many places each.
const (
	reasonsShown = 20
	placesShown  = 5
)

// Report counts what readers kept, skipped and changed, by reason, with the first five places of each. The
// zero value is ready; a nil *Report counts nothing. It is not safe for concurrent use.
type Report struct {
	Kept    int            // records passed on
	ByNoun  map[string]int // those, by what they are: documents, queries, judgements, rows
	Bytes   int64          // read from the files, before decompression
	Unread  UnreadList     // columns and files that are not read
	Told    []string       // formats detected from a file's beginning, "FILE: format"
	Reasons []skipReason   // in the order of their first occurrence
	headers int            // lines or schemas that name columns and are no record
	skipped int
	rows    map[string]int // of tables, by file
}

// skipReason is one cause for which input was skipped or changed.
type skipReason struct {
	Noun    string // what the records are, in the plural: documents, queries, judgements, rows; "" for remarks
	Text    string // with an example, where those of one reason differ
	Count   int
	Skipped bool    // records were left out; else they were kept and this is a remark
	Repeats bool    // records were left out because they say again what others say; else because they cannot be read
	Places  []Place // the first five
}

// Place is a line of an input file.
type Place struct {
	File string // the path as given, "-" for standard input
	Line int    // 1-based, 0 for the file as a whole
}

func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// NumSkipped returns the number of records skipped, over all reasons.
func (r *Report) NumSkipped() int {
	if r == nil {
		return 0
	}
	return r.skipped
}

// whySkipped joins the reasons for which records were skipped.
func (r *Report) whySkipped() string {
	var why []string
	for _, reason := range r.Reasons {
		if reason.Skipped {
			why = append(why, reason.Line())
		}
	}
	return strings.Join(why, "; ")
}

// mark is the state of a report before a file is read.
type mark struct {
	skipped, headers int
	bytes            int64
}

func (r *Report) mark() mark {
	if r == nil {
		return mark{}
	}
	return mark{r.NumSkipped(), r.headers, r.Bytes}
}

// header counts a line or schema of column names, which is not a record.
func (r *Report) header() {
	if r != nil {
		r.headers++
	}
}

// Lines returns the report as lines for a log, one for each detected format and one for each reason.
func (r *Report) Lines() []string {
	if r == nil {
		return nil
	}
	var lines []string
	for _, format := range r.Told {
		lines = append(lines, "read as "+format)
	}
	for _, reason := range r.Reasons {
		lines = append(lines, reason.Line())
	}
	for _, part := range r.Unread {
		lines = append(lines, fmt.Sprintf("noted 1: %s (%s)", part.Reason, part.Name))
	}
	return lines
}

// Name returns the reason with the kind of the records.
func (r skipReason) Name() string { return strings.TrimPrefix(r.Noun+": "+r.Text, ": ") }

// Counted returns a number of records with their kind, "1 query" of queries; the number alone without a kind.
func Counted(n int, noun string) string {
	singular := strings.TrimSuffix(strings.Replace(noun, "ies", "ys", 1), "s")
	return strings.TrimSpace(terminal.Plural(n, singular, noun))
}

// Line returns a line such as "skipped 7 queries: wrong number of fields (a.tsv:3, a.tsv:9, ...)".
func (r skipReason) Line() string {
	many := fmt.Sprintf("noted %d", r.Count)
	if r.Skipped {
		many = "skipped " + Counted(r.Count, r.Noun)
	}
	var places []string
	for _, place := range r.Places {
		places = append(places, place.String())
	}
	if r.Count > len(places) {
		places = append(places, "...")
	}
	return fmt.Sprintf("%s: %s (%s)", many, r.Text, strings.Join(places, ", "))
}

// String returns the whole report.
func (r *Report) String() string {
	if r == nil {
		return ""
	}
	return strings.Join(append([]string{fmt.Sprintf("kept %d", r.Kept)}, r.Lines()...), "\n")
}

// keep counts records that are passed on.
func (r *Report) keep(noun string, n int) {
	if r != nil {
		r.Kept += n
		r.read(noun, n)
	}
}

// read counts what records are made of, such as the rows of a table of documents.
func (r *Report) read(noun string, n int) {
	if r == nil {
		return
	}
	if r.ByNoun == nil {
		r.ByNoun = map[string]int{}
	}
	r.ByNoun[noun] += n
}

// addRow counts a row of a table.
func (r *Report) addRow(file string) {
	if r == nil {
		return
	}
	if r.rows == nil {
		r.rows = map[string]int{}
	}
	r.rows[file]++
}

func (r *Report) noteFormat(file string, format Format) {
	if r != nil {
		r.Told = append(r.Told, file+": "+format)
	}
}

// skip counts a record that is skipped. noun is what it is, in the plural.
func (r *Report) skip(noun, cause, file string, line int) {
	r.add(skipReason{Noun: noun, Text: cause, Skipped: true}, 1, file, line)
}

// repeat counts a record that is skipped because it repeats another.
func (r *Report) repeat(noun, cause, file string, line int) {
	r.add(skipReason{Noun: noun, Text: cause, Skipped: true, Repeats: true}, 1, file, line)
}

// note counts n changes or oddities of records that are kept.
func (r *Report) note(cause string, n int, file string, line int) {
	r.add(skipReason{Text: cause}, n, file, line)
}

// Note counts n records of a file about which there is something to tell.
func (r *Report) Note(cause string, n int, file string) { r.note(cause, n, file, 0) }

func (r *Report) add(cause skipReason, n int, file string, line int) {
	if r == nil || n == 0 {
		return
	}
	if cause.Skipped {
		r.skipped += n
	}
	reason := r.reason(cause)
	reason.Count += n
	if len(reason.Places) < placesShown {
		reason.Places = append(reason.Places, Place{file, line})
	}
}

// reason returns the entry of a reason. Reasons that differ in their examples are one, and those beyond the first are one.
func (r *Report) reason(cause skipReason) *skipReason {
	alike := 0
	text, _, _ := strings.Cut(cause.Text, tabular.Such)
	for i := range r.Reasons {
		known := &r.Reasons[i]
		if known.Skipped != cause.Skipped {
			continue
		}
		first, _, _ := strings.Cut(known.Text, tabular.Such)
		if alike++; known.Noun == cause.Noun && first == text {
			return known
		}
	}
	if alike >= reasonsShown && cause.Text != otherReasons {
		cause.Noun, cause.Text = "", otherReasons
		return r.reason(cause)
	}
	r.Reasons = append(r.Reasons, cause)
	return &r.Reasons[len(r.Reasons)-1]
}

const otherReasons = "other reasons"

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
	for _, looked := range []struct {
		part
		files  []string
		format Format
	}{{documentsPart, firstFiles(l.Documents), l.Format},
		{topicsPart, sortedFiles(l.Queries), cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format)},
		{qrelsPart, sortedFiles(l.Qrels), cmp.Or(o.QrelsFormat, l.QrelsFormat, l.Format)}} {
		for _, file := range looked.files {
			if !slices.Contains(rows, file) {
				names, why := looked.unread(file, looked.format, o)
				list.add(file, names, why)
			}
		}
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

// unread returns the columns of a file of one part that are not read, and why; none if its format cannot be detected.
func (p part) unread(file string, format Format, o Options) (names []string, why string) {
	if file == "-" || safefile.CheckStored(file) != nil { // a pipe can be read only once
		return nil, ""
	}
	_ = visitFile(file, o, func(s *source) error { // the reader reports the error
		p.flag = ""
		e, err := p.pick(format, s, nil)
		if err != nil || s.empty() {
			return err
		}
		h, err := tableHead(s)
		if err == nil {
			names, why = p.unreadOfHead(e, h, o)
		}
		return err
	})
	return names, why
}

func (p part) unreadOfHead(e entry, h head, o Options) (names []string, why string) {
	switch {
	case e.name == Answers:
		return unreadAnswers(h), noAnswerPart
	case e.name == Table:
		if _, plan, err := planOfHead(h, o); err == nil && plan != nil {
			names = p.columns(plan)
		}
		return names, fmt.Sprintf(onePart, p.noun)
	case e.members != nil:
		isID := func(name string) bool { return tabular.RoleOf(name) == tabular.DocIDRole }
		return slices.DeleteFunc(unreadMembers(h, e.members), isID), fmt.Sprintf(noSuchPart, p.noun)
	case e.topics != nil:
		return unreadFields(h, e, o), chooseField
	}
	return nil, ""
}

// unreadFields returns the fields of the topics in a head that are not part of their texts.
func unreadFields(h head, e entry, o Options) []string {
	selection := o.TopicFields
	if len(selection) == 0 {
		selection = []string{titleField}
	}
	names, texts := map[string]bool{}, map[string]bool{}
	_ = e.topics(headSource(h), o, func(q corpus.Query, _ int) error {
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
	if e.name == "jsonl" {
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
