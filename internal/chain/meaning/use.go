package meaning

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// use is a configuration that a command follows, with what was found out of it.
type use struct {
	config *configs.Config
	work   Work
	base   *use                   // of a choice of its arms, which share its collection; else nil
	found  *collection.Collection // nil until it is asked for
}

// collection returns what the configuration names as its collection; an empty one where it names none that can be found: other checks
// tell of that.
func (u *use) collection() *collection.Collection {
	if u.base != nil {
		return u.base.collection()
	}
	if u.found == nil {
		var err error
		if u.found, err = collection.FindCollection(&u.config.Gen); err != nil {
			u.found = &collection.Collection{}
		}
	}
	return u.found
}

// isUnknown reports whether the collection is not there to be looked at, so that nothing can be said of it.
func (u *use) isUnknown() bool { return u.collection().Layout.Format == "" }

func (u *use) hasQueries() bool { return u.isUnknown() || len(u.collection().Layout.Queries) > 0 }

// hasJudgements reports whether the collection has a file of judgements, or made queries that are judged by their source.
func (u *use) hasJudgements() bool {
	return u.isUnknown() || len(u.collection().Layout.Qrels) > 0 || u.config.Gen.SourceRelevant && u.makesQueries()
}

// hasFormat reports whether the documents have a format.
func (u *use) hasFormat(format string) bool {
	return u.isUnknown() || u.collection().Layout.DocumentsForm(u.collection().Options) == format
}

// topicsFormat returns the format of the queries.
func (u *use) topicsFormat() string { return u.collection().Layout.TopicsForm(u.collection().Options) }

// needsJudgements reports whether judgements decide which queries and candidates there are.
func (u *use) needsJudgements() bool {
	g := &u.config.Gen
	return g.RequirePositive || g.AddRelevant || g.AddJudged == configs.On ||
		g.AddJudged == configs.Auto && (u.isUnknown() || u.collection().HasRows())
}

// addsJudged reports whether all judged documents of a query become candidates, whatever else is asked for.
func (u *use) addsJudged() bool {
	g := &u.config.Gen
	return g.AddJudged == configs.On || g.AddJudged == configs.Auto && (u.collection().HasRows() || g.Negatives == sample.JudgedNegatives)
}

// hasOneSplit reports whether the collection is known to have all of its queries in one split.
func (u *use) hasOneSplit() bool {
	l := &u.collection().Layout
	return !u.isUnknown() && len(l.Splits()) == 1 && (l.Queries[corpus.AllSplits] == "" || l.Qrels[corpus.AllSplits] != "" || len(l.Qrels) < 2)
}

// dividesByText reports whether all queries are divided anew, those of one text together.
func (u *use) dividesByText() bool {
	s, err := collection.SplitsOf(&u.config.Gen)
	return err == nil && !s.Given && s.TestSource == ""
}

// namesRun reports whether gen.run names a file of candidates.
func (u *use) namesRun() bool { return u.config.Gen.Run != "" && u.config.Gen.Run != "given" }

// asksRuns reports whether axioms are asked about runs that are named beside the keys.
func (u *use) asksRuns() bool { return u.work.Asks && !u.work.OwnModels }

// readsRun reports whether any run of the user's is read.
func (u *use) readsRun() bool {
	g := &u.config.Gen
	for _, path := range []string{g.HardRun, g.ViolatedBy, g.ModelRun, u.config.Tokenize.Scores} {
		if path != "" && path != quota.JudgedArm {
			return true
		}
	}
	return u.namesRun() || u.asksRuns() || strings.Contains(g.Axioms+g.Mixture, "run(")
}

// retrieves reports whether a retrieval model finds candidates: those of made queries where no run is named for them, too.
func (u *use) retrieves() bool {
	if u.work.Indexes || u.work.Embeds || u.asksRuns() {
		return false
	}
	return u.collection().RetrievesSome() || u.makesQueries() && u.collection().Layout.Runs[collection.MadeSplit] == ""
}

// retrievesBy reports whether a retrieval model of one of these names, without its feedback, finds candidates.
func (u *use) retrievesBy(names ...string) bool {
	base, _ := prepare.BaseModel(u.config.Gen.Retrieval)
	return u.retrieves() && slices.Contains(names, base)
}

func (u *use) retrievesWithFeedback() bool {
	_, feedback := prepare.BaseModel(u.config.Gen.Retrieval)
	return u.retrieves() && feedback
}

// asksBM25 reports whether axioms ask for the parameters of BM25.
func (u *use) asksBM25() bool {
	text := u.config.Gen.Axioms + u.config.Gen.Mixture
	return strings.Contains(text, "{k1}") || strings.Contains(text, "{b}") || u.hasSource("bm25")
}

// hasSource reports whether a consensus has a source of this name.
func (u *use) hasSource(name string) bool {
	list, err := quota.ParseAxioms(&u.config.Gen)
	return err != nil || slices.ContainsFunc(list.Consensus, func(c *quota.Consensus) bool {
		return c != nil && slices.Contains(c.Names, name)
	})
}

// makesDocuments reports whether an axiom makes documents.
func (u *use) makesDocuments() bool {
	list, err := quota.Together([]*configs.Config{u.config})
	return err != nil || len(mine.Generatives(list.All)) > 0
}

// hasConsensus reports whether an axiom is a consensus of several sources.
func (u *use) hasConsensus() bool {
	list, err := quota.ParseAxioms(&u.config.Gen)
	return err != nil || slices.ContainsFunc(list.Consensus, func(c *quota.Consensus) bool { return c != nil })
}

func (u *use) makesQueries() bool {
	return u.work.MakesQuery || u.config.Gen.QueriesFrom != configs.QueriesGiven
}

// hasMethod reports whether gen.query_method lists one of some methods, be queries made or not.
func (u *use) hasMethod(names ...string) bool {
	return slices.ContainsFunc(configs.List(u.config.Gen.QueryMethod), func(m string) bool { return slices.Contains(names, m) })
}

// needs reports whether an axiom of the configuration needs something.
func (u *use) needs(condition func(axioms.Needs) bool) bool {
	list, err := quota.Together([]*configs.Config{u.config})
	return err != nil || slices.ContainsFunc(list.All, func(a axioms.Axiom) bool { return condition(a.Spec().Needs) })
}

func (u *use) needsSimilarity() bool {
	return u.work.Explains || u.writes() && shard.WantsLists(configs.List(u.config.Tokenize.OutputFormat)...) ||
		u.needs(func(n axioms.Needs) bool { return n.Similarity || n.Vectors })
}

func (u *use) needsPieces() bool {
	return u.work.Explains || u.needs(func(n axioms.Needs) bool { return n.Pieces })
}

// trainsNetwork reports whether the DRMM is trained.
func (u *use) trainsNetwork() bool { return u.work.Trains && u.config.Train.Ranker == "" }

// choosesAxioms reports whether the arms may choose axioms of our own, among which is that of BM25.
func (u *use) choosesAxioms() bool {
	return u.trainsNetwork() && !u.work.Orders && u.config.Train.Choose == configs.ChooseDefault
}

// writes reports whether shards are written.
func (u *use) writes() bool { return u.work.Writes || u.work.Trains && u.config.Train.Ranker != "" }

// keepsVocabulary reports whether a vocabulary has an effect: gen keeps the one that is asked for beside shards of texts, too.
func (u *use) keepsVocabulary() bool {
	return u.readsVocabulary() || u.writes() && (u.work.Draws || u.writesReader("max_length"))
}

// writesReader reports whether shards are written in a format that reads an option.
func (u *use) writesReader(option string) bool {
	o, err := export.ShardOptions(u.config)
	if err != nil {
		return true
	}
	readers := shard.Readers(option, o)
	return u.writes() && slices.ContainsFunc(o.Formats, func(name string) bool { return slices.Contains(readers, name) })
}

// countsPairs reports whether gen.pairs is one number for every axiom, and gen.ratio names none of its own.
func (u *use) countsPairs() bool {
	_, err := strconv.Atoi(strings.TrimSpace(u.config.Gen.Pairs))
	return err == nil && u.config.Gen.Ratio != "none" && !strings.Contains(u.config.Gen.Ratio, "=")
}

// numPools returns how many axioms of gen.axioms pairs are drawn for; many where that cannot be read.
func (u *use) numPools() int {
	list, err := quota.ParseAxioms(&u.config.Gen)
	if err != nil {
		return math.MaxInt32
	}
	return len(list.Drawn)
}

// numPairTasks returns how many tasks of pairs the mixture has.
func (u *use) numPairTasks() (n int) {
	m, err := quota.ParseMixture(&u.config.Gen)
	if err != nil || m == nil {
		return 0
	}
	for _, a := range m.Preferences {
		if a != nil {
			n++
		}
	}
	return n
}

// hasClasses reports whether the mixture has a three-class task.
func (u *use) hasClasses() bool {
	m, err := quota.ParseMixture(&u.config.Gen)
	return err != nil || m != nil && m.ThreeClass()
}

// trainsVectors reports whether word vectors are trained on the collection.
func (u *use) trainsVectors() bool {
	list := configs.List(u.config.Gen.Vectors)
	return u.work.Embeds || u.trainsNetwork() || slices.Contains(list, "train") || slices.Contains(list, "embed")
}

// readsWords reports whether words with vectors or similarities are read from files.
func (u *use) readsWords() bool {
	return u.config.Gen.Similarity != "vectors" ||
		slices.ContainsFunc(configs.List(u.config.Gen.Vectors), func(v string) bool { return v != "train" && v != "embed" })
}
