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
func (c *Trial) Cell() digest.Cell {
	pools := []string{pairsDigest(c.pairSet.Drawn.Regular)}
	for _, pool := range c.pairSet.Drawn.Pools {
		pools = append(pools, pairsDigest(pool))
	}
	return digest.Cell{Data: stage.Hash(c.fold.From.Chain.Key(stage.Candidates), c.fold.Number, c.vectors, c.options, c.schedule, c.loss,
		c.regular.axioms, c.regular.weights, c.regular.margins, c.main.String(), c.epochs, c.patience, c.minDelta, pools)}
}

// pairsDigest returns the digest of drawn pairs in any order.
func pairsDigest(pairs []sample.Drawn) string {
	rows := make([][16]byte, len(pairs))
	for i, d := range pairs {
		for j, number := range [...]int32{d.Query, d.Pos, d.Neg, d.Made} {
			binary.LittleEndian.PutUint32(rows[i][4*j:], uint32(number))
		}
	}
	slices.SortFunc(rows, func(a, b [16]byte) int { return bytes.Compare(a[:], b[:]) })
	sum := sha256.New()
	for i := range rows {
		sum.Write(rows[i][:])
	}
	return hex.EncodeToString(sum.Sum(nil))
}
