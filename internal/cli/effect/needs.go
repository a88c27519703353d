package effect

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// need is what a value has no effect without, under the name that keys give it (configs.Key.Needs), and why the value has none where it is
// not met.
type need struct {
	name string
	met  func(u *use) bool
	why  string
}

// needs are all of them. Where several are not met, the first one is told.
var needs = append([]need{
	{"collection", func(u *use) bool { return !u.makes(Texts) || u.Gen.Data+u.Gen.Collection+u.Gen.Index != "" },
		"no collection is named, and the texts of -q and -d are all that there is"},
	{"documents", func(u *use) bool { return u.Gen.Index == "" }, "gen.index names an index, whose documents were read when it was built"},
	{"overlap", (*use).mayOverlap,
		"no two splits share a query: the collection has one split, or gen.splits divides the queries by their texts"},
	{"queries", func(u *use) bool { return u.isUnknown() || len(u.find().Layout.Queries) > 0 },
		"the collection has no queries: --topics names some"},
	{"judgements", (*use).hasJudgements, "the collection has no judgements"},
	{"regular", func(u *use) bool { return u.hasJudgements() || u.Gen.Regular == "0" }, "the collection has no judgements"},
	{"other positives", func(u *use) bool { return !u.adds(configs.On) }, "all judged documents are candidates, as gen.add_judged says"},
	{"labels", func(u *use) bool {
		return !u.makes(Ranking) || u.Gen.RequirePositive || u.isUnknown() || u.adds(configs.On) || u.adds(configs.AddRelevant)
	}, "judgements change nothing about a run unless gen.require_positive or gen.add_judged asks for them"},
	{"fields", func(u *use) bool {
		return u.isUnknown() || formsWithFields[u.find().Layout.TopicsForm(u.find().Options)]
	},
		"the queries of this collection have no fields"},
	{"wikipassageqa", func(u *use) bool {
		return u.isUnknown() || u.find().Layout.DocumentsForm(u.find().Options) == "wikipassageqa"
	},
		"the collection is not WikiPassageQA"},
	{"splits", func(u *use) bool { return !u.asksRuns() || u.Gen.Limit > 0 || u.Gen.QuerySample != "" },
		"the queries are those of the runs, whatever their split"},
	{"draws", func(u *use) bool {
		return u.Gen.Splits != "given" || u.Gen.QuerySample != "" || u.Gen.Made == "all" || u.makes(Ranking) && u.namesTrained() ||
			!u.makes(stage.Candidates) && !u.makes(Ranking)
	}, "nothing is drawn: queries are neither divided nor sampled"},
	{"axioms asked", func(u *use) bool { return !u.makes(stage.Candidates) || u.Gen.Made == "all" },
		"axioms are not asked, and make no document among the candidates unless gen.made is all"},
	{"retrieval", (*use).retrieves, "all candidates are given, and none is retrieved"},
	{"bm25", func(u *use) bool { return u.scoresBy("bm25") }, "gen.retrieval: bm25 does not find the candidates"},
	{"bm25 or axioms", func(u *use) bool {
		asked := u.Gen.Axioms + u.Gen.Mixture
		return u.scoresBy("bm25") || strings.Contains(asked, "{k1}") || strings.Contains(asked, "{b}") ||
			u.trainsNetwork() && !u.makes(Ranking) && u.Train.Choose == configs.ChooseDefault
	}, "BM25 neither finds candidates nor is it the source of an axiom"},
	{"ql", func(u *use) bool { return u.scoresBy("ql") }, "gen.retrieval: ql does not find the candidates"},
	{"ql of candidates", func(u *use) bool { return u.retrievesBy("ql") }, "gen.retrieval: ql does not find the candidates"},
	{"qljm", func(u *use) bool { return u.retrievesBy("qljm") }, "gen.retrieval: qljm does not find the candidates"},
	{"feedback", func(u *use) bool { return u.makes(OwnModels) || u.retrievesBy("rm3") },
		"gen.retrieval has no feedback: a model with +rm3 has"},
	{"similarity or vectors", func(u *use) bool {
		return u.trainsNetwork() || u.trainsVectors() && !u.makes(Answers) && !u.makes(Diagnosis) || u.needsSimilarity()
	}, "no axiom asks how similar terms are"},
	{"words", func(u *use) bool {
		return u.Gen.Similarity != "vectors" || slices.ContainsFunc(configs.List(u.Gen.Vectors), func(v string) bool { return !isTrained(v) })
	}, "no file of word vectors and no other source of similarity is named, and vectors that are trained are those of stems"},
	{"similarity", (*use).needsSimilarity, "no axiom asks how similar terms are"},
	{"trained vectors", (*use).trainsVectors, "no word vectors are trained: --vectors train trains some"},
	{"pairs", func(u *use) bool { return !u.makes(stage.Mining) }, "preferences are counted, and no pair is drawn without --part"},
	{"tasks", func(u *use) bool {
		m, err := u.mixture()
		return !u.makes(stage.Mining) || err != nil || len(m.NamedAxioms()) > 0
	},
		"preferences are counted, and the mixture names no axiom"},
	{"violations", func(u *use) bool { return u.Gen.ViolatedBy != "" }, "--violated-by names no run"},
	{"copies", func(u *use) bool { return u.makes(stage.Diagnostic) || u.makes(Diagnosis) },
		"no document is perturbed: gen mine --diagnostic writes the copies, and axioms diagnose asks about them"},
	{"makers", func(u *use) bool {
		return u.Gen.Made == "all" || u.asks(func(a axioms.Axiom) bool { return len(mine.Generatives([]axioms.Axiom{a})) > 0 })
	}, "no axiom makes a document: lnc2 does"},
	{"models", func(u *use) bool {
		return u.Gen.Made == "all" || u.makes(Training) || u.makes(Diagnosis) || u.makes(stage.Diagnostic)
	}, "no model is diagnosed, and documents that are made take part nowhere else"},
	{"no network", func(u *use) bool { return !u.trainsNetwork() }, "the DRMM learns from pairs, not from a mixture of tasks"},
	{"mixture", func(u *use) bool { return u.Gen.Mixture != "" }, "there is no mixture: --mixture names one"},
	{"classes", (*use).hasClasses, "no task has three classes: --mixture names one"},
	{"held-out rows", func(u *use) bool { return !u.writes() || u.Tokenize.RowsOf != "train" },
		"tokenize.rows_of: train leaves out the rows to test with"},
	{"axioms", func(u *use) bool { return u.Gen.Axioms+u.Gen.Mixture != "" }, "gen.axioms names no axiom"},
	{"two axioms", (*use).hasTwoPools, "one axiom alone cannot contradict itself"},
	{"no number", func(u *use) bool { return !u.countsPairs() }, "gen.pairs is a number, and stands before a ratio"},
	{"network", func(u *use) bool { return u.Train.Ranker == "" }, "train.ranker trains instead of the DRMM"},
	{"rows", func(u *use) bool { return !u.makes(Training) || u.writes() },
		"the DRMM draws rows in an order of its own and fills no group: --ranker names a command that reads shards"},
	{"shards", func(u *use) bool { return !u.makes(Training) || u.writes() || u.readsVocabulary() },
		"the DRMM trains on pairs of texts, and no shard is written: --ranker names a command that reads shards"},
	{"word pieces", func(u *use) bool {
		return u.readsVocabulary() || u.writes() && (u.makes(stage.Sample) || u.writesFor("max_length"))
	},
		"nothing is cut into word pieces"},
	{"trained vocabulary", func(u *use) bool { return u.Tokenize.Vocab == "" }, "--vocab names a vocabulary, and none is trained"},
	{"cut texts", func(u *use) bool { return u.Tokenize.Vocab == "" || u.readsVocabulary() || u.writesFor("max_length") },
		"nothing is cut into word pieces"},
	{"shuffled rows", func(u *use) bool { return u.Gen.Order != "curriculum" }, "gen.order: curriculum has an order of its own"},
	{"groups", func(u *use) bool {
		return u.writesFor("group_size") || u.Gen.RankingRows == "groups" || !u.writes() && u.makes(stage.Sample)
	}, "no output format holds groups"},
	{"other than groups", func(u *use) bool { return u.hasClasses() || u.Tokenize.MTDNNRanking != "group+san" },
		"all rows of mtdnn are groups, which have no such network"},
}, formatOptions()...)

// formatOptions returns the needs of the options that some output formats read, each under the word of its key.
func formatOptions() (list []need) {
	for _, k := range configs.Keys() {
		if why := shard.WhyUnread(k.Word()); why != "" && k.Noun() == "tokenize" && k.Word() != "group_size" { // that is read of pairs, too
			list = append(list, need{k.Word(), func(u *use) bool { return u.writesFor(k.Word()) }, why})
		}
	}
	return list
}

// needsOf lists what a key's value has no effect without: what the key and the value say, and what all keys need that decide the same.
func needsOf(k configs.Key, value string) []string {
	list := configs.List(k.Needs)
	for _, c := range k.Choices {
		if value == c.Value || strings.HasPrefix(value, c.Value+" ") {
			list = append(list, configs.List(c.Needs)...)
		}
	}
	switch {
	case k.Noun() == "gen" && (k.CanDecide(configs.Topics) || k.CanDecide(configs.Candidates)):
		list = append(list, "collection")
	case k.Noun() == "tokenize":
		list = append(list, "shards", k.Word()) // an option of formats, of some or of all
	}
	if k.Decides == configs.Pairs && k.Name != "gen.mixture" { // whose axioms are counted, too
		list = append(list, "pairs")
	}
	return list
}
