package trial

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/train/drmm"
)

// Memory holds the models of all trainings of this process. A training with the same identity is not run again, also not in another
// experiment of a sweep.
type Memory struct {
	models sync.Map // holds a *TrainedModel without features for each identity
	reused atomic.Int64
}

// NumReused returns the number of trainings that were not run again.
func (m *Memory) NumReused() int { return int(m.reused.Load()) }

// RunOnce returns the model of an earlier training with the same identity. Without one it trains as Run does and adds the model to m.
func (t *Trial) RunOnce(ctx context.Context, m *Memory, tell func(drmm.Epoch)) (*TrainedModel, error) {
	id := t.identity()
	if stored, ok := m.models.Load(id); ok {
		m.reused.Add(1)
		model := stored.(*TrainedModel)
		out := Restore(model.Model, t.fold, t.features, t.main)
		out.BestEpoch, out.Epochs, out.Pairs = model.BestEpoch, model.Epochs, t.countDistinct(len(model.Epochs))
		return out, nil
	}
	out, err := t.Run(ctx, tell)
	if err == nil {
		m.models.Store(id, &TrainedModel{Model: out.Model, BestEpoch: out.BestEpoch, Epochs: out.Epochs})
	}
	return out, err
}

// identity returns a digest of everything in Cell, the order of the pairs, and the files and seeds of word vectors. Trainings with the
// same identity have the same weights to the last bit.
func (t *Trial) identity() string {
	config, values := t.pairSet.Chain.Run.Config, map[string]any{}
	for _, k := range configs.Keys() {
		if k.DecidesUnder(config) == configs.Similarity {
			values[k.Name] = k.Get(config)
		}
	}
	return stage.Hash(t.hash(orderedDigest), values, config.Gen.Seed)
}

// Cell returns the digest of everything that decides the training: the pairs of each pool in any order, their
// weights and schedule, the network's settings, and the candidates. The names of axioms are not part of it.
func (t *Trial) Cell() stage.Cell { return stage.Cell{Data: t.hash(pairsDigest)} }

// hash returns the digest of a training. poolDigest returns the digest of the pairs of a pool.
func (t *Trial) hash(poolDigest func([]sample.PoolInstance) string) string {
	pools := append([]string{poolDigest(t.pairSet.Drawn.Judged)}, lists.Map(t.pairSet.Drawn.Pools, poolDigest)...)
	return stage.Hash(t.fold.Source.Chain.Run.Key(stage.Candidates), t.fold.Number, t.vectors, t.options, t.schedule, t.loss,
		t.main.String(), t.epochs, t.patience, t.minDelta, pools)
}

// pairsDigest returns the digest of drawn pairs; it does not depend on their order.
func pairsDigest(pairs []sample.PoolInstance) string {
	rows := listRows(pairs)
	slices.Sort(rows)
	return hashRows(rows)
}

// orderedDigest returns the digest of drawn pairs in their order.
func orderedDigest(pairs []sample.PoolInstance) string { return hashRows(listRows(pairs)) }

// listRows returns a row for each pair: query, documents and repeats as bytes.
func listRows(pairs []sample.PoolInstance) []string {
	rows := make([]string, len(pairs))
	for i, d := range pairs {
		var row []byte
		for _, number := range [...]int32{d.Query, d.Pos, d.Neg, d.Made} {
			row = binary.LittleEndian.AppendUint32(row, uint32(number))
		}
		rows[i] = string(row)
	}
	return rows
}

// hashRows returns the digest of rows in their order.
func hashRows(rows []string) string {
	sum := sha256.Sum256([]byte(strings.Join(rows, "")))
	return hex.EncodeToString(sum[:])
}
