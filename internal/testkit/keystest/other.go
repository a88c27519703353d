// Package keystest gives every key of the configuration another value than its default, for tests that go through all of them.
package keystest

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/axiomine/axiomine/configs"
)

// texts are other values of the keys that take any text, and of those whose next number means nothing alone.
var texts = map[string]string{
	"gen.data":                   "collection",
	"gen.collection":             "collection.tsv",
	"gen.columns":                "label=grade",
	"gen.labels":                 "yes=2,no=0",
	"gen.topics":                 "queries.tsv",
	"gen.qrels":                  "qrels.txt",
	"gen.run":                    "run.txt",
	"gen.topic_fields":           "title,desc",
	"gen.doc_fields":             "title",
	"gen.index":                  "index",
	"gen.splits":                 "hash 70/15/15",
	"gen.train_on":               "dev",
	"gen.query_sample":           "0.5",
	"gen.axioms":                 "tfc1",
	"gen.feedback":               "docs=5,terms=10,mu=0,weight=0.5",
	"gen.delta_star":             "0.1",
	"gen.ratio":                  "2:1",
	"gen.pairs":                  "100",
	"gen.violated_by":            "run.txt",
	"gen.judged":                 "10",
	"gen.negatives_per_positive": "1",
	"gen.max_score":              "20",
	"gen.min_score":              "1",
	"gen.absolute_margin":        "0.5",
	"gen.relative_margin":        "0.05",
	"gen.mixture":                "ranking=4,reg=1",
	"gen.class_queries":          "train=10,test=10",
	"gen.vectors":                "train",
	"tokenize.vocab":             "vocab.txt",
	"tokenize.output_format":     "triples",
	"tokenize.spread_queries":    "2",
	"tokenize.group_size":        "4",
	"tokenize.scores":            "run.txt",
	"tokenize.template":          "reward",
	"tokenize.prompt":            "Which passage answers this?",
	"train.axiom_margin":         "0.5",
	"train.patience":             "5",
	"train.axiom_weight":         "2",
	"train.measures":             "nDCG@10",
	"train.ranker":               "true {output}",
}

// Other returns a value of the key that is valid by itself and not its default, as text: the next of its choices, the next number
// within its bounds, the other truth value. What several keys have to agree on, and files that have to be there, are the caller's. It
// panics where no value is known: a key that takes any text needs a row in texts.
func Other(k configs.Key) string {
	text, ok := texts[k.Name]
	switch {
	case ok:
		return text
	case len(k.Values()) > 0:
		return nextChoice(k)
	case k.Kind == reflect.Bool:
		return strconv.FormatBool(k.Default != "true")
	case k.Kind == reflect.Int || k.Kind == reflect.Float64:
		return nextNumber(k)
	}
	panic("keystest: no other value of " + k.Name)
}

func nextChoice(k configs.Key) string {
	values := k.Values()
	for i, v := range values {
		if v == k.Default {
			return values[(i+1)%len(values)]
		}
	}
	return values[0]
}

func nextNumber(k configs.Key) string {
	x, err := strconv.ParseFloat(k.Default, 64)
	if err != nil {
		panic(err)
	}
	for _, y := range []float64{x + 1, x - 1, x / 2, x + 0.5} {
		if y != x && (k.Kind == reflect.Float64 || y == float64(int(y))) && (k.Range == nil || k.Range.Holds(y)) {
			return fmt.Sprint(y)
		}
	}
	panic("keystest: no other number for " + k.Name)
}
