package meaning

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// row says of some keys when their values mean something, and why else not.
type row struct {
	keys  []string
	means func(u *use) bool
	why   string
}

// table is what commands refuse by. A key in several rows needs all of them; a key in none always means something to the commands that
// have it.
var table = slices.Concat(inputs, candidates, drawing, formatOptions(), files)

func keysOf(names ...string) []string { return names }

// inputs are the rows of what is read.
var inputs = []row{
	{collectionKeys(), func(u *use) bool {
		return !u.work.Explains || u.config.Gen.Data+u.config.Gen.Collection+u.config.Gen.Index != ""
	},
		"no collection is named, and the texts of -q and -d are all that there is"},
	{keysOf("gen.doc_fields"), func(u *use) bool { return u.config.Gen.Index == "" },
		"gen.index names an index, whose documents were read when it was built"},
	{keysOf("gen.on_overlap"), func(u *use) bool { return !u.sources.hasOneSplit() && !dividesByText(&u.config.Gen) },
		"no two splits share a query: the collection has one split, or gen.splits divides the queries by their texts"},
	{keysOf("gen.topic_fields", "gen.topics_format", "gen.require_positive", "gen.splits", "gen.fold", "gen.on_overlap",
		"gen.query_sample", "gen.limit", "gen.drop_self", "gen.min_grade", "gen.judged_queries", "gen.regular", "gen.positives", "gen.grades",
		"gen.negatives_per_positive", "gen.positives_per_query", "gen.negatives_per_query"),
		func(u *use) bool { return u.sources.hasQueries() }, "the collection has no queries: --topics names some"},
	{keysOf("gen.judged_queries", "gen.positives", "gen.grades", "gen.negatives", "gen.negatives_per_positive",
		"gen.positives_per_query", "gen.negatives_per_query", "gen.absolute_margin", "gen.relative_margin",
		"gen.assumed_negatives", "gen.near_duplicates",
		"gen.budget", "gen.add_judged", "gen.order", "train.margin"), (*use).hasJudgements,
		"the collection has no judgements, and so no regular pairs"},
	{keysOf("gen.pool"), func(u *use) bool {
		return u.hasJudgements() || !strings.HasPrefix(u.config.Gen.Pool, quota.PoolUnjudged)
	},
		"the collection has no judgements, and all queries are unjudged"},
	{keysOf("gen.positives"), func(u *use) bool { return !u.addsJudged() },
		"all judged documents are candidates, as gen.add_judged says"},
	{keysOf("gen.run"), func(u *use) bool { return u.work != (Work{}) || u.sources.hasQueries() }, // others refuse a collection without queries
		"the collection has no queries: --topics names some"},
	{keysOf("gen.regular"), func(u *use) bool { return u.hasJudgements() || u.config.Gen.Regular == "0" },
		"the collection has no judgements, and so no regular pairs"},
	{keysOf("gen.qrels_format"), func(u *use) bool { return u.sources.hasQrels() },
		"the collection has no file of judgements"},
	{keysOf("gen.qrels", "gen.qrels_format", "gen.min_grade"), func(u *use) bool { return !u.work.Orders || u.needsJudgements() },
		"judgements change nothing about a run unless gen.require_positive or gen.add_judged asks for them"},
	{keysOf("gen.topic_fields"), func(u *use) bool { return u.sources.hasFields() },
		"the queries of this collection have no fields"},
	{keysOf("gen.wpqa_filter"), func(u *use) bool { return u.sources.hasFormat("wikipassageqa") }, "the collection is not WikiPassageQA"},
	{keysOf("gen.splits", "gen.fold"),
		func(u *use) bool {
			return !u.work.asksRuns() || u.config.Gen.Limit > 0 || u.config.Gen.QuerySample != ""
		},
		"the queries are those of the runs, whatever their split"},
}

// candidates are the rows of retrieval and of similarities.
var candidates = []row{
	{keysOf("gen.seed"), func(u *use) bool {
		g := &u.config.Gen
		return !u.work.Retrieves && !u.work.Orders || u.work.Orders && namesTrainedVectors(g) ||
			g.Splits != "given" || g.QuerySample != "" || g.Made == "all"
	},
		"nothing is drawn: queries are neither divided nor sampled"},
	{keysOf("gen.axioms", "gen.delta_star", "gen.made"), func(u *use) bool {
		return !u.work.Retrieves || u.config.Gen.Made == "all"
	},
		"axioms are not asked, and make no document among the candidates unless gen.made is all"},
	{keysOf("gen.retrieval", "train.tune_retrieval"), (*use).retrieves, "all candidates are given, and none is retrieved"},
	{keysOf("gen.k3"), func(u *use) bool { return u.work.OwnModels || u.retrievesBy("bm25") },
		"gen.retrieval: bm25 does not find the candidates"},
	{keysOf("gen.k1", "gen.b"), func(u *use) bool {
		return u.work.OwnModels || u.retrievesBy("bm25") || u.axioms.asksBM25() ||
			u.trainsNetwork() && !u.work.Orders && u.config.Train.Choose == configs.ChooseDefault
	},
		"BM25 neither finds candidates nor is it the source of an axiom"},
	{keysOf("gen.mu"), func(u *use) bool { return u.work.OwnModels || u.retrievesBy("ql") },
		"gen.retrieval: ql does not find the candidates"},
	{keysOf("gen.candidates_mu"), func(u *use) bool { return u.retrievesBy("ql") }, "gen.retrieval: ql does not find the candidates"},
	{keysOf("gen.lambda"), func(u *use) bool { return u.retrievesBy("qljm") }, "gen.retrieval: qljm does not find the candidates"},
	{keysOf("gen.feedback"),
		func(u *use) bool {
			_, feedback := prepare.BaseModel(u.config.Gen.Retrieval)
			return u.work.OwnModels || u.retrieves() && feedback
		},
		"gen.retrieval has no feedback: a model with +rm3 has"},
	{keysOf("gen.vectors"), func(u *use) bool {
		return u.trainsNetwork() || u.trainsVectors() && !u.work.Serves && !u.work.Asks || u.needsSimilarity()
	},
		"no axiom asks how similar terms are"},
	{keysOf("gen.vectors_mode"), func(u *use) bool { return readsWords(&u.config.Gen) },
		"no file of word vectors and no other source of similarity is named, and vectors that are trained are those of stems"},
	{keysOf("gen.similarity"), (*use).needsSimilarity, "no axiom asks how similar terms are"},
	{keysOf("gen.dimension"), (*use).trainsVectors, "no word vectors are trained: --vectors train trains some"},
}

// drawing are the rows of pairs and of what is trained on them.
var drawing = []row{
	{exclude(keysDeciding(configs.Pairs, "gen.near_duplicates"), "gen.mixture"),
		func(u *use) bool { return !u.work.Counts }, "preferences are counted, and no pair is drawn without --part"},
	{keysOf("gen.mixture"), func(u *use) bool { return !u.work.Counts || u.axioms.haveClasses() || u.axioms.numPairTasks() > 0 },
		"preferences are counted, and the mixture names no axiom"},
	{keysOf("gen.violated_margin"), func(u *use) bool { return u.config.Gen.ViolatedBy != "" }, "--violated-by names no run"},
	{keysOf("gen.perturb"), func(u *use) bool { return u.work.Diagnoses || u.work.Asks },
		"no document is perturbed: gen mine --diagnostic writes the copies, and axioms diagnose asks about them"},
	{keysOf("gen.made"), func(u *use) bool { return u.config.Gen.Made == "all" || u.axioms.makeDocuments() },
		"no axiom makes a document: lnc2 does"},
	{keysOf("gen.made"), func(u *use) bool {
		return u.config.Gen.Made == "all" || u.work.Trains || u.work.Asks || u.work.Diagnoses
	},
		"no model is diagnosed, and documents that are made take part nowhere else"},
	{keysOf("gen.mixture", "gen.ranking_rows", "gen.rows", "gen.class_sample", "gen.class_test", "gen.class_queries", "gen.unique_queries",
		"gen.unique_test"), func(u *use) bool { return !u.trainsNetwork() }, "the DRMM learns from pairs, not from a mixture of tasks"},
	{keysOf("gen.ranking_rows", "gen.rows"), func(u *use) bool { return u.config.Gen.Mixture != "" },
		"there is no mixture: --mixture names one"},
	{keysOf("gen.class_sample", "gen.class_test", "gen.class_queries", "gen.unique_queries", "gen.unique_test"),
		func(u *use) bool { return u.axioms.haveClasses() },
		"no task has three classes: --mixture names one"},
	{keysOf("gen.class_test", "gen.unique_queries", "gen.unique_test"),
		func(u *use) bool { return !u.writes() || u.config.Tokenize.RowsOf != "train" },
		"tokenize.rows_of: train leaves out the rows to test with"},
	{keysOf("gen.weights"), func(u *use) bool { return u.config.Gen.Weights != "agreement" || u.hasJudgements() },
		"the collection has no judgements, and nothing to agree with"},
	{keysOf("gen.ratio", "gen.pairs", "gen.strategy", "gen.weights", "gen.budget", "gen.pool", "gen.conflict",
		"gen.violated_by", "train.axiom_margin", "train.axiom_weight"),
		func(u *use) bool { return u.config.Gen.Axioms != "" || u.config.Gen.Mixture != "" }, "gen.axioms names no axiom"},
	{keysOf("gen.conflict"), func(u *use) bool { return u.axioms.numPools()+u.axioms.numPairTasks() > 1 },
		"one axiom alone cannot contradict itself"},
	{keysOf("gen.ratio"), func(u *use) bool { return !countsPairs(&u.config.Gen) }, "gen.pairs is a number, and stands before a ratio"},
	{keysOf("train.histogram", "train.gating", "train.epochs", "train.patience", "train.pairs_per_epoch",
		"train.batch_size", "train.learning_rate", "train.gate_start", "train.cosine_scale", "train.features",
		"train.engine"),
		func(u *use) bool { return u.config.Train.Ranker == "" }, "train.ranker trains instead of the DRMM"},
	{keysOf("gen.order"), func(u *use) bool { return !u.work.Trains || u.writes() },
		"the DRMM draws rows in an order of its own and fills no group: --ranker names a command that reads shards"},
	{configs.KeysDeciding([]string{"tokenize"}), func(u *use) bool { return !u.work.Trains || u.writes() || u.readsVocabulary() },
		"the DRMM trains on pairs of texts, and no shard is written: --ranker names a command that reads shards"},
}

// exclude returns the keys that are not left out.
func exclude(keys []string, left ...string) []string {
	return slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(left, key) })
}

// keysDeciding lists the keys that decide a stage, and others.
func keysDeciding(stage configs.Stage, more ...string) []string {
	return append(configs.KeysDeciding([]string{"gen", "tokenize", "train"}, stage), more...)
}

// files are the rows of word pieces and shards.
var files = []row{
	{keysOf("tokenize.vocab", "tokenize.vocab_size"), (*use).keepsVocabulary,
		"nothing is cut into word pieces"},
	{keysOf("tokenize.vocab_size"), func(u *use) bool { return u.config.Tokenize.Vocab == "" },
		"--vocab names a vocabulary, and none is trained"},
	{keysOf("tokenize.cased"), func(u *use) bool {
		return u.keepsVocabulary() && (u.config.Tokenize.Vocab == "" || u.readsVocabulary() || u.writesReader("max_length"))
	}, "nothing is cut into word pieces"},
	{keysOf("tokenize.spread_queries"), func(u *use) bool { return u.config.Gen.Order != "curriculum" },
		"gen.order: curriculum has an order of its own"},
	{keysOf("tokenize.group_size"), func(u *use) bool {
		return u.writesReader("group_size") || u.config.Gen.RankingRows == "groups" || !u.writes() && u.work.Draws
	}, "no output format holds groups"},
	{keysOf("tokenize.layout"), func(u *use) bool { return u.axioms.haveClasses() }, "no task has three classes: --mixture names one"},
	{keysOf("tokenize.mtdnn_ranking"), func(u *use) bool { return u.axioms.haveClasses() || u.config.Tokenize.MTDNNRanking != "group+san" },
		"all rows of mtdnn are groups, which have no such network"},
}

// formatOptions returns the rows of the options that some output formats read.
func formatOptions() (rows []row) {
	for _, k := range configs.Keys() {
		if why := shard.WhyUnread(k.Word()); why != "" && k.Noun() == "tokenize" && k.Word() != "group_size" { // that is read of pairs, too
			rows = append(rows, row{keysOf(k.Name), func(u *use) bool { return u.writesReader(k.Word()) }, why})
		}
	}
	return rows
}

// collectionKeys lists the keys of what is read of a collection and found in it.
func collectionKeys() []string {
	return configs.KeysDeciding([]string{"gen"}, configs.Topics, configs.Candidates)
}
