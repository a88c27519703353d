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
			parts = append(parts, mtdnnFiles(t, lines[group]{append: func(g group, line []byte) ([]byte, error) { return p.mtdnnGroup(g, n, line), nil }}, p.padded("mtdnn", t, n))...)
		default:
			labels := [...]string{"0", "1"}
			if p.options.MTDNNRanking == MTDNNRegression {
				labels = [...]string{"0.0", "1.0"}
			}
			parts = append(parts, mtdnnFiles(t, lines[row]{rows: times[row](2), append: func(r row, line []byte) ([]byte, error) {
				return p.mtdnnPointwise(r, labels, line), nil
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
	return append(p.appendWeight(appendTokens(line, ids, first), r.Weight), '}'), nil
}

// mtdnnPointwise are two rows of a pair: the positive, then the negative.
func (p *plan) mtdnnPointwise(r row, labels [2]string, line []byte) []byte {
	for i, document := range [...]uint32{r.pos, r.neg} {
		if i == 1 {
			line = append(line, '\n')
		}
		ids, first := p.appendCross(nil, r.query, document)
		line = append(append(line, `{"uid":"`...), r.UID...)
		line = append(append(line, [...]string{"-pos", "-neg"}[i]...), `","label":`...)
		line = append(p.appendWeight(appendTokens(append(line, labels[1-i]...), ids, first), r.Weight), '}')
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
	return append(p.appendWeight(line, g.weight()), '}')
}

// appendWeight appends a row's weight where any row has one but 1; MT-DNN passes over keys that it does not know.
func (p *plan) appendWeight(line []byte, weight float64) []byte {
	if p.weighted == 0 {
		return line
	}
	return strconv.AppendFloat(append(line, `,"weight":`...), weight, 'g', -1, 64)
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
