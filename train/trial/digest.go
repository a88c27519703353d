package trial

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/axiomine/axiomine/gen/digest"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/stage"
)

// Cell returns the digest of all that decides the training: the pairs of each pool in any order, their
// weights and schedule, the network's settings, and the candidates. Names of axioms do not enter.
func (c *Trial) Cell() digest.Cell { return digest.Cell{Data: c.hash(pairsDigest)} }

// hash returns the digest of a training. poolDigest returns that of the pairs of a pool.
func (c *Trial) hash(poolDigest func([]sample.PoolInstance) string) string {
	pools := []string{poolDigest(c.pairSet.Drawn.Regular)}
	for _, pool := range c.pairSet.Drawn.Pools {
		pools = append(pools, poolDigest(pool))
	}
	return stage.Hash(c.fold.Source.Chain.Run.Key(stage.Candidates), c.fold.Number, c.vectors, c.options, c.schedule, c.loss,
		c.main.String(), c.epochs, c.patience, c.minDelta, pools)
}

// pairsDigest returns the digest of drawn pairs in any order.
func pairsDigest(pairs []sample.PoolInstance) string {
	rows := listRows(pairs)
	slices.SortFunc(rows, func(a, b [16]byte) int { return bytes.Compare(a[:], b[:]) })
	return hashRows(rows)
}

// orderedDigest returns the digest of drawn pairs in their order.
func orderedDigest(pairs []sample.PoolInstance) string { return hashRows(listRows(pairs)) }

// listRows returns the numbers of each pair.
func listRows(pairs []sample.PoolInstance) [][16]byte {
	rows := make([][16]byte, len(pairs))
	for i, d := range pairs {
		for j, number := range [...]int32{d.Query, d.Pos, d.Neg, d.Made} {
			binary.LittleEndian.PutUint32(rows[i][4*j:], uint32(number))
		}
	}
	return rows
}

// hashRows returns the digest of rows in their order.
func hashRows(rows [][16]byte) string {
	sum := sha256.New()
	for i := range rows {
		sum.Write(rows[i][:])
	}
	return hex.EncodeToString(sum.Sum(nil))
}
