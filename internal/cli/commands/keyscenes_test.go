package commands

import (
	"fmt"
	"strings"
)

// scene is a configuration that commands are given, as a file.
type scene struct {
	name string
	yaml string
}

// small is a configuration of which commands have soon made everything.
const small = `
gen: {hits: 5, threads: 1, on_shortage: accept, %s}
tokenize: {vocab_size: 150, output_format: "%s"}
train: {epochs: 1, pairs_per_epoch: 10, choose: none, tune_retrieval: "off"}
embed: {epochs: 1, min_count: 1, window: 2, negative: 2, subsample: 0}
`

// scenes are the configurations over which the keys are walked: a judged collection, rows with labels, queries that are made of documents,
// a run as candidates, and a mixture of tasks.
func scenes(dir string) []scene {
	of := func(name, keys, formats string) scene {
		return scene{name, fmt.Sprintf(small, strings.ReplaceAll(keys, "DIR", dir), formats)}
	}
	return []scene{
		of("judged", `data: DIR/judged, axioms: "tfc1, m-tdc"`, "tevatron-ids"),
		of("rows", `data: DIR/rows.csv, labels: "yes=1,no=0", axioms: "tfc1, m-tdc"`, "parquet"),
		of("documents", `data: DIR/docs, queries_from: documents, made_queries: 9, axioms: "tfc1, m-tdc", pairs: 10`, "triples"),
		of("given", `data: DIR/judged, run: DIR/run.txt, stemmer: none, vectors: train, dimension: 4, axioms: "tfc1, lnc2"`, "st-triplet"),
		of("mixture", `data: DIR/judged, axioms: tfc1, mixture: "ranking=1,tfc1=1", class_test: 4`, "mtdnn"),
	}
}

// grids are the same configurations with a grid of settings.
func grids(dir string) (list []scene) {
	for _, s := range scenes(dir) {
		list = append(list, scene{s.name + "-grid", s.yaml + "sweep: {over: {gen.sample: [uniform, length-balanced]}}\n"})
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
		of("documents-demo", `queries_from: both, made_queries: 9, axioms: "tfc1, m-tdc", pairs: 10`, "parquet"),
		of("mixture-demo", `axioms: tfc1, mixture: "ranking=1,tfc1=1", class_test: 4`, "mtdnn"),
	}
}
