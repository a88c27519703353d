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

// opinionsOfRun returns the opinions that axioms of the list and of the configuration's mixture need; nil if no axiom needs opinions. It
// adds their files to the run's account.
func opinionsOfRun(r *stage.Run, o read.Options, x index.Reader, list []axioms.Axiom) (*Opinions, error) {
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
	opinions, err := ReadOpinions(g, list, x, o, &rep, r.Warn)
	if err != nil {
		return nil, err
	}
	collection.Report(r, &rep)
	r.Read(inputs...)
	r.Note(stage.Opinions, inputs)
	return opinions, nil
}

// Opinions holds the scores and preferences in a user's files, for the axioms run(FILE) and prefs(FILE).
type Opinions struct {
	Runs        map[string]axioms.RunScores  // the scores of run(FILE), by the file's name in the axiom
	Preferences map[string]axioms.Preferring // the preferences of prefs(FILE), by the file's name in the axiom
}

// AddTo adds the opinions to a collection that axioms are bound to; a nil o adds nothing.
func (o *Opinions) AddTo(col *axioms.Collection) {
	if o != nil {
		col.Runs, col.Preferences = o.Runs, o.Preferences
	}
}

// ReadOpinions reads the files that axioms of the list name; it returns nil if they name none. It calls warn with the number of rows about
// documents that x lacks. A nil x accepts all documents.
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

// preferences holds the preferences of a file, by the query's id.
type preferences map[string][]read.Preference

// Each yields the preferences of a query: the ids of two documents, and the confidence that the file has.
func (p preferences) Each(query string, yield func(pos, neg string, confidence float64)) {
	for _, x := range p[query] {
		yield(x.Preferred, x.Other, x.Confidence)
	}
}

// readPreferences reads a file of preferences: lines, JSON or Parquet. If two preferences are about the same pair of documents, the higher
// confidence counts. If they contradict each other with equal confidence, both are dropped. It calls count with the documents of each
// preference, and warn with the numbers of repeats and of contradictions.
func readPreferences(path string, o read.Options, rep *read.Report, count func(docs ...string),
	warn func(reason string, n int)) (preferences, error) {
	list, err := read.Preferences(path, o, rep)
	if err != nil {
		return nil, err
	}
	type pair struct{ query, a, b string }
	surest := map[pair]int{} // the place in list of a pair's preference with the highest confidence so far
	repeats, contradictions := 0, 0
	isDropped := make([]bool, len(list)) // true for each preference that does not count
	for i, p := range list {
		count(p.Preferred, p.Other)
		key := pair{p.QueryID, min(p.Preferred, p.Other), max(p.Preferred, p.Other)}
		j, again := surest[key]
		if !again {
			surest[key] = i
			continue
		}
		agrees := list[j].Preferred == p.Preferred
		if agrees {
			repeats++
		} else {
			contradictions++
		}
		if p.Confidence > list[j].Confidence {
			isDropped[j], surest[key] = true, i
			continue
		}
		isDropped[i] = true
		if !agrees && p.Confidence == list[j].Confidence {
			isDropped[j] = true
		}
	}
	name := axioms.File{Path: path}.Name()
	warn("preferences of "+name+" repeat another one (the surer counts)", repeats)
	warn("preferences of "+name+" contradict another one (the surer counts, and neither where both are as sure)", contradictions)
	out := preferences{}
	for i, p := range list {
		if !isDropped[i] {
			out[p.QueryID] = append(out[p.QueryID], p)
		}
	}
	return out, nil
}
