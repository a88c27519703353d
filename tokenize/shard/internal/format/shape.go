package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// shape is the kind of items that rows are made from.
type shape int

// The shapes.
const (
	pairRows      shape = iota // a pair
	orderRows                  // the documents of a pair: the positive first, then the negative first
	inputRows                  // each document of a pair, with its label; see plan.Points for inputs with two labels
	groupRows                  // a positive and its negatives; the trainer takes groups of any size
	fixedRows                  // a positive and as many negatives as every other row; a short group repeats its own
	memberRows                 // each document of a group, with its label
	listRows                   // the documents of a group, in the order of their scores
	candidateRows              // a candidate
	rankingRows                // all candidates of a query
	queryRows                  // a query, once
	documentRows               // a document, once
	corpusRows                 // a document of the groups of the format's first set, once
)

// set is a list of folders whose rows have one shape.
type set struct {
	name     string // name of the folder or config; -TASK follows if there are several tasks
	shape    shape
	isWhole  bool     // holds all pairs, not task by task, with three-class pairs if the format takes them
	isScored bool     // leaves out pairs without two scores of the teacher, and pairs that the scores contradict
	embeds   bool     // is for embedders, which take each positive for relevant
	paths    []string // patterns of the folders for help; nil: made of the name
	classes  bool     // holds three-class tasks, each in a folder of its own
	isMixed  bool     // puts a group's positive at a place that its uid decides
	isSoft   bool     // labels are real numbers; set by pairParts
	usual    int      // documents of a group if the user does not say; 0: 8
	folders  []folder
}

// folder is a folder of a set.
type folder struct {
	suffix   string // follows the set's name
	row      string // the template
	style    style
	about    string       // description for the card, with {config} and {negatives}; empty: that of the format
	ifHard   string       // follows about if labels are classes
	ifSoft   string       // follows about if labels are real numbers
	inCard   bool         // the card describes these JSON lines
	isOnce   bool         // a repeated negative is written once
	schema   string       // name of a row in the schema of Parquet
	soft     string       // schema if labels are real numbers; empty: schema
	sequence func(r *row) // sets a row's sequence of ids; nil: none
	user     *Template    // the user's template, in place of row; nil: none
}

// style is the form of a folder's files.
type style int

const (
	table      style = iota // Parquet
	lines                   // JSON, an object a line
	tabs                    // fields between tabs
	commas                  // RFC 4180 with a header
	wholeLines              // JSON, an object a line, one file a split: mtdnn's
)

// endings are the extensions of files.
var endings = map[style]string{table: "parquet", lines: "jsonl", tabs: "tsv", commas: "csv", wholeLines: "json"}

// writer writes a folder of a set.
type writer struct {
	*plan.Plan
	format   Format
	folder   folder
	name     string // of the folder
	template *Template
	isSoft   bool // labels are real numbers
	group    int  // negatives of a group
}

// parsed returns a folder's template.
func (f folder) parsed() *Template {
	if f.user != nil {
		return f.user
	}
	t := &Template{isOurs: true}
	if err := t.parse(f.row); err != nil {
		panic(fmt.Sprintf("%s: it %v", f.row, err)) // a test reads them all
	}
	return t
}

// holdsIDs reports whether the rows of a folder hold ids of word pieces.
func (f folder) holdsIDs() bool { return f.sequence != nil || strings.Contains(f.row, "_pieces}") }

// writable returns the set without the folders that need a vocabulary, if there is none.
func (s set) writable(p *plan.Plan) set {
	if p.Sequences == nil {
		s.folders = slices.DeleteFunc(slices.Clone(s.folders), folder.holdsIDs)
	}
	return s
}

// candidates returns the name of the folder of candidates.
func (s set) candidates() string { return strings.TrimPrefix(s.name+plan.CandidateMark, "-") }

// documents returns the number of documents in a group of the set.
func (s set) documents(o plan.Options) int {
	if s.usual > 0 {
		return o.Documents(s.usual)
	}
	return o.Documents(8)
}

// parts returns the files of a set.
func (s set) parts(p *plan.Plan, f Format) (parts []encoding.Part) {
	switch {
	case s.shape == candidateRows:
		return write(p, f, s.writable(p), s.candidates(), p.Candidates, nil, func(_ folder, r *row, c plan.Candidate, add func()) {
			r.setCandidate(c)
			add()
		})
	case s.shape == rankingRows:
		return write(p, f, s, s.candidates(), p.CandidateLists, nil, func(_ folder, r *row, ranking plan.Ranking, add func()) {
			r.setRanking(ranking)
			add()
		})
	case s.shape == queryRows || s.shape == documentRows || s.shape == corpusRows:
		return s.textParts(p, f)
	case s.classes:
		for _, t := range p.Tasks {
			if t.Classes {
				parts = append(parts, s.pairParts(p, f, strings.TrimPrefix(s.name+"-"+t.Label, "-"), t.Views)...)
			}
		}
		return parts
	case s.isWhole && f.Needs.Classes:
		return s.pairParts(p, f, s.name, p.All())
	case s.isWhole:
		return s.pairParts(p, f, s.name, p.Pairwise)
	}
	p.PairwiseTasks(s.name, func(t plan.Task, name string) { parts = append(parts, s.taskParts(p, f, t, name)...) })
	return parts
}

// taskParts returns the files of a task.
func (s set) taskParts(p *plan.Plan, f Format, t plan.Task, name string) []encoding.Part {
	if s.isScored {
		t = p.TaskWithScores(f.Name, t)
	}
	if s.embeds {
		p.NoteEmbedded(f.Name, t)
	}
	n := s.documents(p.Options) - 1
	switch s.shape {
	case groupRows, memberRows, fixedRows, listRows:
		var views []plan.View[plan.Group]
		if s.shape == fixedRows {
			views = p.FixedGroups(f.Name, t, n)
		} else {
			views = p.GroupsUpTo(f.Name, t, n)
		}
		if s.shape == listRows {
			return s.listParts(p, f, name, views)
		}
		return s.groupParts(p, f, name, views)
	}
	return s.pairParts(p, f, name, t.Views)
}

// groupParts returns the files of groups.
func (s set) groupParts(p *plan.Plan, f Format, name string, views []plan.View[plan.Group]) []encoding.Part {
	var rows func(g plan.Group) int
	if s.shape == memberRows {
		rows = func(g plan.Group) int { return 1 + g.Size() }
	}
	n := s.documents(p.Options) - 1
	return write(p, f, s, name, views, rows, func(to folder, r *row, g plan.Group, add func()) {
		switch {
		case s.shape != fixedRows:
			r.setGroup(g, g.Size(), g.Size())
		case to.isOnce:
			r.setGroup(g, g.Different(), g.Different())
		default:
			r.setGroup(g, n, g.Different())
		}
		if s.isMixed {
			r.mix()
		}
		if s.shape != memberRows {
			add()
			return
		}
		for i, d := range r.docs {
			if r.doc = d; i > 0 {
				r.weight, r.margin = r.members[i-1].Weight, r.members[i-1].Margin
			}
			add()
		}
	})
}

// pairParts returns the files of pairs.
func (s set) pairParts(p *plan.Plan, f Format, name string, views []plan.View[plan.Row]) []encoding.Part {
	if s = s.writable(p); len(s.folders) == 0 {
		return nil
	}
	switch s.shape {
	case orderRows:
		return write(p, f, s, name, views, rowsOfOrders, func(_ folder, r *row, u plan.Row, add func()) {
			r.setPair(u)
			pos, neg := document{r.positive(), 1}, document{r.negative(), 0}
			if r.setBoth(pos, neg); u.Class != nil {
				r.isClass, r.doc.label = true, float64(*u.Class)
			}
			if add(); u.Class == nil {
				r.setBoth(neg, pos)
				add()
			}
		})
	case inputRows:
		hash := plan.TextInput(p.Store)
		if f.Needs.IDs != plan.NoIDs {
			hash = p.Sequences.IDsInput(p.Options.MaxLength)
		}
		points := p.Points(name, views, hash, false)
		s.isSoft = points.Soft
		return write(p, f, s, name, views, points.Rows, func(_ folder, r *row, u plan.Row, add func()) {
			r.setPair(u)
			points.Each(u, func(number uint32, id string, label float64) {
				r.setDocument(id, number, label)
				add()
			})
		})
	}
	return write(p, f, s, name, views, nil, func(_ folder, r *row, u plan.Row, add func()) {
		r.setPair(u)
		r.setBoth(document{Text: r.positive()}, document{Text: r.negative()})
		add()
	})
}

// rowsOfOrders returns the number of rows of a pair in orderRows: 1 for a three-class task, else 2.
func rowsOfOrders(r plan.Row) int {
	if r.Class != nil {
		return 1
	}
	return 2
}

// corpusSplit is the name of the one split of a corpus.
const corpusSplit = "corpus"

// textParts returns the files of queries or documents, each once, in one split.
func (s set) textParts(p *plan.Plan, f Format) []encoding.Part {
	if len(p.Pairwise) == 0 {
		return nil
	}
	split, texts := "train", []plan.Text(nil)
	switch s.shape {
	case queryRows:
		texts, _ = plan.ListTexts(p.Store, p.Pairwise, nil)
	case documentRows:
		_, texts = plan.ListTexts(p.Store, p.Pairwise, nil)
	default:
		split = corpusSplit
		isAdded := make([]bool, len(p.Store.Info))
		for _, t := range plan.PairTasks(p.Tasks) {
			for _, v := range p.Groups(t, s.documents(p.Options)-1) {
				for g := range v.Items.Each {
					first := g.Row(0)
					texts = plan.NewText(texts, isAdded, first.PosID, first.Pos)
					for i := range g.Different() {
						r := g.Row(i)
						texts = plan.NewText(texts, isAdded, r.NegID, r.Neg)
					}
				}
			}
		}
	}
	views := []plan.View[plan.Text]{plan.NewView(split, plan.NewItems(texts), p.Options, p.Store.SizeOf)}
	return write(p, f, s, s.name, views, nil, func(_ folder, r *row, t plan.Text, add func()) {
		r.query, r.doc.Text = t, t
		add()
	})
}

// write returns the files of all folders of a set. fill sets r to each row of item u and calls add after each.
func write[U any](p *plan.Plan, f Format, s set, name string, views []plan.View[U], rows func(u U) int,
	fill func(to folder, r *row, u U, add func())) (parts []encoding.Part) {
	for _, to := range s.folders {
		w := writer{p, f, to, name + to.suffix, to.parsed(), s.isSoft, s.documents(p.Options) - 1}
		if to.style == table {
			parts = append(parts, writeTable(w, views, rows, fill)...)
		} else {
			parts = append(parts, writeLines(w, views, rows, fill)...)
		}
	}
	return parts
}

// newRow returns a row for one goroutine.
func (w *writer) newRow() *row { return &row{Plan: w.Plan, sequence: w.folder.sequence} }

// info describes the folder for the card.
func (w *writer) info() *encoding.TableInfo {
	about, more := cmp.Or(w.folder.about, w.format.About), w.folder.ifHard
	if w.isSoft {
		more = w.folder.ifSoft
	}
	about = strings.NewReplacer("{config}", strings.TrimSuffix(w.name, w.folder.suffix), "{negatives}",
		terminal.Plural(w.group, "negative", "negatives")).Replace(about + more)
	return &encoding.TableInfo{Config: w.name, About: about, IsJSON: w.folder.style != table}
}

func writeTable[U any](w writer, views []plan.View[U], rows func(u U) int, fill func(to folder, r *row, u U, add func())) []encoding.Part {
	info, columns, schema := w.info(), w.columns(), w.folder.schema
	if w.isSoft {
		schema = cmp.Or(w.folder.soft, schema)
	}
	for _, c := range columns {
		info.Columns = append(info.Columns, c.Column)
	}
	return encoding.Table[U]{Info: info, Name: schema, Rows: rows, Fill: func() encoding.Fills[U] {
		r := w.newRow()
		return func(u U, b *encoding.Batch) {
			fill(w.folder, r, u, func() { addRow(b, columns, r) })
		}
	}}.Parts(w.Plan, views)
}

func writeLines[U any](w writer, views []plan.View[U], rows func(u U) int,
	fill func(to folder, r *row, u U, add func())) (parts []encoding.Part) {
	l := encoding.Lines[U]{Folder: w.name, Ending: endings[w.folder.style], Header: w.header(), Rows: rows, New: func() encoding.Appends[U] {
		r, written := w.newRow(), []byte(nil)
		add := func() {
			if len(written) > 0 {
				written = append(written, '\n')
			}
			written = w.appendLine(written, r)
		}
		return func(u U, line []byte) ([]byte, error) {
			written = line
			fill(w.folder, r, u, add)
			return written, r.err
		}
	}}
	if w.folder.style == wholeLines {
		for _, v := range views {
			parts = append(parts, l.Part(w.name+"_"+mtdnnSplit(v.Split)+".json", v.Split, v.Items))
		}
		return parts
	}
	parts = l.Parts(views)
	if !w.folder.inCard {
		return parts
	}
	info := w.info()
	info.Columns = w.template.root.jsonColumns(w.newRow())
	next := parts
	for _, v := range views {
		for i := range v.Shards() {
			next[0].Table = info
			next[0].Memory = func(string) (n int64, err error) {
				r := w.newRow()
				for u := range v.Shard(i).Each {
					fill(w.folder, r, u, func() { n += w.template.root.memory(r, 0) })
				}
				return n, nil
			}
			next = next[1:]
		}
	}
	return parts
}
