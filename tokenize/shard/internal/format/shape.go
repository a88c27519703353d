package format

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// shape is the kind of input that the rows of a set are made from.
type shape int

// The shapes. The comments say what a row holds.
const (
	pairRows      shape = iota // a pair
	orderRows                  // both documents of a pair in an order: in one row the positive first, in the next the negative first
	inputRows                  // a document of a pair, with its label; see plan.Points for inputs with two labels
	groupRows                  // a positive and its negatives; the trainer takes groups of any size
	fixedRows                  // a positive and its negatives, the same number in each row: a short group repeats negatives
	memberRows                 // a document of a group, with its label
	listRows                   // the documents of a group, in the order of their scores
	candidateRows              // a candidate
	rankingRows                // all candidates of a query
	queryRows                  // a query; each is in one row
	documentRows               // a document; each is in one row
	corpusRows                 // a document of the groups of the format's first set; each is in one row
)

// set describes folders whose rows have the same shape. A folder is a config of Hugging Face datasets if its files are Parquet.
type set struct {
	name      string // the name of the folder or config; -TASK follows it if there are several tasks
	shape     shape
	isWhole   bool     // true if a folder holds the pairs of all tasks, also three-class pairs if the format takes them
	isScored  bool     // true: pairs that lack a score of the teacher, or that the scores contradict, are left out
	embeds    bool     // true for the rows of embedders, which learn that each positive is relevant
	paths     []string // the patterns of the folders, for help; nil: patterns returns them from the name
	classes   bool     // true if the set holds the three-class tasks, each in a folder of its own
	isMixed   bool     // true: a group's positive is at a place that its uid decides
	isSoft    bool     // true if labels are real numbers; pairParts sets it
	groupSize int      // the number of documents of a group if the user sets none; 0 means 8
	folders   []folder
}

// folder describes a folder of a set.
type folder struct {
	suffix   string       // follows the set's name in the folder's name
	row      string       // the template of a row
	user     *Template    // the user's template, which takes the place of row; nil if there is none
	style    style        // the form of the files
	about    string       // description of the rows in the card, with {config} and {negatives}; if empty, the format's About does
	ifHard   string       // follows about if labels are classes
	ifSoft   string       // follows about if labels are real numbers
	inCard   bool         // true if the card describes these JSON lines; it describes all tables
	isOnce   bool         // true if a negative that a group repeats is written once
	schema   string       // names a row in the schema of Parquet
	soft     string       // the schema if labels are real numbers; if empty, it is schema too
	sequence func(r *row) // sets a row's sequence of ids; nil if rows have none
}

// style is the form of a folder's files.
type style int

const (
	table      style = iota // Parquet
	lines                   // lines of a JSON object each
	tabs                    // lines of fields between tabs
	commas                  // CSV (RFC 4180) with a header
	wholeLines              // lines of a JSON object each, with one file for a split: those of mtdnn
)

// endings has the extension of the files of each style.
var endings = map[style]string{table: "parquet", lines: "jsonl", tabs: "tsv", commas: "csv", wholeLines: "json"}

// writer writes a folder of a set.
type writer struct {
	*plan.Plan
	format   Format
	folder   folder
	name     string    // the folder's name
	template *Template // the folder's template, parsed
	isSoft   bool      // true if labels are real numbers
	group    int       // the number of negatives of a group
}

func (f folder) parseTemplate() *Template {
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

// candidates returns the name of the folder of candidates.
func (s set) candidates() string { return strings.TrimPrefix(s.name+plan.CandidateMark, "-") }

func (s set) documents(o plan.Options) int { return cmp.Or(o.GroupSize, s.groupSize, 8) }

// parts returns the files of a set, of all tasks.
func (s set) parts(p *plan.Plan, f Format) (parts []encoding.Part) {
	switch {
	case s.shape == candidateRows:
		return write(p, f, s, s.candidates(), p.Candidates, nil, func(_ folder, r *row, c plan.Candidate, add func()) {
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

// taskParts returns the files of a pairwise task. name is the name of the folder without the suffix.
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
		views := p.SizedGroups(f.Name, t, n, s.shape == fixedRows)
		if s.shape == listRows {
			return s.listParts(p, f, name, views)
		}
		return s.groupParts(p, f, name, views)
	}
	return s.pairParts(p, f, name, t.Views)
}

func (s set) groupParts(p *plan.Plan, f Format, name string, views []plan.View[plan.Group]) []encoding.Part {
	var rows func(g plan.Group) int
	if s.shape == memberRows {
		rows = func(g plan.Group) int { return 1 + g.Size() }
	}
	n := s.documents(p.Options) - 1
	return write(p, f, s, name, views, rows, func(target folder, r *row, g plan.Group, add func()) {
		switch {
		case s.shape != fixedRows:
			r.setGroup(g, g.Size(), g.Size())
		case target.isOnce:
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

func (s set) pairParts(p *plan.Plan, f Format, name string, views []plan.View[plan.Row]) []encoding.Part {
	switch s.shape {
	case orderRows:
		rows := func(r plan.Row) int {
			if r.Class != nil {
				return 1
			}
			return 2
		}
		return write(p, f, s, name, views, rows, func(_ folder, r *row, u plan.Row, add func()) {
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
			if p.Sequences == nil {
				return nil
			}
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
	sizeOf := func(t plan.Text) int64 { return p.Store.TextSize(t.Number) }
	views := []plan.View[plan.Text]{plan.NewView(split, plan.NewItems(texts), p.Options, sizeOf)}
	return write(p, f, s, s.name, views, nil, func(_ folder, r *row, t plan.Text, add func()) {
		r.query, r.doc.Text = t, t
		add()
	})
}

// write returns the files of all folders of a set. Without a vocabulary, it leaves out folders that need one. rows returns the number of
// rows of an item; nil: each has one. fill sets r to each row of item u in turn, and calls add each time.
func write[U any](p *plan.Plan, f Format, s set, name string, views []plan.View[U], rows func(u U) int,
	fill func(target folder, r *row, u U, add func())) (parts []encoding.Part) {
	for _, target := range s.folders {
		if p.Sequences == nil && target.holdsIDs() {
			continue
		}
		w := writer{p, f, target, name + target.suffix, target.parseTemplate(), s.isSoft, s.documents(p.Options) - 1}
		if target.style == table {
			parts = append(parts, writeTable(w, views, rows, fill)...)
		} else {
			parts = append(parts, writeLines(w, views, rows, fill)...)
		}
	}
	return parts
}

// newRow returns a row for one goroutine.
func (w *writer) newRow() *row { return &row{Plan: w.Plan, sequence: w.folder.sequence} }

// info returns the description of the folder for the card.
func (w *writer) info() *encoding.TableInfo {
	about, more := cmp.Or(w.folder.about, w.format.About), w.folder.ifHard
	if w.isSoft {
		more = w.folder.ifSoft
	}
	about = strings.NewReplacer("{config}", strings.TrimSuffix(w.name, w.folder.suffix), "{negatives}",
		terminal.Plural(w.group, "negative", "negatives")).Replace(about + more)
	return &encoding.TableInfo{Config: w.name, About: about, IsJSON: w.folder.style != table}
}

// writeTable returns the folder's files of Parquet.
func writeTable[U any](w writer, views []plan.View[U], rows func(u U) int,
	fill func(target folder, r *row, u U, add func())) []encoding.Part {
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

// writeLines returns the folder's files of lines. For files in the card it also sets the table and the size of their rows in Arrow.
func writeLines[U any](w writer, views []plan.View[U], rows func(u U) int,
	fill func(target folder, r *row, u U, add func())) (parts []encoding.Part) {
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
