package affinities

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
	"github.com/google/go-cmp/cmp"
)

// helping returns a record of three axioms. tfc1 and m-tdc help each other; lb1 has no instance on dev. obeyed holds the
// obeyed ones of 100 instances per seed, of tfc1 and of m-tdc.
func helping() *Affinity {
	a := &Affinity{SchemaVersion: report.SchemaVersion, Command: "axiomine train affinity --config c.yaml", Seeds: []uint64{42, 43},
		Versions: map[string]string{"axiomine": "0.1.0"},
		Protocol: report.Protocol{Collection: "tiny", Documents: 1234, Splits: []report.Split{{Name: "train", Queries: 10},
			{Name: "dev", Queries: 2}, {Name: "test", Queries: 4}}, JudgedQueries: 10,
			Candidates: "BM25 top 10", Measures: []string{"MAP", "MRR", "P@5", "nDCG@10"}, Main: "MAP",
			Settings: map[string]string{"histogram": "LCH"}}, Axioms: []string{"tfc1", "m-tdc", "lb1"}}
	add := func(dev float64, tfc1, mtdc [2]int, axioms ...string) {
		s := AxiomSet{Axioms: append([]string{}, axioms...), Setting: []configs.Setting{{Key: "gen.axioms", Value: strings.Join(axioms, ", ")}},
			Dev:   dev,
			Seeds: []float64{dev - .01, dev + .01}, Epochs: 3, Pairs: 1500}
		for _, name := range a.Axioms {
			s.Obeyed = append(s.Obeyed, ObeyedCounts{report.AxiomFulfilment{Axiom: name}, make([]report.AxiomFulfilment, 2)})
		}
		for seed := range 2 {
			s.Obeyed[0].Add(seed, report.AxiomFulfilment{Fulfilled: tfc1[seed], Instances: 100})
			s.Obeyed[1].Add(seed, report.AxiomFulfilment{Fulfilled: mtdc[seed], Instances: 100})
			s.Obeyed[2].Add(seed, report.AxiomFulfilment{Fulfilled: 0, Instances: 0})
		}
		a.Sets = append(a.Sets, s)
	}
	add(.40, [2]int{50, 50}, [2]int{50, 50})
	add(.42, [2]int{60, 70}, [2]int{50, 54}, "tfc1")
	add(.41, [2]int{50, 50}, [2]int{60, 60}, "m-tdc")
	add(.44, [2]int{50, 50}, [2]int{50, 50}, "lb1")
	add(.43, [2]int{80, 80}, [2]int{58, 60}, "tfc1", "m-tdc")
	add(.39, [2]int{60, 60}, [2]int{50, 50}, "tfc1", "lb1")
	add(.38, [2]int{50, 50}, [2]int{40, 40}, "m-tdc", "lb1")
	a.Merges = []Merge{{A: []int{0}, B: []int{1}, Affinity: a.Mean(0, 1)},
		{A: []int{0, 1}, B: []int{2}, Affinity: (a.Mean(0, 2) + a.Mean(1, 2)) / 2}}
	best := a.Suggest()
	a.Suggestion = Suggestion{best.Axioms, best.Setting, best.Dev, "axiomine train --axioms 'tfc1, m-tdc' --ratio 1:1"}
	a.Conclude([]string{"lb1 has no instance on dev"})
	return a
}

func TestAffinityByHand(t *testing.T) {
	a := helping()
	got := map[string]string{}
	for _, o := range a.Affinities {
		got[o.Axiom+" with "+o.Partner] = fmt.Sprintf("%.3f %d %.2f", o.Affinity, o.Instances, o.Seeds)
	}
	want := map[string]string{ // (80+80)/200 - (60+70)/200; (58+60)/200 - 120/200; 120/200 - 130/200; 80/200 - 120/200
		"tfc1 with m-tdc": "0.150 200 [0.20 0.10]", "m-tdc with tfc1": "-0.010 200 [-0.02 0.00]", "tfc1 with lb1": "-0.050 200 [0.00 -0.10]",
		"m-tdc with lb1": "-0.200 200 [-0.20 -0.20]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if x := a.Mean(0, 1); math.Abs(x-.07) > 1e-12 || math.Abs(a.Mean(1, 2)+.1) > 1e-12 { // (.15 - .01) / 2; (-.2 + nothing) / 2
		t.Errorf("between %v, %v", x, a.Mean(1, 2))
	}
	if diff := cmp.Diff([][]string{{"tfc1", "m-tdc"}, {"lb1"}}, a.Clusters); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"lb1"}, a.Suggestion.Axioms); diff != "" { // a cluster by itself, and the best on dev
		t.Error(diff)
	}
	if want := "Of 4 affinities of one axiom onto another 1 is positive and 3 are negative: m-tdc helps tfc1 most, 0.800 of its 200 " +
		"instances on dev instead of 0.650; lb1 harms m-tdc most, 0.400 of 200 instead of 0.600."; a.Findings[1] != want {
		t.Errorf("found %q", a.Findings)
	}
}

func TestAffinityPage(t *testing.T) {
	a := helping()
	page := pagetest.Render(t, a.HTML)
	if tags := pagetest.WellFormed(t, page); tags["svg"] != 2*2 { // two maps, for page and phone
		t.Errorf("%d drawings", tags["svg"])
	}
	if found := regexp.MustCompile(`(?i)https?:|//[a-z]|\ssrc=|\shref=|url\(|@import|<script|NaN|Inf\b|%!`).FindString(page); found != "" {
		t.Errorf("the page holds %q", found)
	}
	if framed := strings.Count(page, `class="frame"`); framed != 2*2*2 { // two fields of the cluster, two maps, two widths
		t.Errorf("%d frames", framed)
	}
	for _, part := range []string{`<p class="lead">On 2 dev queries, without a test, `,
		">+0.150<", ">−0.200<", "shade against", "tfc1 with m-tdc: 0.800 of 200 instances, alone: 0.650"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	files := fstest.MapFS{"affinity.json": &fstest.MapFile{Data: []byte(pagetest.Render(t, pagetest.JSON(a)))}}
	again, err := Read(files, "affinity.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a, again); diff != "" {
		t.Errorf("the record changed on its way through JSON:\n%s", diff)
	}
	if pagetest.Render(t, again.HTML) != page || pagetest.Render(t, again.Markdown) != pagetest.Render(t, a.Markdown) ||
		pagetest.Render(t, text(again)) != pagetest.Render(t, text(a)) {
		t.Error("the record read again gives other bytes")
	}
}

// Where no cluster ranks dev better than judged pairs alone, that is what is said.
func TestAffinityWithoutUse(t *testing.T) {
	a := helping()
	a.Sets[0].Dev = .5
	best := a.Suggest()
	a.Suggestion = Suggestion{best.Axioms, []configs.Setting{{Key: "gen.axioms", Value: ""}}, best.Dev, "axiomine train --axioms ''"}
	a.Conclude(nil)
	if a.Findings[0] != "Dev takes none of the clusters: judged pairs alone rank 2 dev queries with MAP 0.500, the best cluster with 0.440." {
		t.Errorf("found %q", a.Findings)
	}
}

func TestMalformedAffinity(t *testing.T) {
	whole := pagetest.Render(t, pagetest.JSON(helping()))
	const again = "; hint: write it again with axiomine train affinity"
	for _, c := range [][3]string{
		{`"schema_version": 4`, `"schema_version": 2`, "schema_version is 2, this tool reads 4" + again},
		{`"dev": 0.42`, `"dev": 1e99`, `numbers of the set ["tfc1"] are out of bounds` + again},
		{`"fulfilled": 100`, `"fulfilled": 201`, `201 of 200 instances of "tfc1"` + again},
		{`"gen.axioms"`, `"axioms", "nothing": "x`, ""},
		{`"axioms": [
        "tfc1",
        "lb1"`, `"axioms": [
        "lb1",
        "tfc1"`, `the set of "tfc1" and "lb1" is missing` + again},
		{`"affinity": 0.07`, `"affinity": 7.0`, "a merge is out of bounds" + again},
	} {
		text := strings.Replace(whole, c[0], c[1], 1)
		if text == whole {
			t.Errorf("%s is not in a record", c[0])
		}
		_, err := Read(fstest.MapFS{"a.json": &fstest.MapFile{Data: []byte(text)}}, "a.json")
		if err == nil || c[2] != "" && err.Error() != "a.json: "+c[2] {
			t.Errorf("%s: %v", c[1], err)
		}
	}
}

// text writes a record for a terminal.
func text(r *Affinity) func(io.Writer) error {
	return func(w io.Writer) error { return r.Results().Text(w, 0) }
}
