package format

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var mtdnnFormat = Format{
	Name:  "mtdnn",
	About: "MT-DNN: prepared JSON of every task and task_def.yml",
	Use:   "train.py --data_dir DIR/mtdnn --task_def DIR/mtdnn/task_def.yml --train_datasets TASK,TASK --ratio 0",
	Needs: plan.Needs{IDs: plan.IDsAlways, Classes: true, Groups: true, Weights: true,
		HardLabels: func(o plan.Options) bool { return o.MTDNNRanking == MTDNNPointwise }},
	Parts:      mtdnnParts,
	Candidates: mtdnnCandidates,
	Options: func(o plan.Options) []string {
		if slices.Contains([]string{MTDNNGroup, MTDNNPointwise, MTDNNRegression}, o.MTDNNRanking) {
			return nil
		}
		return []string{fmt.Sprintf("mtdnn_ranking: %q is none of group, pointwise, regression", o.MTDNNRanking)}
	},
	Folders: []encoding.Folder{{As: mtdnnRows}},
	files: []Files{
		{Paths: "`mtdnn/TASK-group_SPLIT.json` `mtdnn-candidates/TASK-group_SPLIT.json`", Row: "uid, label, olabel, ruid, token_id, type_id"},
		{Paths: "`mtdnn/CLASSES_SPLIT.json`", Row: "uid, label, token_id, type_id"}},
}

// The ways to write a pairwise task for MT-DNN.
const (
	MTDNNGroup      = "group"      // Ranking: softmax over the candidates of a group
	MTDNNPointwise  = "pointwise"  // Classification of query and document, classes 1 and 0
	MTDNNRegression = "regression" // the same against 1.0 and 0.0: the set-up of Klose's thesis
)

// mtdnnSplit returns MT-DNN's name of a split.
func mtdnnSplit(name string) string {
	if name == "validation" {
		return "dev"
	}
	return name
}

// mtdnnParts returns MT-DNN's prepared data, one file a task and split: it has no shards. MT-DNN
// cuts a file's name at the first underscore to find its task, and labels have none. Its trainer
// needs a training file of every task.
func mtdnnParts(_ Format, p *plan.Plan) (parts []encoding.Part) {
	tasks := mtdnnTasks(p)
	if slices.ContainsFunc(p.Tasks, hasTraining) {
		for _, t := range p.Tasks {
			if !hasTraining(t) {
				p.Note("pairs of tasks without training pairs left out of mtdnn", plan.ItemsOf(t.Views))
			}
		}
	}
	for _, t := range tasks {
		switch {
		case t.Classes:
			parts = append(parts, mtdnnFiles(t, encoding.Lines[plan.Row]{Append: func(r plan.Row, line []byte) ([]byte,
				error) {
				return mtdnnThree(p, r, line)
			}}, t.Views)...)
		case p.Options.MTDNNRanking == MTDNNGroup:
			n := p.Options.Documents(2) - 1
			parts = append(parts, mtdnnFiles(t, encoding.Lines[plan.Group]{Append: func(g plan.Group, line []byte) ([]byte,
				error) {
				return mtdnnGroup(p, g, n, line), nil
			}}, p.FixedGroups("mtdnn", t, n))...)
		default:
			pt := p.Points("mtdnn/"+t.Label, t.Views, p.Sequences.IDsInput(p.Options.MaxLength), false)
			parts = append(parts, mtdnnFiles(t, encoding.Lines[plan.Row]{Rows: pt.Rows, Append: func(r plan.Row, line []byte) ([]byte, error) {
				return mtdnnPointwise(p, r, pt, line), nil
			}}, t.Views)...)
		}
	}
	return append(parts, mtdnnDefinitions(p, tasks))
}

// mtdnnTasks returns the tasks with training rows, or all tasks where none has any: then all rows
// are there to test with. The label of a task of pairs says what its rows are: group, pointwise or
// regression instead of pairwise, and so at the end of other names.
func mtdnnTasks(p *plan.Plan) []plan.Task {
	tasks := slices.DeleteFunc(slices.Clone(p.Tasks), func(t plan.Task) bool { return !hasTraining(t) })
	if len(tasks) == 0 {
		tasks = slices.Clone(p.Tasks)
	}
	isTaken := map[string]bool{}
	for _, t := range tasks {
		isTaken[t.Label] = t.Classes
	}
	for i := range tasks {
		t := &tasks[i]
		switch {
		case t.Classes:
		case t.Label == "pairwise":
			t.Label = plan.TaskLabel(p.Options.MTDNNRanking, isTaken)
		default:
			t.Label = plan.TaskLabel(t.Label+"-"+p.Options.MTDNNRanking, isTaken)
		}
	}
	return tasks
}

func hasTraining(t plan.Task) bool {
	return slices.ContainsFunc(t.Views, func(v plan.View[plan.Row]) bool { return v.Split == "train" })
}

func mtdnnFiles[U any](t plan.Task, file encoding.Lines[U], views []plan.View[U]) (parts []encoding.Part) {
	for _, v := range views {
		parts = append(parts, file.Part("mtdnn/"+t.Label+"_"+mtdnnSplit(v.Split)+".json", v.Split, v.Items))
	}
	return parts
}

// mtdnnThree appends a row of a three-class task.
func mtdnnThree(p *plan.Plan, r plan.Row, line []byte) ([]byte, error) {
	ids, first := p.Sequences.AppendThree(nil, r)
	line = append(append(line, `{"uid":"`...), r.UID...)
	line = strconv.AppendInt(append(line, `","label":`...), int64(*r.Class), 10)
	return append(appendLoss(p, appendTokens(line, ids, first), r.Weight, r.Margin), '}'), nil
}

// mtdnnPointwise appends the rows of a pair: the positive, then the negative.
func mtdnnPointwise(p *plan.Plan, r plan.Row, pt *plan.Points, line []byte) []byte {
	for i, label := range pt.Sides(r) {
		if label == plan.LeftOut {
			continue
		}
		if len(line) > 0 {
			line = append(line, '\n')
		}
		ids, first := p.Sequences.AppendCross(nil, r.Query, [...]uint32{r.Pos, r.Neg}[i])
		line = append(append(line, `{"uid":"`...), r.UID...)
		line = append(append(line, [...]string{"-pos", "-neg"}[i]...), `","label":`...)
		text := strconv.FormatFloat(label, 'g', -1, 64)
		if p.Options.MTDNNRanking == MTDNNRegression && !strings.Contains(text, ".") {
			text += ".0"
		}
		line = append(appendLoss(p, appendTokens(append(line, text...), ids, first), r.Weight, r.Margin), '}')
	}
	return line
}

// mtdnnGroup appends a positive among n negatives, at an index that its pair's uid decides; label
// is that index.
func mtdnnGroup(p *plan.Plan, g plan.Group, n int, line []byte) []byte {
	first := g.Row(0)
	index := int(xxhash.Sum64String(first.UID) % uint64(n+1))
	var olabel, ruid, tokens, types []byte
	for i, negative := 0, 0; i <= n; i++ {
		id, document, label := first.PosID, first.Pos, byte('1')
		if i != index {
			r := g.Row(negative)
			id, document, label = r.NegID, r.Neg, '0'
			negative++
		}
		ids, query := p.Sequences.AppendCross(nil, first.Query, document)
		if i > 0 {
			olabel, ruid, tokens, types = append(olabel, ','), append(ruid, ','), append(tokens, ','), append(types, ',')
		}
		olabel = append(olabel, label)
		ruid = append(ruid, encoding.JSONString(id)...)
		tokens = appendNumbers(tokens, len(ids), func(i int) int64 { return int64(ids[i]) })
		types = appendNumbers(types, len(ids), func(i int) int64 { return typeOf(i, query) })
	}
	line = append(append(line, `{"uid":"`...), first.UID...)
	line = strconv.AppendInt(append(line, `","label":`...), int64(index), 10)
	for _, list := range [...]struct {
		key  string
		list []byte
	}{{"olabel", olabel}, {"ruid", ruid}, {"token_id", tokens}, {"type_id", types}} {
		line = append(append(append(line, `,"`+list.key+`":[`...), list.list...), ']')
	}
	weight, margin := g.Loss(g.Different())
	return append(appendLoss(p, line, weight, margin), '}')
}

// appendLoss appends a row's weight and margin where any row has others than 1. MT-DNN ignores keys
// that it does not know.
func appendLoss(p *plan.Plan, line []byte, weight, margin float64) []byte {
	if p.Weighted == 0 {
		return line
	}
	line = strconv.AppendFloat(append(line, `,"weight":`...), weight, 'g', -1, 64)
	return strconv.AppendFloat(append(line, `,"margin":`...), margin, 'g', -1, 64)
}

// appendTokens appends the ids of a sequence and their types, the first ones 0.
func appendTokens(line []byte, ids []int32, first int) []byte {
	line = appendNumbers(append(line, `,"token_id":`...), len(ids), func(i int) int64 { return int64(ids[i]) })
	return appendNumbers(append(line, `,"type_id":`...), len(ids), func(i int) int64 { return typeOf(i, first) })
}

func typeOf(i, first int) int64 {
	if i < first {
		return 0
	}
	return 1
}

func appendNumbers(line []byte, n int, number func(i int) int64) []byte {
	line = append(line, '[')
	for i := range n {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendInt(line, number(i), 10)
	}
	return append(line, ']')
}

// mtdnnDefinitions returns task_def.yml, from which MT-DNN reads how to train each task.
func mtdnnDefinitions(p *plan.Plan, tasks []plan.Task) encoding.Part {
	var b strings.Builder
	for _, t := range tasks {
		format, kind, classes, loss, metric, san := "PremiseAndOneHypothesis", "Classification", 2, "CeCriterion", "ACC", p.Options.MTDNNSan
		switch {
		case t.Classes:
			classes = 3
		case p.Options.MTDNNRanking == MTDNNGroup:
			format, kind, classes, loss, san = "PremiseAndMultiHypothesis", "Ranking", 1, "RankCeCriterion", false // its head has no SAN
		case p.Options.MTDNNRanking == MTDNNRegression:
			kind, classes, loss, metric = "Regression", 1, "MseCriterion", "Pearson"
		}
		fmt.Fprintf(&b, "\"%s\":\n  data_format: %s\n  dropout_p: 0.1\n  enable_san: %v\n", t.Label, format, san)
		if t.Classes {
			b.WriteString("  labels: [second, neither, first]\n")
		}
		fmt.Fprintf(&b, "  loss: %s\n  metric_meta: [%s]\n  n_class: %d\n  task_type: %s\n", loss, metric, classes, kind)
	}
	return encoding.Part{Path: "mtdnn/task_def.yml", IsAuxiliary: true, Write: func(_ context.Context, w io.Writer, _ func(int)) error {
		_, err := io.WriteString(w, b.String())
		return err
	}}
}

// mtdnnCandidates returns a file of each pairwise task and split in a folder of their own, for
// MT-DNN's predict.py and the definition beside the rows. A row is a candidate, also in a ranking
// task, whose groups must have one size. Its uid is query TAB document, so that predictions printed
// as uid TAB score are a run.
func mtdnnCandidates(p *plan.Plan) (parts []encoding.Part) {
	const folder = "mtdnn" + plan.CandidateMark
	for _, t := range mtdnnTasks(p) {
		if t.Classes {
			continue
		}
		for _, v := range p.Candidates {
			parts = append(parts, encoding.Lines[plan.Candidate]{Append: func(c plan.Candidate, line []byte) ([]byte,
				error) {
				return mtdnnCandidate(p, c, line)
			}}.Part(folder+"/"+t.Label+"_"+mtdnnSplit(v.Split)+".json", v.Split, v.Items))
		}
	}
	return parts
}

func mtdnnCandidate(p *plan.Plan, c plan.Candidate, line []byte) ([]byte, error) {
	if strings.ContainsAny(c.QueryID+c.DocID, plan.Breaks) {
		return nil, errs.BadInput("", 0, "leave out mtdnn, or --candidates",
			"candidates in mtdnn cannot carry the query %q and the document %q", c.QueryID, c.DocID)
	}
	ids, first := p.Sequences.AppendCross(nil, c.Query, c.Doc)
	line = append(append(line, `{"uid":`...), encoding.JSONString(c.QueryID+"\t"+c.DocID)...)
	label := strconv.Itoa(c.Label())
	switch p.Options.MTDNNRanking {
	case MTDNNRegression:
		label += ".0"
	case MTDNNGroup: // of one: the label is its place
		line = append(append(append(line, `,"label":0,"olabel":[`+label+`],"ruid":[`...), encoding.JSONString(c.DocID)...), ']')
		line = appendNumbers(append(line, `,"token_id":[`...), len(ids), func(i int) int64 { return int64(ids[i]) })
		line = appendNumbers(append(line, `],"type_id":[`...), len(ids), func(i int) int64 { return typeOf(i, first) })
		return append(line, "]}"...), nil
	}
	return append(appendTokens(append(line, `,"label":`+label...), ids, first), '}'), nil
}

// mtdnnRows are files of a task and a split each.
var mtdnnRows = encoding.LineFiles{Ending: "json", Object: true, Whole: true, IDs: "token_id"}
