package prepare

import (
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

// readOpinions returns the opinions that axioms of the list and of the configuration's mixture need; nil if none does.
func readOpinions(r *stage.Run, o read.Options, x index.Reader, list []axioms.Axiom) (*Opinions, error) {
	g := &r.Config.Gen
	mixture, err := quota.ParseMixture(g)
	if err != nil {
		return nil, err
	}
	list = slices.Concat(list, mixture.NamedAxioms())
	files, err := quota.FilesOf(g, list)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	var inputs []stage.Input
	for _, f := range files {
		in, err := stage.InputOf("opinions", f.Path, f.Axiom)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	var rep read.Report
	answers, err := ReadOpinions(g, list, x, o, &rep, r.Warn)
	if err != nil {
		return nil, err
	}
	collection.Report(r, &rep)
	r.Read(inputs...)
	r.Note(stage.Opinions, inputs)
	return answers, nil
}

// Opinions holds the opinions on documents in a user's files, for the axioms run(FILE) and prefs(FILE).
type Opinions struct {
	Runs        map[string]axioms.RunScores // by name
	Preferences map[string]axioms.Preferring
}

// In adds the opinions to a collection that axioms are bound to; a nil o adds nothing.
func (o *Opinions) In(col *axioms.Collection) {
	if o != nil {
		col.Runs, col.Preferences = o.Runs, o.Preferences
	}
}

// ReadOpinions reads the files of axioms; x is nil without a collection. It warns of rows about documents that the collection lacks.
func ReadOpinions(g *configs.Gen, list []axioms.Axiom, x index.Reader, o read.Options, rep *read.Report, warn func(reason string, n int)) (
	*Opinions, error) {
	files, err := quota.FilesOf(g, list)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	opinions := &Opinions{map[string]axioms.RunScores{}, map[string]axioms.Preferring{}}
	for _, f := range files {
		rows, foreign := 0, 0
		count := func(docs ...string) {
			rows++
			if x != nil && slices.ContainsFunc(docs, func(doc string) bool { _, ok := x.Doc(doc); return !ok }) {
				foreign++
			}
		}
		if f.Axiom == quota.OfPrefs {
			read, err := readPreferences(f.Path, o, rep, count, warn)
			if err != nil {
				return nil, err
			}
			opinions.Preferences[f.Name()] = read
		} else {
			run, err := read.Run(f.Path, "", o, rep)
			if err != nil {
				return nil, err
			}
			for _, row := range run {
				count(row.DocID)
			}
			opinions.Runs[f.Name()] = mine.NewRunScores(x, run)
		}
		if foreign == rows {
			return nil, errs.BadInput(f.Path, 0, "is it about this collection?", "none of its %d rows is about documents of the collection", rows)
		}
		warn(fmt.Sprintf("rows of %s(%s) are about a document that the collection lacks", f.Axiom, f.Name()), foreign)
	}
	return opinions, nil
}

// preferences are the preferences of a file, by query.
type preferences map[string][]read.Preference

func (p preferences) Each(query string, yield func(pos, neg string, confidence float64)) {
	for _, x := range p[query] {
		yield(x.Preferred, x.Other, x.Confidence)
	}
}

// readPreferences reads a file of preferences: lines, JSON or Parquet. Of two about one pair of documents, the one with the higher
// confidence counts. If they contradict each other with equal confidence, neither counts.
func readPreferences(path string, o read.Options, rep *read.Report, count func(docs ...string),
	warn func(reason string, n int)) (preferences, error) {
	list, err := read.Preferences(path, o, rep)
	if err != nil {
		return nil, err
	}
	type pair struct{ query, a, b string }
	first := map[pair]int{}
	repeats, contradictions := 0, 0
	void := make([]bool, len(list))
	for i, p := range list {
		count(p.Preferred, p.Other)
		key := pair{p.QueryID, min(p.Preferred, p.Other), max(p.Preferred, p.Other)}
		j, again := first[key]
		if !again {
			first[key] = i
			continue
		}
		surer, equal := p.Confidence > list[j].Confidence, p.Confidence == list[j].Confidence
		if list[j].Preferred == p.Preferred {
			repeats++
		} else {
			contradictions++
		}
		if surer {
			void[j], first[key] = true, i
			continue
		}
		void[i] = true
		if equal && list[j].Preferred != p.Preferred {
			void[j] = true
		}
	}
	name := axioms.File{Path: path}.Name()
	warn("preferences of "+name+" repeat another one (the surer counts)", repeats)
	warn("preferences of "+name+" contradict another one (the surer counts, and neither where both are as sure)", contradictions)
	out := preferences{}
	for i, p := range list {
		if !void[i] {
			out[p.QueryID] = append(out[p.QueryID], p)
		}
	}
	return out, nil
}

func ErrJudgedArm(key string) error {
	return errs.BadUsage("axiomine train with the same configuration trains it; here --violated-by FILE names a run over the same queries",
		"%s: judged stands for an arm of an experiment", key)
}

// NewViolationFilter returns the filter of gen.violated_by; nil if it is empty.
func NewViolationFilter(p *Preparation) (*mine.ViolationFilter, error) {
	g := &p.Run.Config.Gen
	switch g.ViolatedBy {
	case "":
		return nil, nil
	case quota.JudgedArm:
		return nil, ErrJudgedArm("violated_by")
	}
	scores, err := RunScores(p, g.ViolatedBy)
	if err != nil {
		return nil, err
	}
	return &mine.ViolationFilter{Scorer: scores, Margin: g.ViolatedMargin}, nil
}

// RunScores reads a run of any model over the collection; the result is cached.
func RunScores(p *Preparation, path string) (*mine.RunScores, error) {
	if s, ok := p.read[path]; ok {
		return s, nil
	}
	var rep read.Report
	rows, err := read.Run(path, "", p.Inputs.Collection.Options, &rep)
	if err != nil {
		return nil, err
	}
	collection.Report(p.Run, &rep)
	p.read[path] = mine.NewRunScores(p.Index, rows)
	return p.read[path], nil
}

// ModelRuns returns the checksums of the runs that decide what is drawn: the run in gen.sample, and gen.violated_by; "" for none.
func ModelRuns(g *configs.Gen) (sums [2]string, err error) {
	for i, path := range []string{quota.DrawRun(g), g.ViolatedBy} {
		if path == "" || path == quota.JudgedArm { // an arm is no file
			continue
		}
		if _, sums[i], err = stage.Checksum(path); err != nil {
			return sums, err
		}
	}
	return sums, nil
}
