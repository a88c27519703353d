package commands

import (
	"fmt"
	"maps"
	"strings"

	"github.com/axiomine/axiomine/configs"
)

// scene is a configuration that commands are given, as a file.
type scene struct {
	name string
	yaml string
}

// plain is the name of the scene that a grid or a demo is made of.
func (s scene) plain() string {
	name, _, _ := strings.Cut(s.name, "-")
	return name
}

// values are those of keys, some of them beside others, that show an effect in one scene, where those of all scenes show none: by scene,
// then by key. A value that a scene has already changes nothing; data of another kind need other values.
func values(dir string) map[string]map[string][]configs.Setting {
	settings := func(pairs ...string) (list []configs.Setting) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, configs.Setting{Key: pairs[i], Value: strings.ReplaceAll(pairs[i+1], "DIR", dir)})
		}
		return list
	}
	judgements := map[string][]configs.Setting{ // of scenes with judgements by split
		"gen.splits":              settings("gen.splits", "folds 3"),
		"gen.run":                 settings("gen.run", "DIR/run.txt"),
		"gen.stopwords":           settings("gen.stopwords", "none"),
		"gen.mixture":             settings("gen.mixture", "ranking=1,tf-lnc=1"),
		"gen.max_score":           settings("gen.max_score", "1.2", "train.pairs_per_epoch", "99"),
		"gen.absolute_margin":     settings("gen.absolute_margin", "0.05"),
		"gen.min_score":           settings("gen.min_score", "0.75", "train.pairs_per_epoch", "99"),
		"gen.judged":              settings("gen.judged", "2", "train.pairs_per_epoch", "99"),
		"gen.positives_per_query": settings("gen.positives_per_query", "1", "gen.add_judged", "relevant", "train.pairs_per_epoch", "99"),
		"gen.grades":              settings("gen.grades", "binary", "gen.add_judged", "relevant", "train.pairs_per_epoch", "99"),
		"gen.skip_top":            settings("gen.skip_top", "2", "train.pairs_per_epoch", "99"),
		"gen.near_duplicates":     settings("gen.near_duplicates", "0.3", "train.pairs_per_epoch", "99"),
		"gen.min_grade":           settings("gen.min_grade", "2", "gen.add_judged", "on"),
		"gen.retrieval": settings("gen.retrieval", "ql", "gen.topics", "DIR/phrases.tsv",
			"gen.qrels", "DIR/judged/qrels.train.txt", "gen.hits", "3"),
		"gen.k1": settings("gen.k1", "20", "gen.topics", "DIR/phrases.tsv",
			"gen.qrels", "DIR/judged/qrels.train.txt", "gen.hits", "3"),
		"gen.possessives": settings("gen.possessives", "strip", "gen.stemmer", "none", "gen.stopwords", "none"),
	}
	extend := func(shared, more map[string][]configs.Setting) map[string][]configs.Setting {
		all := maps.Clone(shared)
		maps.Copy(all, more)
		return all
	}
	return map[string]map[string][]configs.Setting{
		"judged": extend(judgements, map[string][]configs.Setting{
			"gen.pool": settings("gen.pool", "judged", "gen.judged_queries", "2", "train.pairs_per_epoch", "99"),
		}),
		"rows": {
			"gen.judged":            settings("gen.judged", "2", "train.pairs_per_epoch", "99"),
			"gen.stopwords":         settings("gen.stopwords", "none"),
			"gen.pool":              settings("gen.pool", "judged", "gen.judged_queries", "4"),
			"gen.limit":             settings("gen.limit", "6"),
			"gen.skip_top":          settings("gen.skip_top", "2", "train.pairs_per_epoch", "99"),
			"gen.data":              settings("gen.data", "DIR/more.csv"),
			"gen.collection":        settings("gen.collection", "DIR/passages.csv"),
			"gen.mixture":           settings("gen.mixture", "ranking=1,tf-lnc=1"),
			"gen.qrels":             settings("gen.qrels", "DIR/rows.qrels"),
			"gen.topics":            settings("gen.topics", "DIR/rows.topics"),
			"gen.run":               settings("gen.run", "DIR/rows.run"),
			"gen.add_judged":        settings("gen.add_judged", "off"),
			"gen.labels":            settings("gen.labels", "yes=1,no=0"),
			"gen.possessives":       settings("gen.possessives", "strip", "gen.stemmer", "none", "gen.stopwords", "none"),
			"gen.k3":                settings("gen.k3", "0", "gen.topics", "DIR/rows.topics", "gen.hits", "8"),
			"gen.k1":                settings("gen.k1", "20", "gen.hits", "8"),
			"gen.assumed_negatives": settings("gen.assumed_negatives", "off", "train.pairs_per_epoch", "99"),
			"gen.encoding":          settings("gen.encoding", "latin-1"),
			"gen.markup":            settings("gen.markup", "strip", "gen.data", "DIR/marked.csv"),
		},
		"unjudged": {
			"gen.mixture":            settings("gen.mixture", "m-and=1"),
			"gen.run":                settings("gen.run", "DIR/few.run"),
			"gen.skip_top":           settings("gen.skip_top", "2"),
			"gen.within_top":         settings("gen.within_top", "3"),
			"gen.min_score":          settings("gen.min_score", "1.75"),
			"gen.max_score":          settings("gen.max_score", "1.75"),
			"gen.pool":               settings("gen.pool", "unjudged"), // which is refused
			"gen.splits":             settings("gen.splits", "hash 30/30/40"),
			"tokenize.output_format": settings("tokenize.output_format", "jsonl"),
		},
		"given": {
			"gen.topics":    settings("gen.topics", "test=DIR/others.tsv"),
			"gen.splits":    settings("gen.splits", "folds 3"),
			"gen.stemmer":   settings("gen.stemmer", "porter"),
			"gen.judged":    settings("gen.judged", "2"),
			"gen.min_score": settings("gen.min_score", "7.5"),
			"gen.hits":      settings("gen.hits", "1"),
			"gen.run":       settings("gen.run", "DIR/run.txt"),
		},
		"mixture": extend(judgements, map[string][]configs.Setting{
			"gen.axioms": settings("gen.axioms", "tfc1, m-and"),
		}),
	}
}

// small is a configuration of which commands have soon made everything.
const small = `
gen: {hits: 5, threads: 1, on_shortage: accept, %s}
tokenize: {output_format: "%s"}
train: {epochs: 1, pairs_per_epoch: 10, choose: none, tune_retrieval: "off"}
`

// scenes are the configurations over which the keys are walked: a judged collection, rows with labels, queries without judgements,
// a run as candidates, and a mixture of tasks.
func scenes(dir string) []scene {
	of := func(name, keys, formats string) scene {
		return scene{name, fmt.Sprintf(small, strings.ReplaceAll(keys, "DIR", dir), formats)}
	}
	return []scene{
		of("judged", `data: DIR/judged, axioms: "tfc1, m-tdc"`, "tevatron-ids"),
		of("rows", `data: DIR/rows.csv, labels: "yes=2,nan=1,no=0", axioms: "tfc1, m-tdc"`, "parquet"),
		of("unjudged", `data: DIR/docs, topics: "train=DIR/phrases.tsv", axioms: "tfc1, m-tdc", pairs: 10`, "triples"),
		of("given", `data: DIR/judged, run: DIR/run.txt, stemmer: none, vectors: train, dimension: 4, axioms: "tfc1, lnc2"`, "st-triplet"),
		of("mixture", `data: DIR/judged, axioms: tfc1, mixture: "ranking=1,tfc1=1", class_test: 4`, "mtdnn"),
	}
}

// grids are the same configurations with a grid of settings.
func grids(dir string) (list []scene) {
	for _, s := range scenes(dir) {
		list = append(list, scene{s.name + "-grid", s.yaml + "sweep: {over: {gen.sample: [uniform, balanced]}}\n"})
	}
	return list
}

// demos are configurations of the embedded collection, of which a few queries are taken.
func demos() []scene {
	of := func(name, keys, formats string) scene {
		few := "dimension: 3, limit: 4, hits: 20, judged_queries: 3, "
		return scene{name, strings.Replace(fmt.Sprintf(small, few+keys, formats), "hits: 5, ", "", 1)}
	}
	return []scene{
		of("judged-demo", `axioms: "tfc1, m-tdc"`, "tevatron-ids"),
		of("unjudged-demo", `axioms: "tfc1, m-tdc", pairs: 10`, "parquet"),
		of("mixture-demo", `axioms: tfc1, mixture: "ranking=1,tfc1=1", class_test: 4`, "mtdnn"),
	}
}
