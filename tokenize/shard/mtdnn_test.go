package shard

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
)

// mtdnnLines reads a file of MT-DNN's.
func mtdnnLines[T any](t *testing.T, dir, name string) (rows []T) {
	t.Helper()
	raw := must.Get(os.ReadFile(filepath.Join(dir, "mtdnn", name)))(t)
	for len(raw) > 0 {
		var row T
		end := slices.Index(raw, '\n')
		if err := json.Unmarshal(raw[:end], &row); err != nil {
			t.Fatalf("%s: %v", raw[:end], err)
		}
		rows, raw = append(rows, row), raw[end+1:]
	}
	return rows
}

type mtdnnLine struct {
	UID   string  `json:"uid"`
	Label any     `json:"label"`
	IDs   []int32 `json:"token_id"`
	Types []int8  `json:"type_id"`
}

type mtdnnGroupRow struct {
	UID    string    `json:"uid"`
	Label  int       `json:"label"`
	OLabel []int     `json:"olabel"`
	RUID   []string  `json:"ruid"`
	IDs    [][]int32 `json:"token_id"`
	Types  [][]int8  `json:"type_id"`
}

// TestMTDNN compares the sequences of pairs, in groups and alone, with the Parquet config of the same rows.
func TestMTDNN(t *testing.T) {
	_, in := mixedSample(t)
	o := plainFormats()
	o.Formats, o.GroupSize = []string{"parquet", "mtdnn"}, 3
	dir, _ := mustWrite(t, in, o)
	type sequence struct {
		ids   []int32
		types []int8
	}
	cross := map[string][2]sequence{} // by uid: positive, negative
	rows := readAll[idCross](t, dir, "cross", "train")
	for i := 0; i < len(rows); i += 2 {
		cross[*rows[i].UID] = [2]sequence{{rows[i].IDs, rows[i].TypeIDs}, {rows[i+1].IDs, rows[i+1].TypeIDs}}
	}
	first, places := map[string]int{}, map[int]int{}
	for i, p := range in.Splits[0].Pairs.All() {
		first[p.UID] = i
	}
	count := 0
	for file, name := range map[string]string{"group_train.json": "pairwise", "ranking-group_train.json": "ranking"} {
		for _, g := range mtdnnLines[mtdnnGroupRow](t, dir, file) {
			p := in.Splits[0].Pairs.Pair(first[g.UID])
			want := make([]int, 3)
			want[g.Label] = 1
			if !slices.Equal(g.OLabel, want) || len(g.IDs) != 3 || len(g.Types) != 3 || g.RUID[g.Label] != p.PosID || p.Task != name {
				t.Fatalf("%+v", g)
			}
			negative := slices.Index(g.OLabel, 0) // the first pair's
			want0, want1 := cross[g.UID][0], cross[g.UID][1]
			if !slices.Equal(g.IDs[g.Label], want0.ids) || !slices.Equal(g.Types[g.Label], want0.types) || !slices.Equal(g.IDs[negative],
				want1.ids) || g.RUID[negative] != p.NegID {
				t.Fatalf("%+v, want %+v", g, cross[g.UID])
			}
			places[g.Label]++
			count++
		}
	}
	for place := range 3 { // a place of three, drawn some 400 times: within 60 of a third is six sigma
		if n := places[place]; n < count/3-60 || n > count/3+60 {
			t.Errorf("the preferred document at %d in %d of %d groups", place, n, count)
		}
	}
	for ranking, labels := range map[string][2]string{format.MTDNNPointwise: {"1", "0"}, format.MTDNNRegression: {"1.0", "0.0"}} {
		o.Formats, o.MTDNNRanking, o.MTDNNSan = []string{"mtdnn"}, ranking, true
		dir, _ := mustWrite(t, in, o)
		lines := mtdnnLines[struct {
			mtdnnLine
			Label json.RawMessage `json:"label"`
		}](t, dir, "ranking-"+ranking+"_train.json")
		for i, r := range lines {
			uid := r.UID[:16]
			want := cross[uid][i%2]
			if r.UID != uid+[2]string{"-pos", "-neg"}[i%2] || string(r.Label) != labels[i%2] || !slices.Equal(r.IDs,
				want.ids) || !slices.Equal(r.Types, want.types) {
				t.Fatalf("row %d: %+v", i, r)
			}
		}
		if len(lines) == 0 {
			t.Error("no pointwise rows")
		}
	}
}

// TestTaskDefinitions are the entries of formats.md 2.5 for each kind of task.
func TestTaskDefinitions(t *testing.T) {
	_, in := fewer(t)
	three := map[string]any{"data_format": "PremiseAndOneHypothesis", "task_type": "Classification", "n_class": 3, "loss": "CeCriterion",
		"enable_san":  false,
		"metric_meta": []any{"ACC"}, "dropout_p": 0.1, "labels": []any{"second", "neither", "first"}}
	for ranking, want := range map[string]map[string]any{
		format.MTDNNGroup: {"data_format": "PremiseAndMultiHypothesis", "task_type": "Ranking", "n_class": 1, "loss": "RankCeCriterion",
			"enable_san": false, "metric_meta": []any{"ACC"}, "dropout_p": 0.1},
		format.MTDNNPointwise: {"data_format": "PremiseAndOneHypothesis", "task_type": "Classification", "n_class": 2, "loss": "CeCriterion",
			"enable_san": false, "metric_meta": []any{"ACC"}, "dropout_p": 0.1},
		format.MTDNNRegression: {"data_format": "PremiseAndOneHypothesis", "task_type": "Regression", "n_class": 1, "loss": "MseCriterion",
			"enable_san": false, "metric_meta": []any{"Pearson"}, "dropout_p": 0.1},
	} {
		for _, san := range []bool{false, true} {
			o := plainFormats()
			o.Formats, o.MTDNNRanking, o.MTDNNSan = []string{"mtdnn"}, ranking, san
			dir, m := mustWrite(t, in, o)
			raw := must.Get(os.ReadFile(filepath.Join(dir, "mtdnn", "task_def.yml")))(t)
			var got map[string]map[string]any
			must.Do(t, yaml.Unmarshal(raw, &got))
			three["enable_san"] = san
			want["enable_san"] = san && ranking != format.MTDNNGroup
			all := map[string]map[string]any{ranking: want, "ranking-" + ranking: want, "reg": three, "anti-reg": three}
			must.Same(t, got, all, "%s", ranking)
			if len(m.Files) != 4 { // and the vocabulary, plain and as tokenizer.json with its configuration
				t.Errorf("files beside the data: %v", m.Files)
			}
		}
	}
}
