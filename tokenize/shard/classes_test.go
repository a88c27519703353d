package shard

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// threeSequence is the plain definition of the layouts, from ids of the texts that are cut already.
func threeSequence(layout plan.Layout, cls, sep int32, query, doc1, doc2 []int32) (ids []int32, types []int8) {
	first := append([]int32{cls}, query...)
	var second []int32
	if layout == plan.LayoutA {
		first = append(append(first, doc1...), sep)
		second = append(append(append(second, query...), doc2...), sep)
	} else {
		first = append(first, sep)
		second = append(append(append(second, doc1...), doc2...), sep)
	}
	types = make([]int8, len(first)+len(second))
	for i := len(first); i < len(types); i++ {
		types[i] = 1
	}
	return append(first, second...), types
}

// TestThreeClassTasks reads the configs of three-class tasks and of all tasks mixed.
func TestThreeClassTasks(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	c, in := mixedSample(t)
	for _, layout := range []plan.Layout{plan.LayoutA, plan.LayoutB} {
		o := plainFormats()
		o.Formats, o.Layout = []string{"parquet", "jsonl", "triples"}, layout
		dir, m := mustWrite(t, in, o)
		cls, _ := in.Tokenizer.Vocab().ID(tokenize.ClsToken)
		sep, _ := in.Tokenizer.Vocab().ID(tokenize.SepToken)
		texts := map[string][]threeText{"reg": readAll[threeText](t, dir, "reg", "train"), "anti_reg": readAll[threeText](t, dir, "anti-reg",
			"train")}
		ids := map[string][]threeIDs{"reg": readAll[threeIDs](t, dir, "reg-tokenized", "train"), "anti_reg": readAll[threeIDs](t, dir,
			"anti-reg-tokenized", "train")}
		all := readAll[mixed](t, dir, "mixed", "train")
		cross := readAll[idCross](t, dir, "cross", "train")
		if len(texts["reg"])+len(texts["anti_reg"]) != 325 || len(all) != 2*650+325 || len(cross) != 2*650 {
			t.Fatalf("%d, %d, %d, %d rows", len(texts["reg"]), len(texts["anti_reg"]), len(all), len(cross))
		}
		for _, p := range in.Splits[0].Pairs.All() {
			weight, margin := float32(p.Weight), float32(p.Margin)
			if p.Class == nil {
				for j := range 2 {
					if got, want := all[j], (mixed{UID: &p.UID, Task: &p.Task, IDs: cross[j].IDs, TypeIDs: cross[j].TypeIDs, Label: cross[j].Label,
						Weight: &weight, Margin: &margin}); !cmp.Equal(got, want) {
						t.Fatal(cmp.Diff(want, got))
					}
				}
				all, cross = all[2:], cross[2:]
				continue
			}
			query, doc1, doc2, label := c.Queries[p.QueryID], textOf(c, p.PosID), textOf(c, p.NegID), int64(*p.Class)
			wantText := threeText{UID: &p.UID, Task: &p.Task, Axiom: &p.Axiom, Variant: &p.Variant, QueryID: &p.QueryID, ID1: &p.PosID,
				ID2: &p.NegID, Query: &query, Doc1: &doc1, Doc2: &doc2, Label: &label, Weight: &weight}
			if diff := cmp.Diff(wantText, texts[p.Task][0]); diff != "" {
				t.Fatal(diff)
			}
			q, d1, d2 := in.Tokenizer.Encode(query), in.Tokenizer.Encode(doc1), in.Tokenizer.Encode(doc2)
			q = q[:min(len(q), o.MaxQueryLength-2)]
			room := o.MaxLength - 3 - len(q)
			if layout == plan.LayoutA {
				room -= len(q)
			}
			d1, d2 = d1[:min(len(d1), o.MaxLength-2)], d2[:min(len(d2), o.MaxLength-2)] // as far as a document by itself goes
			n1, n2, err := tokenize.Fit(len(d1), len(d2), room, tokenize.LongestFirst)
			if err != nil {
				t.Fatal(err)
			}
			wantIDs, wantTypes := threeSequence(layout, cls, sep, q, d1[:n1], d2[:n2])
			got := ids[p.Task][0]
			if len(got.IDs) > o.MaxLength || n1+n2 < min(room, len(d1)+len(d2)) {
				t.Fatalf("layout %s: %d ids, documents of %d and %d", layout, len(got.IDs), n1, n2)
			}
			if diff := cmp.Diff(threeIDs{UID: &p.UID, IDs: wantIDs, TypeIDs: wantTypes, Label: &label, Weight: &weight}, got); diff != "" {
				t.Fatalf("layout %s: %s", layout, diff)
			}
			if diff := cmp.Diff(mixed{UID: &p.UID, Task: &p.Task, IDs: wantIDs, TypeIDs: wantTypes, Label: &label, Weight: &weight,
				Margin: new(float32(p.Margin))}, all[0]); diff != "" {
				t.Fatal(diff)
			}
			texts[p.Task], ids[p.Task], all = texts[p.Task][1:], ids[p.Task][1:], all[1:]
		}
		if lines := linesOf(t, dir, "jsonl", "train"); len(lines) != 975 {
			t.Errorf("%d canonical rows, want all 975", len(lines))
		}
		if n := m.Warnings["three-class pairs left out of triples"]; n != 375 || len(linesOf(t, dir, "triples", "train")) != 650 {
			t.Errorf("%d three-class pairs counted as left out of triples, want 375", n)
		}
		if m.Warnings["three-class rows with documents cut further, to fit both"] == 0 {
			t.Error("no cut documents counted")
		}
		if check, err := Verify(t.Context(), dir, nil); err != nil || len(check.Differences) > 0 {
			t.Errorf("%v, %v", check, err)
		}
		names := []string{"pairwise", "ranking", "reg", "anti_reg"}
		if got := slices.Sorted(maps.Keys(m.Mixture)); !cmp.Equal(got,
			slices.Sorted(slices.Values(names))) || m.Mixture["reg"]+m.Mixture["anti_reg"] != 375 {
			t.Errorf("mixture %v", m.Mixture)
		}
		if card := files(t, dir)[cardName]; !strings.Contains(card, "names: {'0': second, '1': neither, '2': first}") {
			t.Error("the card does not name the classes")
		}
	}
}

// TestNothingFits asks for formats that no row can go to.
func TestNothingFits(t *testing.T) {
	c := shardtest.NewCollection(t, 20, 80)
	for format, rows := range map[string][]pairs.Pair{"triples": c.ClassRows(30, 1),
		"st-ids": c.ClassRows(30, 1), "tevatron-ids": c.ClassRows(30,
			1), "duet": c.ClassRows(30, 1), "st-margin-mse": c.Pairs(1, 1)} {
		o := plainFormats()
		o.Formats = []string{format}
		if _, err := write(t, t.TempDir(), 0, inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)}),
			o); err == nil || !strings.Contains(err.Error(), "no pair fits the format "+format) {
			t.Errorf("%s: %v", format, err)
		}
	}
	in := inputOf(c, plan.Split{Name: "test", Pairs: pairs.TableOf(c.ClassRows(30, 1))})
	in.Lenient = true
	o := plainFormats()
	o.Formats = []string{"triples", "mtdnn"}
	dir, m := mustWrite(t, in, o)
	if want := []string{"manifest.json", "mtdnn/anti-reg_test.json", "mtdnn/reg_test.json", "mtdnn/task_def.yml", "tokenizer.json",
		"tokenizer_config.json", "vocab.txt"}; !cmp.Equal(sortedNames(files(t, dir)),
		want) || m.Warnings["formats left out, since no pair fits"] != 1 {
		t.Errorf("files %q, warnings %v", sortedNames(files(t, dir)), m.Warnings)
	}
	in.Splits = append(in.Splits, plan.Split{Name: "train", Pairs: pairs.TableOf(c.Pairs(30, 1))})
	if dir, m := mustWrite(t, in, o); len(files(t, dir)) != 9 || m.Warnings["pairs of tasks without training pairs left out of mtdnn"] != 30 {
		t.Errorf("files %q, warnings %v", sortedNames(files(t, dir)), m.Warnings)
	}
}
