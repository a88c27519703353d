package read

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/safefile"
)

// AllSplits is the split of topics, judgements and runs whose file names name no split.
const AllSplits = hubcard.AllSplits

// Layout holds the files of a collection, by split. A split is train, dev or test, also for words such as validation, val or training in
// the names of files, or it is another name in them.
type Layout struct {
	Format       Format            // format of the documents, and of parts without a format of their own
	TopicsFormat Format            // format of the queries; "" for Format
	QrelsFormat  Format            // format of the judgements; "" for Format
	Documents    string            // a file or a folder, or several of them separated by commas
	Queries      map[string]string // files of the queries, by split
	Qrels        map[string]string // files of the judgements, by split
	Runs         map[string]string // files of runs, by split, or by name if a split has several
	DropSelf     bool              // true if queries may be in the collection, so that candidates whose docid is the qid are dropped
	Columns      []string          // for rows: the role of each column that is read
	Unread       UnreadList        // columns, rows and files that are not read
	Excluded     map[string]string // by split: files whose column excluded_ids names documents that cannot be candidates of a query
	Ranked       []string          // files with candidates that the collection supplies
	Scored       bool              // true if some documents of the rows have a score
	Taught       bool              // true if each document of the rows has a teacher's score
	Judging      string            // for rows: the command-line option that makes labels of their scores; "" if there is none
	noLabels     bool              // for rows: true if no column of labels is read
	pairing      string            // for rows: the command-line option that makes documents positives
	tables       []ReadTable       // for rows: the files
	splitColumns splitColumns
	mixedQueries bool // true if the files of queries also hold queries of other splits
}

// parts has the patterns of the file names of one collection format, in lower case and without the extension of a compression. A * matches
// the name of a split or another name (see bySplit). <split> matches only the name of a split.
type parts struct {
	format                          Format
	documents, queries, qrels, runs []string
}

// runNames are the file names of runs of most formats.
var runNames = []string{"run*.txt", "run*.trec"}

// collections has the file names of the collection formats.
var collections = []parts{
	{MSMARCO, []string{"collection.tsv"}, []string{"queries.tsv", "queries.*.tsv", "questions.*.tsv", "msmarco-test*-queries.tsv"},
		[]string{"qrels.tsv", "qrels.txt", "qrels.*.tsv", "qrels.*.txt", "*qrels-pass.txt"}, append([]string{"run*.tsv"}, runNames...)},
	{MSMARCO, []string{"msmarco-docs.tsv"}, []string{"msmarco-doc*-queries.tsv"}, []string{"msmarco-doc*-qrels.tsv"},
		append([]string{"run*.tsv", "msmarco-doc*-top100"}, runNames...)},
	{TREC, []string{"docs/", "documents/", "corpus/", "docs*.trec", "docs*.sgml", "docs*.sgm", "docs*.txt", "doc-text.trec",
		"documents*.trec", "documents*.sgml", "collection.trec", "msmarco-docs.trec"},
		[]string{"topics*.trec", "topics*.txt", "topics*.xml", "topics*.tsv", "topics*.jsonl", "topics*.top", "queries*.tsv", "queries*.trec",
			"query-text.trec", "queries*.xml", "msmarco-doc*-queries.tsv"},
		[]string{"qrels*.txt", "qrels*.trec", "qrels*.tsv", "qrels*.qrels", "qrels", "msmarco-doc*-qrels.tsv"},
		append([]string{"run*.run", "msmarco-doc*-top100"}, runNames...)},
	{BEIR, []string{"corpus.jsonl"}, []string{"queries.jsonl"}, []string{"qrels/*.tsv", "qrels/*.jsonl", "qrels/*.trec",
		"qrels/*.txt", "qrels/*.csv", "qrels/*.parquet", "qrels.tsv", "qrels.*.tsv", "qrels.txt", "qrels.*.txt", "qrels.trec", "qrels",
		"qrel.txt", "<split>_labels.tsv"}, runNames},
	{fileform.WikiQA, []string{"wikiqa-<split>.tsv"}, []string{"wikiqa-<split>.tsv"}, []string{"wikiqa-<split>.tsv"}, runNames},
	{fileform.WikiPassageQA, []string{"document_passages.json"}, []string{"<split>.tsv"}, []string{"<split>.tsv"}, runNames},
	{fileform.Cranfield, []string{"cran.all.1400", "*.all"}, []string{"*.qry", "query.text"}, []string{"cranqrel", "*.rel", "qrels.text"}, runNames},
	{fileform.JsonCollection, []string{"docs/", "documents/", "corpus/", "collection/", "collection_jsonl/", "docs.json", "docs.jsonl",
		"documents.json", "documents.jsonl", "collection.json", "collection.jsonl", "corpus.json", "corpus.jsonl"},
		[]string{"topics*.tsv", "topics*.jsonl", "topics*.json", "topics*.txt", "topics*.xml", "queries*.tsv", "queries*.jsonl", "queries*.json"},
		[]string{"qrels*.txt", "qrels*.tsv", "qrels*.trec", "qrels*.json", "qrels"}, append([]string{"run*.json"}, runNames...)},
	{Triples, []string{"triples.<split>.tsv"}, []string{"triples.<split>.tsv"}, []string{"triples.<split>.tsv"}, nil},
	{fileform.IrDatasets, []string{"docs.tsv", "docs.jsonl"}, []string{"queries*.tsv", "queries*.jsonl"},
		[]string{"qrels*.tsv", "qrels*.jsonl", "qrels*.trec", "qrels*.txt", "qrels"},
		[]string{"scoreddocs*.trec", "scoreddocs*.txt", "scoreddocs*.tsv", "scoreddocs*.jsonl"}},
}

// Search is a description of the collection to look for.
type Search struct {
	Format  Format
	Options Options // the options for reading rows
	// The parts that the user gave, which are not looked for: files of the documents, and files of topics and judgements by split.
	Documents     string
	Topics, Qrels map[string]string
}

// In returns the parts of a collection in a folder, or in a file of triples or rows. With auto, the name and the first 64 KiB of the
// documents' file decide the format. Missing documents are an error. Other parts may be missing, since topics may be elsewhere.
func (s Search) In(dir string) (Layout, error) {
	auto := s.isAuto()
	info, err := os.Stat(dir)
	folder := err == nil && info.IsDir()
	if s.Format == Triples || auto && !folder {
		if l, ok, err := discoverTriples(dir, s.Options, !auto); ok || err != nil {
			return s.withGiven(l), err
		}
	}
	if s.Format == Table || auto && (s.Options.Columns != "" || dir == "-" || !folder) {
		required := s.Format == Table || !folder
		if l, ok, err := discoverTable(dir, s.Options, required); ok || required || err != nil {
			return s.finish(l, s.namingFolder(dir, err))
		}
	}
	if isIn(dir, ".journal") && !isIn(dir, "audit.json") { // a result of audit may hold cleaned rows
		return Layout{}, errs.BadInput(dir, 0, "give the collection that it was made of; axiomine audit reads its rows",
			"a result of axiomine, no collection")
	}
	entries, err := list(dir)
	if err != nil {
		return Layout{}, err
	}
	l, ok, err := s.findCollection(dir, entries)
	if err == nil && !ok && auto {
		l, ok, err = s.findInside(dir, entries)
	}
	if err == nil && !ok && auto {
		l, ok, err = discoverTable(dir, s.Options, false)
	}
	if !ok && s.Documents != "" {
		l, err = s.findTopics(dir, entries)
		ok = true
	}
	if err == nil && !ok {
		err = s.namingFolder(dir, s.errNoCollection(dir, entries))
	}
	if err == nil && auto {
		err = s.refuseMissing(dir, entries, &l)
	}
	return s.finish(l, err)
}

// namingFolder returns err, the reason why path is no collection, with the folder to give where path is a part of a folder's collection.
func (s Search) namingFolder(path string, err error) error {
	fault, ok := errors.AsType[*errs.Error](err)
	path = filepath.Clean(path)
	folder := filepath.Dir(path)
	entries, listErr := list(folder)
	if !ok || listErr != nil || s.Options.Columns != "" {
		return err
	}
	l, isFound, findErr := Search{Format: Auto}.findSingle(folder, entries)
	files := slices.Concat(paths(l.Documents), sortedFiles(l.Queries), sortedFiles(l.Qrels))
	isPart := func(file string) bool {
		return strings.HasPrefix(file+string(filepath.Separator), path+string(filepath.Separator))
	}
	if !isFound || findErr != nil || !slices.ContainsFunc(files, isPart) {
		return err
	}
	return errs.BadInput(path, 0, "give the folder: --data "+folder, "a part of the collection in %s, not a whole one: %s", folder, fault.Problem)
}

// GivenParts returns a layout with only the parts that the user gave.
func (s Search) GivenParts() (Layout, error) {
	l := Layout{Format: s.Format, Documents: s.Documents, Queries: s.Topics, Qrels: s.Qrels}
	l.shareQueries()
	return s.settle(l, nil)
}

// finish returns the layout with the parts that the user gave, after settle.
func (s Search) finish(l Layout, err error) (Layout, error) { return s.settle(s.withGiven(l), err) }

// settle divides tables by their columns of splits, and returns an error if nothing uses --columns or --labels.
func (s Search) settle(l Layout, err error) (Layout, error) {
	if err == nil {
		err = l.divideByColumn(s.Options)
	}
	if err == nil {
		err = l.checkChoices(s.Options)
	}
	if len(l.Qrels) == 0 && strings.HasPrefix(l.pairing, "paste ") {
		l.Columns = append(l.Columns, noneJudged+l.pairing)
	}
	for _, file := range hubcard.Missing(slices.Concat(paths(l.Documents), sortedFiles(l.Queries), sortedFiles(l.Qrels))) {
		l.Unread.Leave(filepath.Base(file), absent)
	}
	return l, err
}

// findSingle returns the only collection whose documents are in dir. ok is false if there is none. Several are an error.
func (s Search) findSingle(dir string, entries []string) (l Layout, ok bool, err error) {
	var fitting []Layout
	var formats []string
	auto := s.isAuto()
	for _, p := range collections {
		formats = append(formats, p.format)
		// Triples are usually in the folder of their collection. They are a collection only if the user asks for it.
		if s.Format != p.format && (!auto || p.format == Triples) {
			continue
		}
		layout, ok, err := p.find(dir, entries, s)
		if err != nil {
			return l, false, err
		}
		if ok {
			fitting = append(fitting, layout)
		}
	}
	switch {
	case len(fitting) > 1:
		return l, false, errs.BadInput(dir, 0, "choose with --format or --collection", "it holds several collections: %s (%s) and %s (%s)",
			fitting[0].Documents, fitting[0].Format, fitting[1].Documents, fitting[1].Format)
	case len(fitting) == 1:
		return fitting[0], true, nil
	case !auto && !slices.Contains(formats, s.Format):
		formats = append(slices.Compact(formats), Table, Auto)
		return l, false, errs.BadUsage("use "+strings.Join(formats, ", "), "unknown collection format %q", s.Format)
	}
	return l, false, nil
}

// findCollection returns the collection in dir: by the names of its files, or in the layout of a data-set hub. ok is false without one.
func (s Search) findCollection(dir string, entries []string) (l Layout, ok bool, err error) {
	l, ok, err = s.findSingle(dir, entries)
	if err == nil && !ok && s.isAuto() && s.Options.Columns == "" {
		l, ok, err = discoverHub(dir)
	}
	return l, ok, err
}

// findInside returns the collection in the only folder of dir. Its judgements may be in a folder beside it, as in fiqa and fiqa-qrels.
func (s Search) findInside(dir string, entries []string) (l Layout, ok bool, err error) {
	inside := slices.DeleteFunc(slices.Clone(entries), func(name string) bool { return !strings.HasSuffix(strings.TrimSuffix(name, "-qrels/"), "/") })
	if len(inside) != 1 {
		return l, false, nil
	}
	folder := filepath.Join(dir, inside[0])
	names, err := list(folder)
	if err == nil {
		l, ok, err = s.findCollection(folder, names)
	}
	if ok && len(l.Qrels) == 0 && slices.Contains(entries, filepath.Base(folder)+"-qrels/") {
		l.Qrels, err = SplitFiles(folder + "-qrels")
		l.shareQueries()
	}
	return l, ok, err
}

// list returns the names in dir and in its folder qrels, in byte order, without hidden files. Names of folders end in a slash.
func list(dir string) ([]string, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, errs.BadInput(dir, 0, "name a single file with --collection", "not a folder")
	}
	if err := refuseLogged(dir); err != nil {
		return nil, err
	}
	names, err := namesIn(dir)
	for _, name := range names {
		if err == nil && strings.EqualFold(name, "qrels/") {
			var inside []string
			inside, err = namesIn(filepath.Join(dir, name))
			for _, file := range inside {
				names = append(names, name+strings.TrimSuffix(file, "/"))
			}
		}
	}
	slices.Sort(names)
	return names, err
}

// find returns the parts of one format among the names in dir. ok is true if its documents exist. They must look like the format, unless
// the user chose it and no file looks like it.
func (p parts) find(dir string, entries []string, search Search) (layout Layout, ok bool, err error) {
	required := search.Format == p.format
	layout = Layout{Format: p.format, DropSelf: p.format == BEIR}
	matches := hubcard.Matches(entries, p.documents)
	isOther := func(m hubcard.Match) bool { return !looksLike(filepath.Join(dir, m.Name), p.format) }
	documents := slices.DeleteFunc(slices.Clone(matches), isOther)
	if len(documents) == 0 && required {
		documents = matches
	}
	if len(documents) == 0 {
		return layout, false, nil
	}
	if len(documents) > 1 && p.format != fileform.WikiQA && p.format != Triples { // which have a file for each split
		return layout, false, errs.BadInput(dir, 0, "name one with --collection, or put them into a folder docs",
			"several files fit the documents: %s and %s", documents[0].Name, documents[1].Name)
	}
	layout.Documents = strings.Join(lists.Map(documents, func(m hubcard.Match) string { return filepath.Join(dir, m.Name) }), ",")
	return layout, true, p.findOthers(dir, entries, search, &layout)
}

// findOthers sets the topics, judgements and runs of layout to the files among entries.
func (p parts) findOthers(dir string, entries []string, search Search, layout *Layout) (err error) {
	if search.Topics == nil {
		layout.Queries, err = bySplit(dir, "--topics", hubcard.Matches(entries, p.queries))
	}
	if err == nil && search.Qrels == nil {
		layout.Qrels, err = bySplit(dir, "--qrels", hubcard.Matches(entries, p.qrelsPatterns(entries)))
	}
	if err == nil {
		layout.Runs, err = bySplit(dir, runFlag, hubcard.Matches(entries, p.runs))
	}
	return err
}

// qrelsPatterns returns the patterns of judgements. For BEIR, it returns only the first pattern that a name matches, since the folder qrels
// of some hubs holds the same judgements as TSV and as JSON lines.
func (p parts) qrelsPatterns(entries []string) []string {
	for i := range p.qrels {
		if p.format == BEIR && len(hubcard.Matches(entries, p.qrels[i:i+1])) > 0 {
			return p.qrels[i : i+1]
		}
	}
	return p.qrels
}

// shareQueries uses a single file of queries for every split that has judgements.
func (l *Layout) shareQueries() {
	whole, ok := l.Queries[AllSplits]
	if !ok || len(l.Queries) != 1 || len(l.Qrels) == 0 || l.Qrels[AllSplits] != "" {
		return
	}
	l.Queries = map[string]string{}
	for split := range l.Qrels {
		l.Queries[split] = whole
	}
}

// SharingQueries returns the layout with its single file of queries used for every split with judgements. Each split then has only the
// queries that its judgements name.
func (l Layout) SharingQueries() Layout {
	l.mixedQueries = true
	l.shareQueries()
	return l
}

// looksLike reports whether the documents at path, or the first file of a folder, can have the collection format.
func looksLike(path string, format Format) bool {
	for file, err := range files(path, fileform.TrecSkips) {
		if err != nil {
			return false
		}
		fits := false
		err = sourcefile.Look(file, sourcefile.Options{}, func(h sourcefile.Head) {
			fits = len(h.Lines) == 0 || fileform.Refuse(h, fileform.DocumentsFlag, false) == nil &&
				slices.ContainsFunc(fileform.DocumentFormats, func(e fileform.Entry) bool { return slices.Contains(e.Families, format) && e.Fits(h) })
		})
		return fits || err != nil && !errors.Is(err, safefile.ErrNotArrived) // the name is enough; the reader reports the error
	}
	return false
}

// bySplit returns the paths of matches by split. An only file whose name has no split holds all splits. Several such files are splits with
// their own names. Two files of a split are an error, but two runs of a split have their own names.
func bySplit(dir, flag string, matches []hubcard.Match) (map[string]string, error) {
	bySplit := map[string][]hubcard.Match{}
	for _, m := range matches {
		split := m.Split()
		if split == "" {
			split = m.Middle
			if len(matches) == 1 {
				split = AllSplits
			}
		}
		bySplit[split] = append(bySplit[split], m)
	}
	files := map[string]string{}
	for _, split := range slices.Sorted(maps.Keys(bySplit)) {
		list := bySplit[split]
		isPlain := func(m hubcard.Match) bool { return !strings.ContainsAny(m.Middle, ".-_") } // the split and nothing else
		if plain := lists.Filter(list, isPlain); len(plain) == 1 && flag != runFlag {
			list = plain
		}
		if len(list) > 1 && flag != runFlag {
			return nil, errs.BadInput(dir, 0, "name one with "+flag, "two files fit the split %s: %s and %s", split, filepath.Base(list[0].Name), list[1].Name)
		}
		for _, m := range list {
			if len(list) > 1 {
				split = m.Middle
			}
			files[split] = filepath.Join(dir, m.Name)
		}
	}
	return files, nil
}

// runFlag is the option that names runs.
const runFlag = "--run"

// Splits returns the splits that have queries: train, dev, test first, then the others in byte order.
func (l Layout) Splits() []string {
	return slices.SortedFunc(maps.Keys(l.Queries), configs.CompareSplits)
}

// Split returns the queries and the judgements of one split, as SplitOf does, and counts in rep the queries that it leaves out.
func (l Layout) Split(ctx context.Context, split string, o Options, rep *Report) ([]corpus.Query, []corpus.Qrel, error) {
	queries, qrels, unjudged, err := l.SplitOf(ctx, split, o, rep, rep)
	rep.Remark(fmt.Sprintf("queries that the judgements of %s do not name", split), len(unjudged), l.Queries[split], 0)
	return queries, qrels, err
}

// SplitOf returns the queries and the judgements of one split. The queries' ids are spelled as in the judgements. From a file with the
// queries of several splits, it returns only queries with judgements, and the others as unjudged. counting counts the records of the file
// of queries, rep all else. The judgements are nil if the split has none.
func (l Layout) SplitOf(ctx context.Context, split string, o Options, counting, rep *Report) (_ []corpus.Query, _ []corpus.Qrel,
	unjudged []corpus.Query, _ error) {
	file, ok := l.Queries[split]
	if !ok {
		return nil, nil, nil, errs.BadUsage("use "+strings.Join(l.Splits(), ", "), "unknown split %q", split)
	}
	isOne := l.Format == Table // one file holds several parts; the reader of the documents counts malformed rows
	o.split, o.splitColumns, o.counted = split, l.splitColumns, isOne && areDocuments(file, l.Documents)
	queries, err := Queries(ctx, file, cmp.Or(l.TopicsFormat, l.Format), o, counting)
	if err != nil && o.counted { // the reader of the documents returns the error of a file without rows
		o.counted = false
		for _, bad := range Documents(ctx, file, l.Format, o, nil) {
			err = cmp.Or(bad, err)
			break
		}
	}
	if err == nil && l.Format == fileform.WikiPassageQA && o.WPQAFilter == "rennings" {
		queries, err = dropRennings(ctx, l, file, queries, o, rep)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	qrelsFile := cmp.Or(l.Qrels[split], l.Qrels[AllSplits])
	if qrelsFile == "" {
		return queries, nil, nil, nil
	}
	o.counted = isOne && areDocuments(qrelsFile, l.Documents)
	qrels, err := Qrels(qrelsFile, cmp.Or(l.QrelsFormat, l.Format), o, rep)
	if err != nil {
		return nil, nil, nil, err
	}
	rep.Remark("queries renamed to the judgements' spelling", reconcile(queries, qrels), file, 0)
	if l.SharesQueries(split) {
		queries, unjudged = judgedQueries(queries, qrels)
	}
	if o.RequirePositive > 0 {
		positive := slices.DeleteFunc(slices.Clone(qrels), func(q corpus.Qrel) bool { return q.Grade < o.RequirePositive })
		remaining, _ := judgedQueries(queries, positive)
		rep.Remark("queries without a relevant document, left out", len(queries)-len(remaining), file, 0)
		queries = remaining
	}
	return queries, qrels, unjudged, nil
}

// areDocuments reports whether all of files are also files of documents.
func areDocuments(files, documents string) bool {
	all := paths(documents)
	return !slices.ContainsFunc(paths(files), func(file string) bool { return !slices.Contains(all, file) })
}

// SharesQueries reports whether the query file of a split also holds queries of other splits.
func (l Layout) SharesQueries(split string) bool {
	switch form := cmp.Or(l.TopicsFormat, l.Format); {
	case form == BEIR, l.mixedQueries:
		return true
	case slices.ContainsFunc(paths(l.Queries[split]), func(file string) bool { return l.splitColumns[file].Chooses() }):
		return false // each row names its split
	}
	for other, file := range l.Queries {
		if other != split && file == l.Queries[split] {
			return true
		}
	}
	return false
}

// QueryLine returns the file and the line on which the query with an id begins, for the message of an error. line is 0 if the query is not
// found. It reads the topics of the split again.
func (l Layout) QueryLine(split, id string, o Options) (file string, line int) {
	file = cmp.Or(l.Queries[split], l.Queries[AllSplits])
	o.Strict = false
	o.split, o.splitColumns, o.counted = split, l.splitColumns, true
	format := cmp.Or(o.TopicsFormat, l.TopicsFormat, l.Format)
	_ = o.eachFile(fileform.TopicsPart, file, format, new(Report), func(s *sourcefile.Source, e fileform.Entry) error {
		return e.Topics(s, o.rows(), func(q corpus.Query, begin int) error {
			if q.ID != id {
				return nil
			}
			file, line = s.Path, begin
			return sourcefile.ErrStop
		})
	})
	return file, line
}

// hubPartByColumns returns the part of a collection that a file's columns show: judgements, candidates with scores, or documents.
func hubPartByColumns(file string) (part hubcard.Part) {
	_ = sourcefile.Look(file, sourcefile.Options{}, func(h sourcefile.Head) {
		t, p, err := rowtable.PlanOf(h, rowtable.Options{})
		isTable := err == nil && t != nil
		switch {
		case isTable && p.Content().Pairs && p.Content().Scores && !p.Content().Texts:
			part = hubcard.Ranked
		case fileform.FitsRowQrels(h) && !fileform.FitsRowDocs(h):
			part = hubcard.Qrels
		case isTable && p.Content().Collection:
			part = hubcard.Documents
		}
	})
	return part
}

// discoverHub returns a collection whose documents, queries and judgements are configurations of a data-set folder, which its card or the
// names of its folders show. ok is true if it has documents and queries.
func discoverHub(dir string) (l Layout, ok bool, err error) {
	configs, err := hubcard.Read(dir)
	if err != nil {
		return l, false, err
	}
	parts := hubcard.PartsOf(configs, hubPartByColumns)
	documents, hasDocuments := parts[hubcard.Documents]
	queries, hasQueries := parts[hubcard.Queries]
	qrels, hasQrels := parts[hubcard.Qrels]
	ranked, hasRanked := parts[hubcard.Ranked]
	if !hasDocuments || !hasQueries {
		return l, false, nil
	}
	if err := cmp.Or(documents.Check(dir), queries.Check(dir), qrels.Check(dir), ranked.Check(dir)); err != nil {
		return l, false, err
	}
	l = Layout{Format: Auto, Documents: strings.Join(documents.Files(), ","), DropSelf: true}
	l.Queries = queries.Join()
	domains := slices.Sorted(maps.Keys(documents.Join()))
	if len(domains) > 1 && hubcard.SplitOf(domains[0]) == "" && l.Queries[domains[0]] != "" {
		const hint = "name the files of one: --collection, --topics and --qrels"
		return l, false, errs.BadInput(dir, 0, hint, "it holds several collections: %s", tabular.FormatList(domains))
	}
	ownQrels := formOf(fileform.QrelsPart, queries.Files()[0], Auto, Options{}) == Table // queries with the ids of their documents
	if hasQrels && !(qrels.IsByColumns() && ownQrels) {
		l.Qrels = qrels.Join()
	} else if ownQrels {
		l.Qrels = maps.Clone(l.Queries)
		if slices.ContainsFunc(queries.Files(), hasExcluded) {
			l.Excluded = l.Queries
		}
	}
	if hasRanked {
		l.Runs = ranked.Join()
		l.Ranked = ranked.Files()
		if queries := l.Splits(); len(l.Qrels) == 0 && len(queries) == 1 && len(l.Runs) == 1 { // the names of files are no splits
			l.Runs = map[string]string{queries[0]: strings.Join(l.Ranked, ",")}
		}
	}
	l.shareHubQueries()
	return l, true, nil
}

// hasExcluded reports whether a file is a table with ids that are excluded.
func hasExcluded(file string) (has bool) {
	_ = sourcefile.Look(file, sourcefile.Options{}, func(h sourcefile.Head) {
		_, p, err := rowtable.PlanOf(h, rowtable.Options{})
		has = err == nil && p != nil && slices.Contains(p.Header, excludedIDs)
	})
	return has
}

// shareHubQueries uses an only file of queries for all splits with judgements, unless its own split is the only one with judgements. It
// lists judgements of splits without queries as unread.
func (l *Layout) shareHubQueries() {
	if splits := l.Splits(); len(splits) == 1 && len(l.Qrels) > 0 && (len(l.Qrels) > 1 || l.Qrels[splits[0]] == "") {
		l.Queries = map[string]string{AllSplits: l.Queries[splits[0]]}
		l.mixedQueries = true
	}
	for _, split := range slices.Sorted(maps.Keys(l.Qrels)) {
		if l.Queries[split] == "" && l.Queries[AllSplits] == "" {
			l.Unread.Leave(split, UnaskedJudgements)
		}
	}
}

// excludedIDs is the column with ids of documents that cannot be candidates.
const excludedIDs = "excluded_ids"

// hasPairs reports whether a table holds ids of queries and of documents.
func hasPairs(p *tabular.Plan) bool { return p.Content().Pairs }

// ExcludedDocuments returns, by id of a query, the ids of documents that cannot be its candidates.
func (l Layout) ExcludedDocuments() (map[string][]string, error) {
	idsByQuery := map[string][]string{}
	for _, file := range sortedFiles(l.Excluded) {
		err := eachRowOf(file, Options{Columns: "document_id=" + excludedIDs}, hasPairs, func(_ *sourcefile.Source, r tabular.Row) error {
			for _, d := range r.Docs {
				idsByQuery[r.Key()] = append(idsByQuery[r.Key()], d.Key())
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return idsByQuery, nil
}
