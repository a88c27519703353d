package effect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// use is a configuration that a command follows, and what the command makes of it. What cannot be read counts as all that may be asked for:
// other checks tell of that.
type use struct {
	*configs.Config
	find func() *collection.Collection // looks at the collection, once; an empty one where none can be found
	made []stage.Name
}

func (u *use) makes(name stage.Name) bool { return slices.Contains(u.made, name) }

// isUnknown reports whether the collection is not there to be looked at, so that nothing can be said of it.
func (u *use) isUnknown() bool { return u.find().Layout.Format == "" }

func (u *use) hasJudgements() bool { return u.isUnknown() || len(u.find().Layout.Qrels) > 0 }

// adds reports whether gen.add_judged is a value, or auto and does as on.
func (u *use) adds(value string) bool {
	return u.Gen.AddJudged == value || u.Gen.AddJudged == configs.Auto && value == configs.On && u.find().HasRows()
}

// mayOverlap reports whether two splits may share a query: there are several, and queries of one text are not divided together.
func (u *use) mayOverlap() bool {
	l := &u.find().Layout
	if !u.isUnknown() && len(l.Splits()) == 1 && (l.Queries[read.AllSplits] == "" || l.Qrels[read.AllSplits] != "" || len(l.Qrels) < 2) {
		return false
	}
	s, err := collection.SplitsOf(&u.Gen)
	return err != nil || s.Given || s.TestSource != ""
}

// formsWithFields are the forms of queries that have fields.
var formsWithFields = map[string]bool{"classic": true, "xml": true, "jsonl": true, "trec": true, "beir": true, "json": true,
	"ir-datasets": true, "ir-tsv": true, "wikipassageqa": true, "text": true}

// asksRuns reports whether axioms are asked about runs that are named beside the keys.
func (u *use) asksRuns() bool { return u.makes(Diagnosis) && !u.makes(OwnModels) }

// retrieves reports whether a retrieval model finds candidates.
func (u *use) retrieves() bool {
	return !u.makes(stage.Embedding) && !u.asksRuns() && (u.makes(stage.Tuning) || u.find().RetrievesSome())
}

// retrievesBy reports whether a model of this name, or with this feedback, finds candidates.
func (u *use) retrievesBy(name string) bool {
	base, feedback := prepare.BaseModel(u.Gen.Retrieval)
	return u.retrieves() && (base == name || feedback && name == "rm3")
}

// scoresBy reports whether a model of this name finds candidates, or is one of our own that are diagnosed.
func (u *use) scoresBy(name string) bool { return u.makes(OwnModels) || u.retrievesBy(name) }

// asks reports whether an axiom is one of some.
func (u *use) asks(is func(axioms.Axiom) bool) bool {
	list, err := quota.Together([]*configs.Config{u.Config})
	return err != nil || slices.ContainsFunc(list.All, is)
}

func (u *use) mixture() (*quota.Mixture, error) { return quota.ParseMixture(&u.Gen) }

func (u *use) hasClasses() bool {
	m, err := u.mixture()
	return err != nil || m != nil && m.ThreeClass()
}

// hasTwoPools reports whether pairs are drawn for two axioms or more.
func (u *use) hasTwoPools() bool {
	list, err := quota.ParseAxioms(&u.Gen)
	if err != nil {
		return true
	}
	n := len(list.Drawn)
	if m, err := u.mixture(); err == nil && m != nil {
		n += len(slices.DeleteFunc(slices.Clone(m.Preferences), func(a axioms.Axiom) bool { return a == nil }))
	}
	return n > 1
}

// countsPairs reports whether gen.pairs is one number for every axiom, and gen.ratio names none of its own.
func (u *use) countsPairs() bool {
	_, err := strconv.Atoi(strings.TrimSpace(u.Gen.Pairs))
	return err == nil && u.Gen.Ratio != "none" && !strings.Contains(u.Gen.Ratio, "=")
}

func (u *use) needsSimilarity() bool {
	return u.makes(Texts) || u.writes() && shard.WantsLists(configs.List(u.Tokenize.OutputFormat)...) ||
		u.asks(func(a axioms.Axiom) bool { return a.Spec().Needs.Similarity || a.Spec().Needs.Vectors })
}

func (u *use) trainsNetwork() bool { return u.makes(Training) && u.Train.Ranker == "" }

// trainsVectors reports whether word vectors are trained on the collection.
func (u *use) trainsVectors() bool {
	return u.makes(stage.Embedding) || u.trainsNetwork() || u.namesTrained()
}

func (u *use) namesTrained() bool { return slices.ContainsFunc(configs.List(u.Gen.Vectors), isTrained) }

func isTrained(vectors string) bool { return vectors == "train" || vectors == "embed" }

// writes reports whether shards are written, for a user or a ranker.
func (u *use) writes() bool {
	return u.makes(stage.Shards) || u.makes(Training) && u.Train.Ranker != ""
}

// writesFor reports whether shards are written in a format that reads an option.
func (u *use) writesFor(option string) bool {
	o, err := export.ShardOptions(u.Config)
	isRead := func(name string) bool { return slices.Contains(shard.Readers(option, o), name) }
	return err != nil || u.writes() && slices.ContainsFunc(o.Formats, isRead)
}

// readsVocabulary reports whether terms are word pieces, or an axiom counts word pieces.
func (u *use) readsVocabulary() bool {
	return u.Gen.Tokenizer == "wordpiece" || u.makes(Texts) || u.asks(func(a axioms.Axiom) bool { return a.Spec().Needs.Pieces })
}
