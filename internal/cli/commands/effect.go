package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// Results of commands in addition to the stages of gen.
const (
	resultRankers   stage.Name = "train"    // trained rankers
	resultRanking   stage.Name = "rerank"   // with resultRankers: the run of a trained model
	resultDiagnosis stage.Name = "diagnose" // axioms measured on runs, also for generated documents
	resultOwnModels stage.Name = "models"   // with resultDiagnosis: the runs of our own retrieval models
	resultTexts     stage.Name = "explain"  // axioms explained on texts
	resultAnswers   stage.Name = "serve"    // answers to requests
	resultSettings  stage.Name = "sweep"    // all settings of the section sweep
)

// allResultSets lists the results of the commands that read a whole configuration. stage.Tuning stands for candidates that a model finds
// even if gen.run is set. A value in a file or in the environment is accepted if it has an effect on one of these results.
var allResultSets = [][]stage.Name{{stage.Candidates}, {stage.Tuning}, {stage.Mining}, {stage.Sample}, {stage.Sample, stage.Shards},
	{stage.Sample, resultRankers}, {stage.Sample, resultAnswers}}

// checkEffect returns the check of a command with these results. The check returns an error if a value that the user gave has no effect,
// unless the value is the default. A value has an effect if it has one under the configuration, a setting of its sweep, or a choice of its
// arms.
func checkEffect(results ...stage.Name) func(*configs.LoadedConfig) error {
	return func(l *configs.LoadedConfig) error {
		choose, err := configs.ParseChoose(l.Train.Choose)
		if err != nil {
			return err
		}
		cells, err := cellsOf(l)
		if err != nil {
			return err
		}
		for _, k := range configs.Keys() {
			origin, value, resultSets := l.Origins[k.Name], fmt.Sprint(k.Get(&l.Config)), [][]stage.Name{results}
			if !l.Takes[k.Name] || !origin.IsExplicit() {
				continue
			}
			refuse := func(hint, why string) error {
				if origin.IsFlag() {
					return errs.BadUsage(hint, "%s (%s) has no effect here: %s", strings.TrimPrefix(string(origin), "flag "), k.Name, why)
				}
				return errs.BadUsage(hint, "%s of %s has no effect here: %s", k.Name, origin, why)
			}
			switch {
			case !origin.IsFlag():
				resultSets = append(resultSets, allResultSets...)
			case slices.Contains(results, resultSettings) && l.Sweep.Fixes(k.Name):
				return refuse("leave it out, or take it out of the section sweep", "each setting of the section sweep has a value of its own")
			case slices.Contains(results, resultRankers) && choose.Fixes(k.Name):
				return refuse("leave it out, or take it out of train.choose", "train.choose gives each arm values of its own")
			}
			if value == k.Default {
				continue
			}
			list := needsOf(k, value)
			for _, n := range needs {
				if slices.Contains(list, n.name) && !n.isMet(cells, resultSets) {
					return refuse("leave it out, or see axiomine configs show", n.why)
				}
			}
		}
		return nil
	}
}

// isMet reports whether the need is met in one of the cells, for one of the sets of results.
func (n need) isMet(cells []use, resultSets [][]stage.Name) bool {
	return slices.ContainsFunc(cells, func(u use) bool {
		return slices.ContainsFunc(resultSets, func(results []stage.Name) bool { u.results = results; return n.holds(&u) })
	})
}

// cellsOf returns the configurations that a command may run: the given one and those of its sweep, each with all choices of its arms.
func cellsOf(l *configs.LoadedConfig) (cells []use, err error) {
	bases := []*configs.Config{&l.Config}
	for _, settings := range l.Sweep.Settings() {
		c, err := l.Sweep.Lay(l.Config, settings)
		if err != nil {
			return nil, errs.BadUsage("", "sweep: %v", err)
		}
		if len(settings) > 0 {
			bases = append(bases, c)
		}
	}
	for _, base := range bases {
		choose, err := configs.ParseChoose(base.Train.Choose)
		if err != nil {
			return nil, err
		}
		find := sync.OnceValue(func() *collection.Collection {
			if col, err := collection.FindCollection(&base.Gen); err == nil {
				return col
			}
			return new(collection.Collection)
		})
		for _, settings := range append([]configs.Settings{nil}, choose.Settings()...) {
			c := *base
			for _, x := range settings {
				if err := c.Set(x.Key, x.Value); err != nil {
					return nil, err
				}
			}
			cells = append(cells, use{Config: &c, find: find})
		}
	}
	return cells, nil
}

// need is a condition without which a value has no effect.
type need struct {
	name  string            // a name that configs.Key.Needs can list
	holds func(u *use) bool // reports whether the condition holds
	why   string            // tells the user why it does not hold
}

// needs lists all conditions. If several are not met, the first is reported.
var needs = append([]need{
	{"collection", func(u *use) bool { return !u.makes(resultTexts) || u.Gen.Data+u.Gen.Collection+u.Gen.Index != "" },
		"no collection is named, and the texts of -q and -d are all that there is"},
	{"documents", func(u *use) bool { return u.Gen.Index == "" }, "gen.index names an index, whose documents were read when it was built"},
	{"overlap", (*use).mayOverlap,
		"no two splits share a query: the collection has one split, or gen.splits divides the queries by their texts"},
	{"queries", func(u *use) bool { return u.isUnknown() || len(u.find().Layout.Queries) > 0 },
		"the collection has no queries: --topics names some"},
	{"judgements", (*use).hasJudgements, "the collection has no judgements"},
	{"judged", func(u *use) bool { return u.hasJudgements() || u.Gen.Judged == "0" }, "the collection has no judgements"},
	{"other positives", func(u *use) bool { return !u.adds(configs.On) }, "all judged documents are candidates, as gen.add_judged says"},
	{"labels", func(u *use) bool {
		return !u.makes(resultRanking) || u.Gen.RequirePositive || u.isUnknown() || u.adds(configs.On) || u.adds(configs.AddRelevant)
	}, "judgements change nothing about a run unless gen.require_positive or gen.add_judged asks for them"},
	{"fields", func(u *use) bool {
		return u.isUnknown() || formsWithFields[u.find().Layout.TopicsForm(u.find().Options)]
	},
		"the queries of this collection have no fields"},
	{"wikipassageqa", func(u *use) bool {
		return u.isUnknown() || u.find().Layout.DocumentsForm(u.find().Options) == "wikipassageqa"
	},
		"the collection is not WikiPassageQA"},
	{"splits", func(u *use) bool {
		return !u.asksRuns() && !u.makes(resultTexts) || u.Gen.Limit > 0 || u.Gen.QuerySample != ""
	}, "the queries are those of the runs or of -q, whatever their split"},
	{"draws", func(u *use) bool {
		return u.Gen.Splits != "given" || u.Gen.QuerySample != "" || u.Gen.Made == "all" || u.makes(resultRanking) && u.namesTrained() ||
			!u.makes(stage.Candidates) && !u.makes(resultRanking)
	}, "nothing is drawn: queries are neither divided nor sampled"},
	{"axioms asked", func(u *use) bool { return !u.makes(stage.Candidates) || u.Gen.Made == "all" },
		"axioms are not asked, and make no document among the candidates unless gen.made is all"},
	{"retrieval", (*use).retrieves, "all candidates are given, and none is retrieved"},
	{"bm25", func(u *use) bool { return u.scoresBy("bm25") }, "gen.retrieval: bm25 does not find the candidates"},
	{"bm25 or axioms", func(u *use) bool {
		asked := u.Gen.Axioms + u.Gen.Mixture
		return u.scoresBy("bm25") || strings.Contains(asked, "{k1}") || strings.Contains(asked, "{b}") ||
			u.trainsNetwork() && !u.makes(resultRanking) && u.Train.Choose == configs.ChooseDefault
	}, "BM25 neither finds candidates nor is it the source of an axiom"},
	{"ql", func(u *use) bool { return u.scoresBy("ql") }, "gen.retrieval: ql does not find the candidates"},
	{"ql of candidates", func(u *use) bool { return u.retrievesBy("ql") }, "gen.retrieval: ql does not find the candidates"},
	{"qljm", func(u *use) bool { return u.retrievesBy("qljm") }, "gen.retrieval: qljm does not find the candidates"},
	{"feedback", func(u *use) bool { return u.makes(resultOwnModels) || u.retrievesBy("rm3") },
		"gen.retrieval has no feedback: a model with +rm3 has"},
	{"similarity or vectors", func(u *use) bool {
		return u.trainsNetwork() || u.trainsVectors() && !u.makes(resultAnswers) && !u.makes(resultDiagnosis) || u.needsSimilarity()
	}, "no axiom asks how similar terms are"},
	{"words", func(u *use) bool {
		return u.Gen.Similarity != "vectors" ||
			slices.ContainsFunc(configs.List(u.Gen.Vectors), func(v string) bool { return v != prepare.TrainVectors })
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
	{"makers", func(u *use) bool {
		return u.Gen.Made == "all" || u.asks(func(a axioms.Axiom) bool { return len(mine.Generatives([]axioms.Axiom{a})) > 0 })
	}, "no axiom makes a document: lnc2 does"},
	{"models", func(u *use) bool {
		return u.Gen.Made == "all" || u.makes(resultRankers) || u.makes(resultDiagnosis) || u.makes(stage.Diagnostic)
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
	{"rows", func(u *use) bool { return !u.makes(resultRankers) || u.writes() },
		"the DRMM draws rows in an order of its own and fills no group: --ranker names a command that reads shards"},
	{"shards", func(u *use) bool { return !u.makes(resultRankers) || u.writes() || u.readsVocabulary() },
		"the DRMM trains on pairs of texts, and no shard is written: --ranker names a command that reads shards"},
	{"word pieces", func(u *use) bool {
		return u.readsVocabulary() || u.writes() && (u.makes(stage.Sample) || u.writesFor("max_length"))
	},
		"nothing is cut into word pieces"},
	{"trained vocabulary", func(u *use) bool { return u.Tokenize.Vocab == "" }, "--vocab names a vocabulary, and none is trained"},
	{"cut texts", func(u *use) bool { return u.readsVocabulary() || u.writesFor("max_length") },
		"nothing is cut into word pieces"},
	{"formats of ids", func(u *use) bool {
		o, err := dataset.ShardOptions(u.Config)
		return err != nil || u.readsVocabulary() || u.writes() && o.NeedsVocabulary()
	}, "no vocabulary is trained: no output format is nothing without token ids"},
	{"shuffled rows", func(u *use) bool { return u.Gen.Order != "curriculum" }, "gen.order: curriculum has an order of its own"},
	{"groups", func(u *use) bool {
		return u.writesFor("group_size") || u.Gen.RankingRows == "groups" || !u.writes() && u.makes(stage.Sample)
	}, "no output format holds groups"},
	{"other than groups", func(u *use) bool { return u.hasClasses() || u.Tokenize.MTDNNRanking != "group+san" },
		"all rows of mtdnn are groups, which have no such network"},
}, formatOptions()...)

// formatOptions returns a need for each option of output formats, named by the word of its key.
func formatOptions() (list []need) {
	for _, k := range configs.Keys() {
		if why := shard.WhyUnread(k.Word()); why != "" && k.Noun() == "tokenize" && k.Word() != "group_size" { // drawing reads group_size
			list = append(list, need{k.Word(), func(u *use) bool { return u.writesFor(k.Word()) }, why})
		}
	}
	return list
}

// needsOf lists the names of the needs of a key's value: those of the key, of the value, and of all keys that decide the same stage.
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
		list = append(list, "shards", k.Word()) // an option of output formats
	}
	if k.Decides == configs.Pairs && k.Name != "gen.mixture" { // gen.mixture also counts as axioms
		list = append(list, "pairs")
	}
	return list
}

// use is a configuration with the results that a command makes of it. Predicates about the collection return true if the collection
// cannot be read, which another check reports.
type use struct {
	*configs.Config
	find    func() *collection.Collection // returns the collection, which is read once, or an empty one if it cannot be read
	results []stage.Name                  // results of the command
}

func (u *use) makes(name stage.Name) bool { return slices.Contains(u.results, name) }

// isUnknown reports whether the collection cannot be read.
func (u *use) isUnknown() bool { return u.find().Layout.Format == "" }

func (u *use) hasJudgements() bool { return u.isUnknown() || len(u.find().Layout.Qrels) > 0 }

// adds reports whether gen.add_judged has a value. If the collection has rows, auto counts as on.
func (u *use) adds(value string) bool {
	return u.Gen.AddJudged == value || u.Gen.AddJudged == configs.Auto && value == configs.On && u.find().HasRows()
}

// mayOverlap reports whether two splits may share a query: there are several splits, and they are not divided by the queries' texts.
func (u *use) mayOverlap() bool {
	l := &u.find().Layout
	if !u.isUnknown() && len(l.Splits()) == 1 && (l.Queries[read.AllSplits] == "" || l.Qrels[read.AllSplits] != "" || len(l.Qrels) < 2) {
		return false
	}
	s, err := collection.ParseSplits(u.Gen.Splits)
	return err != nil || s.Given || s.TestSource != ""
}

// formsWithFields lists the formats of topic files that have fields.
var formsWithFields = map[string]bool{"classic": true, "xml": true, "jsonl": true, "trec": true, "beir": true, "json": true,
	"ir-datasets": true, "ir-tsv": true, "text": true}

// asksRuns reports whether axioms are measured on runs given as arguments.
func (u *use) asksRuns() bool { return u.makes(resultDiagnosis) && !u.makes(resultOwnModels) }

// retrieves reports whether a retrieval model finds the candidates.
func (u *use) retrieves() bool {
	return !u.asksRuns() && (u.makes(stage.Tuning) || u.find().RetrievesSome())
}

// retrievesBy reports whether the model or the feedback of this name finds the candidates.
func (u *use) retrievesBy(name string) bool {
	base, feedback := prepare.BaseModel(u.Gen.Retrieval)
	return u.retrieves() && (base == name || feedback && name == "rm3")
}

// scoresBy reports whether the model of this name finds the candidates, or is diagnosed.
func (u *use) scoresBy(name string) bool { return u.makes(resultOwnModels) || u.retrievesBy(name) }

// asks reports whether one of the configured axioms is accepted.
func (u *use) asks(accept func(axioms.Axiom) bool) bool {
	list, err := quota.Together([]*configs.Config{u.Config})
	return err != nil || slices.ContainsFunc(list.All, accept)
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

// countsPairs reports whether gen.pairs is a single number for all axioms, and gen.ratio has no numbers by axiom.
func (u *use) countsPairs() bool {
	_, err := strconv.Atoi(strings.TrimSpace(u.Gen.Pairs))
	return err == nil && u.Gen.Ratio != "none" && !strings.Contains(u.Gen.Ratio, "=")
}

func (u *use) needsSimilarity() bool {
	return u.makes(resultTexts) || u.writes() && shard.WantsLists(configs.List(u.Tokenize.OutputFormat)...) ||
		u.asks(func(a axioms.Axiom) bool { return a.Spec().Needs.Similarity || a.Spec().Needs.Vectors })
}

func (u *use) trainsNetwork() bool { return u.makes(resultRankers) && u.Train.Ranker == "" }

// trainsVectors reports whether word vectors are trained on the collection.
func (u *use) trainsVectors() bool { return u.trainsNetwork() || u.namesTrained() }

func (u *use) namesTrained() bool {
	return slices.Contains(configs.List(u.Gen.Vectors), prepare.TrainVectors)
}

// writes reports whether shards are written, for a user or a ranker.
func (u *use) writes() bool {
	return u.makes(stage.Shards) || u.makes(resultRankers) && u.Train.Ranker != ""
}

// writesFor reports whether shards are written in a format that reads an option.
func (u *use) writesFor(option string) bool {
	o, err := dataset.ShardOptions(u.Config)
	hasIDs := !u.makes(stage.Sample) || dataset.UsesVocabulary(u.Config, o) // a given folder of pairs may have its own vocabulary
	isRead := func(name string) bool { return slices.Contains(shard.Readers(option, o, hasIDs), name) }
	return err != nil || u.writes() && slices.ContainsFunc(o.Formats, isRead)
}

// readsVocabulary reports whether terms are word pieces, or an axiom counts word pieces.
func (u *use) readsVocabulary() bool {
	return u.Gen.Tokenizer == "wordpiece" || u.makes(resultTexts) || u.asks(func(a axioms.Axiom) bool { return a.Spec().Needs.Pieces })
}
