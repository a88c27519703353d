package shard

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// The ways to write a pairwise task for MT-DNN.
const (
	MTDNNGroup      = "group"      // Ranking: softmax over the candidates of a group
	MTDNNPointwise  = "pointwise"  // Classification of query and document, classes 1 and 0
	MTDNNRegression = "regression" // the same against 1.0 and 0.0: the set-up of Klose's thesis
)

// mtdnnSplits are MT-DNN's names of splits.
var mtdnnSplits = map[string]string{"train": "train", "validation": "dev", "test": "test"}

// mtdnnParts are MT-DNN's prepared data, one file a task and split: it has no shards. MT-DNN cuts a file's name at the first
// underscore to know its task, and labels have none. Its trainer wants a training file of every task.
func mtdnnParts(p *plan) (parts []part) {
	trained := p.mtdnnTasks()
	for _, t := range p.tasks {
		if !slices.ContainsFunc(trained, func(other task) bool { return other.label == t.label }) {
			p.note("pairs of tasks without training pairs left out of mtdnn", itemsOf(t.views))
			continue
		}
		switch {
		case t.classes:
			parts = append(parts, mtdnnFiles(t, lines[row]{append: p.mtdnnThree}, t.views)...)
		case p.options.MTDNNRanking == MTDNNGroup:
			n := p.options.groupSize(2) - 1
			parts = append(parts, mtdnnFiles(t, lines[group]{append: func(g group, line []byte) ([]byte, error) { return p.mtdnnGroup(g, n, line), nil }}, p.sized("mtdnn", t, n))...)
		default:
			pt := p.points("mtdnn/"+t.label, t.views, p.idsInput(p.appendCross))
			parts = append(parts, mtdnnFiles(t, lines[row]{rows: pt.rows, append: func(r row, line []byte) ([]byte, error) {
				return p.mtdnnPointwise(r, pt, line), nil
			}}, t.views)...)
		}
	}
	return append(parts, mtdnnDefinitions(p, trained))
}

// mtdnnTasks are the tasks with training rows, or all where none has any: then all of it is there to test with.
func (p *plan) mtdnnTasks() []task {
	trained := slices.DeleteFunc(slices.Clone(p.tasks), func(t task) bool {
		return !slices.ContainsFunc(t.views, func(v view[row]) bool { return v.split == "train" })
	})
	if len(trained) == 0 {
		return p.tasks
	}
	return trained
}

func mtdnnFiles[U any](t task, file lines[U], views []view[U]) (parts []part) {
	for _, v := range views {
		parts = append(parts, file.part("mtdnn/"+t.label+"_"+mtdnnSplits[v.split]+".json", v.split, v.items))
	}
	return parts
}

// mtdnnThree is a row of a three-class task.
func (p *plan) mtdnnThree(r row, line []byte) ([]byte, error) {
	ids, first := p.appendThree(nil, r)
	line = append(append(line, `{"uid":"`...), r.UID...)
	line = strconv.AppendInt(append(line, `","label":`...), int64(*r.Class), 10)
	return append(p.appendLoss(appendTokens(line, ids, first), r.Weight, r.Margin), '}'), nil
}

// mtdnnPointwise are the rows of a pair: the positive, then the negative.
func (p *plan) mtdnnPointwise(r row, pt *points, line []byte) []byte {
	for i, label := range pt.sides(r) {
		if label == leftOut {
			continue
		}
		if len(line) > 0 {
			line = append(line, '\n')
		}
		ids, first := p.appendCross(nil, r.query, [...]uint32{r.pos, r.neg}[i])
		line = append(append(line, `{"uid":"`...), r.UID...)
		line = append(append(line, [...]string{"-pos", "-neg"}[i]...), `","label":`...)
		text := strconv.FormatFloat(label, 'g', -1, 64)
		if p.options.MTDNNRanking == MTDNNRegression && !strings.Contains(text, ".") {
			text += ".0"
		}
		line = append(p.appendLoss(appendTokens(append(line, text...), ids, first), r.Weight, r.Margin), '}')
	}
	return line
}

// mtdnnGroup is a positive among n negatives, at a place that its pair's uid draws; label is that place.
func (p *plan) mtdnnGroup(g group, n int, line []byte) []byte {
	first := g.row(0)
	place := int(xxhash.Sum64String(first.UID) % uint64(n+1))
	var olabel, ruid, tokens, types []byte
	for i, negative := 0, 0; i <= n; i++ {
		id, document, label := first.PosID, first.pos, byte('1')
		if i != place {
			r := g.row(negative)
			id, document, label = r.NegID, r.neg, '0'
			negative++
		}
		ids, query := p.appendCross(nil, first.query, document)
		if i > 0 {
			olabel, ruid, tokens, types = append(olabel, ','), append(ruid, ','), append(tokens, ','), append(types, ',')
		}
		olabel = append(olabel, label)
		ruid = append(ruid, jsonString(id)...)
		tokens = appendNumbers(tokens, len(ids), func(i int) int64 { return int64(ids[i]) })
		types = appendNumbers(types, len(ids), func(i int) int64 { return typeOf(i, query) })
	}
	line = append(append(line, `{"uid":"`...), first.UID...)
	line = strconv.AppendInt(append(line, `","label":`...), int64(place), 10)
	for _, list := range [...]struct {
		key  string
		list []byte
	}{{"olabel", olabel}, {"ruid", ruid}, {"token_id", tokens}, {"type_id", types}} {
		line = append(append(append(line, `,"`+list.key+`":[`...), list.list...), ']')
	}
	weight, margin := g.loss(g.different())
	return append(p.appendLoss(line, weight, margin), '}')
}

// appendLoss appends a row's weight and margin where any row has others than 1; MT-DNN passes over keys that it does not know.
func (p *plan) appendLoss(line []byte, weight, margin float64) []byte {
	if p.weighted == 0 {
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

// jsonString quotes an id.
func jsonString(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string always can be
	return strings.TrimSuffix(b.String(), "\n")
}
