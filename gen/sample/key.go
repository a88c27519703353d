package sample

import (
	"slices"
	"strconv"

	"github.com/cespare/xxhash/v2"
)

// Key orders a pool: pairs with smaller keys are drawn first.
type Key [4]uint64

// compare compares the numbers of two keys in order.
func (k Key) compare(o Key) int { return slices.Compare(k[:], o[:]) }

// Hash returns H of the contract: xxhash64 with seed 0 over the bytes of an id.
func Hash(id string) uint64 { return xxhash.Sum64String(id) }

// mix returns the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014, figure 16), a bijection on 64 bits.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// judgedName is the name under which judged pairs are drawn (CONTRACT.md).
const judgedName = "regular"

// seedOf returns S = H(decimal seed, a NUL byte, name).
func seedOf(seed uint64, name string) uint64 {
	return Hash(strconv.FormatUint(seed, 10) + "\x00" + name)
}

// drawKey returns h = mix(mix(mix(S xor H(query)) xor H(preferred)) xor H(other)).
func drawKey(s, query, posHash, negHash uint64) uint64 {
	return mix(mix(mix(s^query)^posHash) ^ negHash)
}
