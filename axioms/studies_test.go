package axioms_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/testkit/axiomtest"
	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/inmemory"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/tokenize"
)

// studies has a row for each share that a study's table has of an axiom: the preset, the axiom, what is counted, the published
// share, the factor allowed between it and ours, and, where that is not 1.5, why.
//
//go:embed testdata/studies.tsv
var studies string

// usualFactor is the factor that is allowed without a reason.
const usualFactor = 1.5

// slice is the collection msmarco_dl under the analyser and the retrieval of a study, with the queries of TREC 2019 and 2020: around
// these it is as dense as the whole of MS MARCO.
type slice struct {
	collection axioms.Collection
	index      index.Reader
	searcher   *retrieve.Searcher
	queries    []corpus.Doc
	hits       int // candidates of a query
	stride     int // every so many passages are there; shares are compared where it is 1
}

func readSlice(t *testing.T, name string) (docs []corpus.Doc) {
	for line := range bytes.Lines(golden.Contents(t, golden.SharedPath(t, "data", "msmarco_dl", name))) {
		var d struct {
			ID   string `json:"_id"`
			Text string `json:"text"`
		}
		must.Do(t, json.Unmarshal(line, &d))
		docs = append(docs, corpus.Doc{ID: d.ID, Text: d.Text})
	}
	return docs
}

func newSlice(t *testing.T, o analysis.Options, model retrieve.Model, hits, stride int) *slice {
	an := must.Get(analysis.New(o))(t)
	var docs []corpus.Doc
	for i, d := range readSlice(t, "corpus.jsonl") {
		if i%stride == 0 {
			docs = append(docs, d)
		}
	}
	x := must.Get(inmemory.New(docs, an))(t)
	judged := golden.Contents(t, golden.SharedPath(t, "data", "msmarco_dl", "qrels", "test.tsv"))
	queries := slices.DeleteFunc(readSlice(t, "queries.jsonl"), func(q corpus.Doc) bool {
		return !bytes.Contains(judged, []byte("\n"+q.ID+"\t"))
	})
	return &slice{axioms.Collection{Stats: x}, x, retrieve.New(x, model).Searcher(), queries, hits, stride}
}

// texts returns a query and its candidates, in words.
func (s *slice) texts(id string, q axioms.Query, docs []axioms.Doc) *axiomtest.Texts {
	x := s.index
	words := func(terms []uint32) (list []string) {
		for _, term := range terms {
			if int(term) < x.Lexicon().NumTerms() {
				list = append(list, x.Lexicon().Term(term))
			} else {
				list = append(list, fmt.Sprint("unknown", term))
			}
		}
		return list
	}
	t := &axiomtest.Texts{ID: id, Query: words(q.Terms), NumDocs: x.NumDocs(), Total: int(x.TotalTerms())}
	number := func(word string) uint32 {
		if term, ok := x.Lexicon().TermID(word); ok {
			return term
		}
		return math.MaxUint32
	}
	t.DocFreq = func(word string) int { return x.DocFreq(number(word)) }
	t.CollFreq = func(word string) int { return int(x.CollFreq(number(word))) }
	t.Similarity = func(a, b string) float64 {
		sim, _ := s.collection.Similarity.Sim(number(a), number(b))
		return sim
	}
	if s.collection.Vectors != nil {
		t.Vector = func(word string) ([]float64, bool) {
			v := s.collection.Vectors.Vector(number(word))
			return v, v != nil
		}
	}
	for _, d := range docs {
		t.Docs, t.Scores = append(t.Docs, words(d.Terms)), append(t.Scores, d.Score)
	}
	return t
}

// candidates returns the first documents of a query.
func (s *slice) candidates(q axioms.Query) []axioms.Doc {
	hits := s.searcher.Search(q.Terms, s.hits)
	docs := make([]axioms.Doc, len(hits))
	for k, hit := range hits {
		docs[k] = axioms.Doc{Terms: s.index.Terms(hit.Doc), Score: hit.Score, Rank: k + 1}
	}
	return docs
}

// answers counts verdicts.
type answers map[axioms.Verdict]int

// count counts the verdicts of axioms' plain definitions on sampled pairs. It reports every pair on which the axiom answers
// differently.
func (s *slice) count(t *testing.T, list []axioms.Preference, pairsPerQuery int) []answers {
	all, random := make([]answers, len(list)), rand.New(rand.NewPCG(43, 1))
	for a := range all {
		all[a] = answers{}
	}
	for _, text := range s.queries {
		q := axioms.Query{ID: text.ID, Terms: index.AnalyseQuery(s.index, text.Text)}
		docs := s.candidates(q)
		var sample [][2]int
		for len(docs) > 1 && len(sample) < pairsPerQuery {
			if x, y := random.IntN(len(docs)), random.IntN(len(docs)); x < y {
				sample = append(sample, [2]int{x, y})
			}
		}
		texts := s.texts(text.ID, q, docs)
		for a, axiom := range list {
			plain := must.Get(texts.Define(axiom))(t)
			judge := axiom.Bind(q, &s.collection)
			judge.Load(docs)
			for _, pair := range sample {
				want := plain(pair[0], pair[1])
				if got := judge.Compare(pair[0], pair[1]); got != want {
					t.Errorf("%s, query %s: %d, by its plain definition %d", axiom, text.ID, got, want)
				}
				all[a][want]++
			}
		}
	}
	return all
}

// share returns the share that a row of the table names.
func (n answers) share(cell string) float64 {
	met := n[axioms.First] + n[axioms.Neither] + n[axioms.Second]
	of := func(part, whole int) float64 { return float64(part) / float64(max(whole, 1)) }
	switch cell {
	case "class 0":
		return of(n[axioms.Neither], met)
	case "classes -1 and +1":
		return of(n[axioms.First]+n[axioms.Second], met)
	case "precondition":
		return of(met, met+n[axioms.Void])
	case "either order": // of ordered pairs, where undecided pairs are instances in both orders
		return of(n[axioms.First]+n[axioms.Second]+2*n[axioms.Neither], 2*(met+n[axioms.Void]))
	case "instances": // of ordered pairs
		return of(n[axioms.First]+n[axioms.Second], 2*(met+n[axioms.Void]))
	}
	panic(cell)
}

// TestStudies: the shares of each axiom of Klose's presets, and of Câmara and Hauff's, are near those of the studies' own
// tables, or a row says why they cannot be. Both the axioms and their plain definitions answer.
func TestStudies(t *testing.T) {
	nightly.Only(t)
	klose := newSlice(t, analysis.Options{Tokenizer: "words", Stemmer: "porter", Stopwords: "lucene", Possessives: true},
		weighting.BM25{K1: .9, B: .4}, 100, 1)
	const wordNet = "/usr/share/wordnet"
	if _, err := os.Stat(wordNet); err != nil {
		t.Skip("needs WordNet: ", err)
	}
	wn, err := similarity.OpenWordNet(wordNet)
	must.Do(t, err)
	if klose.collection.Similarity, err = wn.Bind(klose.index.Lexicon(), similarity.Stems); err != nil {
		t.Fatal(err)
	}
	checkStudy(t, "klose-1", klose, 150, nil)

	camara := newSlice(t, analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"}, weighting.QL{Mu: 2500}, 100, 1)
	vectors := golden.SharedPath(t, "data", "glove", "glove.6B.100d.subset.txt.gz")
	words, _, err := similarity.Read(context.Background(), vectors,
		similarity.WordFilter(camara.index.Lexicon(), similarity.Forms), nil)
	must.Do(t, err)
	table := similarity.Bind(words, camara.index.Lexicon(), similarity.Forms)
	camara.collection.Vectors, camara.collection.Similarity = table, table
	vocabulary := must.Get(tokenize.LoadVocab(golden.SharedPath(t, "data", "bert-base-uncased", "vocab.txt")))(t)
	tokenizer := must.Get(tokenize.New(vocabulary, tokenize.Defaults()))(t)
	passages := readSlice(t, "corpus.jsonl")
	pieces := func(doc uint32) int { return len(tokenizer.Encode(passages[doc].Text)) }
	triples, copies := camara.countOthers(t, "tfc2(delta=10)", "lnc2(variant=camara)", 10, func(_ axioms.Doc, doc uint32) int {
		if pieces(doc) > 256 { // of 512
			return 0
		}
		return 1
	}, pieces)
	checkStudy(t, "camara-diagnose", camara, 150, map[[2]string]float64{
		{"tfc2(delta=10)", "triples"}:      triples,
		{"lnc2(variant=camara)", "copies"}: copies,
	})
}

// checkStudy compares the rows of a study, and asks that every axiom of its preset has one. Rows may bound an axiom of the preset. others
// are shares of axioms that do not compare two documents, by axiom and cell.
func checkStudy(t *testing.T, preset string, s *slice, pairsPerQuery int, others map[[2]string]float64) {
	loaded := must.Get(configs.Load(preset, nil))(t)
	var list []axioms.Preference
	place, names := map[string]int{}, map[string]bool{}
	for _, a := range studied(loaded) {
		p, ok := a.(axioms.Preference)
		names[a.String()] = ok || others != nil
		if ok {
			place[p.String()], list = len(list), append(list, p)
		}
	}
	var table [][]string
	for _, line := range strings.Split(strings.TrimSuffix(studies, "\n"), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 6 || f[0] != preset {
			continue
		}
		table = append(table, f)
		a, err := axioms.Parse(f[1])
		p, ok := a.(axioms.Preference)
		unbounded, _, isBounded := strings.Cut(f[1], "(delta_star=")
		if _, has := place[unbounded]; err == nil && ok && isBounded && has {
			place[f[1]], list = len(list), append(list, p)
		}
	}
	counts, rows := s.count(t, list, pairsPerQuery), map[string]int{}
	for _, f := range table {
		a, ok := place[f[1]]
		other, isOther := others[[2]string{f[1], f[2]}]
		if !ok && !isOther {
			t.Errorf("%s: the preset has no axiom %s", preset, f[1])
			continue
		}
		rows[f[1]]++
		published, err1 := strconv.ParseFloat(f[3], 64)
		factor, err2 := strconv.ParseFloat(f[4], 64)
		if err1 != nil || err2 != nil || factor != usualFactor && f[5] == "" {
			t.Errorf("no row of a study, or a factor without a reason: %q", f)
			continue
		}
		here := other
		if !isOther {
			here = counts[a].share(f[2])
		}
		t.Logf("%s\t%s\t%s\t%.4f\t%.4f", preset, f[1], f[2], published, here)
		if s.stride == 1 && (here > published*factor || here < published/factor) {
			t.Errorf("%s, %s: %.4f here, %.4f published: a factor of %.2f, more than %v", f[1], f[2], here, published,
				max(here/published, published/here), factor)
		}
	}
	for name, isNeeded := range names {
		if isNeeded && rows[name] == 0 {
			t.Errorf("%s: %s has no row in studies.tsv", preset, name)
		}
	}
}

// studied returns the axioms of a preset, those of its tasks included.
func studied(preset *configs.LoadedConfig) (list []axioms.Axiom) {
	expressions := []string{preset.Gen.Axioms}
	for task := range strings.SplitSeq(preset.Gen.Mixture, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(task), "=")
		expressions = append(expressions, name)
	}
	for _, text := range expressions {
		if parsed, err := axioms.ParseList(text); err == nil { // not the task ranking
			list = append(list, parsed...)
		}
	}
	return list
}

// TestEveryStudiedAxiomHasARow: studies.tsv has a row for each axiom, in its variant, of each preset that stands for a study.
func TestEveryStudiedAxiomHasARow(t *testing.T) {
	rows, compared := map[string]bool{}, 0
	for line := range strings.Lines(studies) {
		rows[strings.Split(line, "\t")[1]] = true
	}
	for _, name := range configs.Presets() {
		loaded := must.Get(configs.Load(name, nil))(t)
		if loaded.Original.Collection == "" {
			continue // a preset of this project's own
		}
		for _, a := range studied(loaded) {
			compared++
			if !rows[a.String()] {
				t.Errorf("%s: %s has no row in studies.tsv", name, a)
			}
		}
	}
	if compared < 80 {
		t.Errorf("%d axioms of presets", compared)
	}
}
