package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// mtdnnFormat writes the prepared data of MT-DNN.
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
	MTDNNGroup      = "group"      // trains MT-DNN's Ranking: softmax over the candidates of a group
	MTDNNPointwise  = "pointwise"  // trains its Classification of query and document into classes 1 and 0
	MTDNNRegression = "regression" // trains its Regression of query and document to 1.0 and 0.0, as in Klose's thesis
)

// mtdnnSplit returns MT-DNN's name of a split: dev for validation, and the same name for others.
func mtdnnSplit(name string) string {
	if name == "validation" {
		return "dev"
	}
	return name
}

// mtdnnParts returns MT-DNN's prepared data, one file for each task and split. MT-DNN cuts a file's name at the first underscore to find
// its task, so labels have no underscore. Its trainer needs a training file of every task.
func mtdnnParts(f Format, p *plan.Plan) (parts []encoding.Part) {
	tasks := mtdnnTasks(p)
	if slices.ContainsFunc(p.Tasks, hasTraining) {
		for _, t := range p.Tasks {
			if !hasTraining(t) {
				p.Note("pairs of tasks without training pairs left out of mtdnn", plan.ItemsOf(t.Views))
			}
		}
	}
	for _, t := range tasks {
		s := mtdnnSets[p.Options.MTDNNRanking]
		if t.Classes {
			s = mtdnnClasses
		}
		parts = append(parts, s.taskParts(p, f, t, "mtdnn/"+t.Label)...)
	}
	return append(parts, mtdnnDefinitions(p, tasks))
}

// mtdnnTasks returns the tasks with training rows. If no task has any, it returns all tasks, whose rows are then for tests. The label of a
// pairwise task gets the value of the option mtdnn_ranking: in place of the label pairwise, and at the end of any other label.
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

// mtdnnIDs is the end of the template of a row with one sequence. MT-DNN ignores keys that it does not know.
const mtdnnIDs = `"token_id": "{input_ids}", "type_id": "{token_type_ids}", "weight": "{weight?}", "margin": "{margin?}"}`

// mtdnnClasses has the rows of a three-class task.
var mtdnnClasses = set{classes: true, folders: []folder{{style: wholeLines, sequence: (*row).setThree,
	row: `{"uid": "{uid}", "label": "{class}", ` + mtdnnIDs}}}

// mtdnnSets has the rows of a pairwise task, by the option mtdnn_ranking. The label of a group is the index of its positive.
var mtdnnSets = map[string]set{
	MTDNNGroup: {shape: fixedRows, groupSize: 2, isMixed: true, folders: []folder{{style: wholeLines, sequence: (*row).setCross,
		row: `{"uid": "{uid}", "label": "{place}", "olabel": ["{labels}"], "ruid": ["{doc_ids}"], "token_id": ["{all_input_ids}"],
			"type_id": ["{all_token_type_ids}"], "weight": "{weight?}", "margin": "{margin?}"}`}}},
	MTDNNPointwise: {shape: inputRows, folders: []folder{{style: wholeLines, sequence: (*row).setCross,
		row: `{"uid": "{uid}-{side}", "label": "{label}", ` + mtdnnIDs}}},
	MTDNNRegression: {shape: inputRows, folders: []folder{{style: wholeLines, sequence: (*row).setCross,
		row: `{"uid": "{uid}-{side}", "label": "{label:real}", ` + mtdnnIDs}}},
}

// mtdnnCandidateRows has the rows of candidates, by the option mtdnn_ranking.
var mtdnnCandidateRows = map[string]string{
	MTDNNGroup: `{"uid": "{query_id}\t{doc_id}", "label": 0, "olabel": ["{label}"], "ruid": ["{doc_id}"], "token_id": ["{input_ids}"],
		"type_id": ["{token_type_ids}"]}`,
	MTDNNPointwise:  `{"uid": "{query_id}\t{doc_id}", "label": "{label}", "token_id": "{input_ids}", "type_id": "{token_type_ids}"}`,
	MTDNNRegression: `{"uid": "{query_id}\t{doc_id}", "label": "{label:real}", "token_id": "{input_ids}", "type_id": "{token_type_ids}"}`,
}

// mix moves the positive to an index that the pair's uid decides.
func (r *row) mix() {
	positive := r.docs[0]
	r.place = int(xxhash.Sum64String(r.pair.UID) % uint64(len(r.docs)))
	copy(r.docs, r.docs[1:r.place+1])
	r.docs[r.place] = positive
}

// mtdnnDefinitions returns task_def.yml, from which MT-DNN reads how to train each task.
func mtdnnDefinitions(p *plan.Plan, tasks []plan.Task) encoding.Part {
	return auxiliaryLines("mtdnn/task_def.yml", func(write func(string)) {
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
			write(fmt.Sprintf("\"%s\":\n  data_format: %s\n  dropout_p: 0.1\n  enable_san: %v", t.Label, format, san))
			if t.Classes {
				write("  labels: [second, neither, first]")
			}
			write(fmt.Sprintf("  loss: %s\n  metric_meta: [%s]\n  n_class: %d\n  task_type: %s", loss, metric, classes, kind))
		}
	})
}

// mtdnnCandidates returns a file of each pairwise task and split in a folder of their own, for MT-DNN's predict.py and the definition
// beside the rows. A row is a candidate, also in a ranking task, whose groups must have one size. Its uid is query TAB document, so that
// predictions printed as uid TAB score are a run.
func mtdnnCandidates(p *plan.Plan) (parts []encoding.Part) {
	s := set{folders: []folder{{style: wholeLines, sequence: (*row).setCross, row: mtdnnCandidateRows[p.Options.MTDNNRanking]}}}
	for _, t := range mtdnnTasks(p) {
		if t.Classes {
			continue
		}
		parts = append(parts, write(p, Format{}, s, "mtdnn"+plan.CandidateMark+"/"+t.Label, p.Candidates, nil,
			func(_ folder, r *row, c plan.Candidate, add func()) {
				if strings.ContainsAny(c.QueryID+c.DocID, plan.Breaks) {
					r.err = errs.BadInput("", 0, "leave out mtdnn, or --candidates",
						"candidates in mtdnn cannot carry the query %q and the document %q", c.QueryID, c.DocID)
				}
				r.setCandidate(c)
				add()
			})...)
	}
	return parts
}

// mtdnnRows is the encoding of the files: each has all rows of a task and a split.
var mtdnnRows = encoding.LineFiles{Ending: "json", Object: true, Whole: true, IDs: "token_id"}
