package configs

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// studied are the presets of the four studies.
func studied(t *testing.T) map[string]*LoadedConfig {
	t.Helper()
	presets := map[string]*LoadedConfig{}
	for _, source := range Sources {
		for _, name := range source.Presets() {
			loaded, err := Load(name, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if source.Name != "" {
				presets[name] = loaded
			}
		}
	}
	return presets
}

// TestPublished: every published value has the number of its table in the source, and its split where something is counted,
// so that a total over splits is not taken for a count of the test queries.
func TestPublished(t *testing.T) {
	table, values := regexp.MustCompile(`^([A-Z]|[0-9])(\.[0-9]+)?$`), 0
	for name, preset := range studied(t) {
		seen := map[string]bool{}
		for _, p := range preset.Published {
			if p.Subject == "" {
				continue
			}
			values++
			where := p.Source + " " + p.Subject + " " + p.Measure
			switch {
			case !table.MatchString(p.Table) || !strings.Contains(p.Source, "table "+p.Table):
				t.Errorf("%s: %s has no table number", name, where)
			case p.Counts() && p.Split == "":
				t.Errorf("%s: %s has no split", name, where)
			case p.Counts() && p.Value != math.Trunc(p.Value), !p.Counts() && strings.HasPrefix(p.Measure, "fulfilled") && p.Value > 1:
				t.Errorf("%s: %s is %v", name, where, p.Value)
			case p.HalfWidth != nil && *p.HalfWidth < 0 || p.Value < 0:
				t.Errorf("%s: %s is negative", name, where)
			}
			for _, key := range slices.Sorted(maps.Keys(p.Where)) {
				where += " " + key + " " + p.Where[key]
			}
			if seen[where] {
				t.Errorf("%s: %s stands there twice", name, where)
			}
			seen[where] = true
		}
		if len(seen) == 0 {
			t.Errorf("%s: nothing was published of it", name)
		}
	}
	if values < 3000 {
		t.Errorf("%d published values", values)
	}
}

// TestTotals: what a source adds up adds up, and what we computed from a table follows from it.
func TestTotals(t *testing.T) {
	for name, of := range map[string][]string{"rennings-diagnose": {"tfc1", "tfc2"}, "rennings-msmarco": {"tfc1", "tfc2", "m-tdc", "lnc2"}} {
		list := studied(t)[name].Published
		for _, axiom := range of {
			sum := value(list, axiom, "instances", "train") + value(list, axiom, "instances", "dev") + value(list, axiom, "instances", "test")
			if total := value(list, axiom, "instances", "train, dev and test"); sum != total {
				t.Errorf("%s: %s %v in all, its splits %v", name, axiom, total, sum)
			}
		}
		for _, axiom := range []string{"tfc1", "m-tdc"} {
			for _, split := range []string{"train, dev and test", "test"} {
				rn, nr := value(list, axiom, "R over N", split), value(list, axiom, "N over R", split)
				if share := value(list, axiom, "agreement", split); math.Abs(rn/(rn+nr)-share) > 0.0005 {
					t.Errorf("%s: %s agreement on %s %v, from its counts %v", name, axiom, split, share, rn/(rn+nr))
				}
			}
		}
	}
}

// value is the published number of that name, NaN where there is none.
func value(list []PublishedNumber, of, measure, split string) float64 {
	i := slices.IndexFunc(list, func(p PublishedNumber) bool { return p.Subject == of && p.Measure == measure && p.Split == split })
	if i < 0 {
		return math.NaN()
	}
	return list[i].Value
}

// TestExperiments: the experiments hold what their sources say.
func TestExperiments(t *testing.T) {
	presets := studied(t)
	for name, tasks := range map[string]string{ // Klose, section 5.2
		"klose-ranking": "ranking=100000",
		"klose-2":       "ranking=100000,m-tdc/klose=25000,lb1/klose=25000",
		"klose-3":       "ranking=100000,reg/klose-table=25000,anti-reg/klose-table=25000",
		"klose-4":       "ranking=100000,prox4/klose=25000,prox5/klose=25000",
		"klose-5": "ranking=100000,m-tdc/klose=25000,lb1/klose=25000,reg/klose-table=25000,anti-reg/klose-table=25000," +
			"prox4/klose=25000,prox5/klose=25000",
	} {
		must.Equal(t, presets[name].Gen.Mixture, tasks, "%s", name)
	}
	for name, tasks := range map[string]int{"klose-1": 21, "klose-single-a": 20, "klose-single-b": 20} {
		if got := strings.Count(presets[name].Gen.Mixture, "=10000"); got != tasks {
			t.Errorf("%s: %d tasks of 10000 rows", name, got)
		}
	}
	if g := presets["rennings-fix"].Gen; g.Axioms != "tfc1" || g.Ratio != "1:1" || g.Budget != "replace" {
		t.Errorf("rennings-fix: %s %s %s", g.Axioms, g.Ratio, g.Budget)
	}
	if g := presets["rennings-msmarco"].Gen; g.Splits != "test from train 11" || g.CandidatesMu != 2500 { // section 3.4.2
		t.Errorf("rennings-msmarco: splits %s, candidates by mu %v", g.Splits, g.CandidatesMu)
	}
	if g := presets["klose-5"].Gen; g.ClassQueries != "train=100,dev=100,test=500" ||
		g.UniqueQueries != 100 || g.UniqueTest != 1000 || g.ClassTest != 3000 { // 4.1
		t.Errorf("klose-5: %s, %d, %d, %d", g.ClassQueries, g.UniqueQueries, g.UniqueTest, g.ClassTest)
	}
	for name, preset := range presets {
		candidates := "test"                         // the top 100 are reranked
		if strings.HasPrefix(name, "klose-single") { // single tasks of three classes rank nothing
			candidates = "none"
		}
		if strings.HasPrefix(name, "klose") && (preset.Tokenize.Candidates != candidates || preset.Gen.Hits != 100) {
			t.Errorf("%s: %d candidates, %s", name, preset.Gen.Hits, preset.Tokenize.Candidates)
		}
	}
	for _, name := range []string{"camara-diagnose", "camara-train"} {
		if g := presets[name].Gen; g.Splits != "test from dev 30" || g.Mu != 2500 { // section 4.1, 4.2
			t.Errorf("%s: %s, mu %v", name, g.Splits, g.Mu)
		}
	}
	if c := presets["carraro-drmm"]; c.Gen.Stopwords != "inquery" || c.Train.Patience != "5 by 0.01" ||
		c.Gen.Dimension != 300 { // tables 5.1, 7.12, 7.5
		t.Errorf("carraro-drmm: %s, %s, %d", c.Gen.Stopwords, c.Train.Patience, c.Gen.Dimension)
	}
	for name, preset := range presets { // the settings of a study are not tuned
		if tune := preset.Train.TuneRetrieval; preset.Original.Collection != "" && tune != "off" {
			t.Errorf("%s: tune_retrieval %s", name, tune)
		}
	}
	for name, tuned := range map[string]CandidateOptions{ // Rennings, table 4.1
		"rennings-diagnose": {K1: 0.4, B: 0.1, K3: 1, Mu: 750, Feedback: "docs=5,terms=500,mu=3000,weight=0.6"},
		"rennings-msmarco":  {K1: 0.6, B: 1.25, K3: 1, Mu: 10, Feedback: "docs=20,terms=100,mu=3000,weight=0.6"},
	} {
		g := presets[name].Gen
		must.Equal(t, (CandidateOptions{K1: g.K1, B: g.B, K3: g.K3, Mu: g.Mu, Feedback: g.Feedback}), tuned, "%s", name)
	}
	if g := presets["camara-diagnose"].Gen; g.Mu != 2500 || strings.Count(g.Axioms, ", ") != 8+1 { // one inside stmc2
		t.Errorf("camara-diagnose: mu %v, %s", g.Mu, g.Axioms)
	}
	s, forms := presets["carraro-drmm"].Sweep, 1
	for _, axis := range s.PerAxes {
		forms *= len(axis.Values)
	}
	if forms != 12 {
		t.Errorf("carraro-drmm has %d forms", forms)
	}
}

// TestSources: every preset has one source.
func TestSources(t *testing.T) {
	var all []string
	for _, s := range Sources {
		all = append(all, s.Presets()...)
	}
	slices.Sort(all)
	if !slices.Equal(all, Presets()) {
		t.Errorf("%v", all)
	}
}
