package meaning

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// use is a configuration that a command follows. Choices of one's arms share its sources.
type use struct {
	config  *configs.Config
	work    Work
	sources *sources
	axioms  axiomKeys
}

func newUse(c *configs.Config, s *sources) *use {
	return &use{config: c, sources: s, axioms: axiomKeys{c}}
}

// hasJudgements reports whether the collection has a file of judgements.
func (u *use) hasJudgements() bool { return u.sources.hasQrels() }

// needsJudgements reports whether judgements decide which queries and candidates there are.
func (u *use) needsJudgements() bool {
	g := &u.config.Gen
	return g.RequirePositive || g.AddJudged == configs.AddRelevant || g.AddJudged == configs.On ||
		g.AddJudged == configs.Auto && (u.sources.isUnknown() || u.sources.find().HasRows())
}

// addsJudged reports whether all judged documents of a query become candidates, whatever else is asked for.
func (u *use) addsJudged() bool {
	g := &u.config.Gen
	return g.AddJudged == configs.On || g.AddJudged == configs.Auto && u.sources.find().HasRows()
}

// retrieves reports whether a retrieval model finds candidates.
func (u *use) retrieves() bool {
	if u.work.Embeds || u.work.asksRuns() {
		return false
	}
	return u.work.NoRun || u.sources.find().RetrievesSome()
}

// retrievesBy reports whether a retrieval model of this name, without its feedback, finds candidates.
func (u *use) retrievesBy(name string) bool {
	base, _ := prepare.BaseModel(u.config.Gen.Retrieval)
	return u.retrieves() && base == name
}

func (u *use) needsSimilarity() bool {
	return u.work.Explains || u.writes() && shard.WantsLists(configs.List(u.config.Tokenize.OutputFormat)...) ||
		u.axioms.need(func(n axioms.Needs) bool { return n.Similarity || n.Vectors })
}

// trainsNetwork reports whether the DRMM is trained.
func (u *use) trainsNetwork() bool { return u.work.Trains && u.config.Train.Ranker == "" }

// trainsVectors reports whether word vectors are trained on the collection.
func (u *use) trainsVectors() bool {
	return u.work.Embeds || u.trainsNetwork() || namesTrainedVectors(&u.config.Gen)
}

// writes reports whether shards are written.
func (u *use) writes() bool { return u.work.Writes || u.work.Trains && u.config.Train.Ranker != "" }

// writesReader reports whether shards are written in a format that reads an option.
func (u *use) writesReader(option string) bool {
	o, err := export.ShardOptions(u.config)
	if err != nil {
		return true
	}
	readers := shard.Readers(option, o)
	return u.writes() && slices.ContainsFunc(o.Formats, func(name string) bool { return slices.Contains(readers, name) })
}

// readsVocabulary reports whether terms are word pieces, or an axiom counts word pieces.
func (u *use) readsVocabulary() bool {
	return u.config.Gen.Tokenizer == "wordpiece" || u.work.Explains || u.axioms.need(func(n axioms.Needs) bool { return n.Pieces })
}

// keepsVocabulary reports whether a vocabulary has an effect: gen keeps the one that is asked for beside shards of texts, too.
func (u *use) keepsVocabulary() bool {
	return u.readsVocabulary() || u.writes() && (u.work.Draws || u.writesReader("max_length"))
}

// dividesByText reports whether all queries are divided anew, those of one text together.
func dividesByText(g *configs.Gen) bool {
	s, err := collection.SplitsOf(g)
	return err == nil && !s.Given && s.TestSource == ""
}

// countsPairs reports whether gen.pairs is one number for every axiom, and gen.ratio names none of its own.
func countsPairs(g *configs.Gen) bool {
	_, err := strconv.Atoi(strings.TrimSpace(g.Pairs))
	return err == nil && g.Ratio != "none" && !strings.Contains(g.Ratio, "=")
}

// namesTrainedVectors reports whether gen.vectors names vectors that are trained on the collection.
func namesTrainedVectors(g *configs.Gen) bool {
	return slices.ContainsFunc(configs.List(g.Vectors), isTrained)
}

// readsWords reports whether words with vectors or similarities are read from files.
func readsWords(g *configs.Gen) bool {
	return g.Similarity != "vectors" || slices.ContainsFunc(configs.List(g.Vectors), func(v string) bool { return !isTrained(v) })
}

func isTrained(vectors string) bool { return vectors == "train" || vectors == "embed" }
