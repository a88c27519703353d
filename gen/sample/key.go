package sample

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Hash returns H of the contract: xxhash64 with seed 0 over the bytes of an id. Each id is hashed once.
func Hash(id string) uint64 { return xxhash.Sum64String(id) }

// mix returns the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014, figure 16), a bijection on 64 bits.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// seedOf returns S = H(decimal seed, a NUL byte, name).
func seedOf(seed uint64, name string) uint64 {
	return Hash(strconv.FormatUint(seed, 10) + "\x00" + name)
}

// drawKey returns h = mix(mix(mix(S xor H(query)) xor H(preferred)) xor H(other)).
func drawKey(s, query, posHash, negHash uint64) uint64 {
	return mix(mix(mix(s^query)^posHash) ^ negHash)
}

// fileOrder returns a function for a row's place in a data set's files: mix(H(seed, NUL, "order") xor H(uid)), a second hash that is
// independent of the drawing key. Ties are broken by the uid's bytes.
func fileOrder(seed uint64) func(uid string) uint64 {
	s := seedOf(seed, "order")
	return func(uid string) uint64 { return mix(s ^ Hash(uid)) }
}

// JudgedSubset returns the n queries whose labels are used, by index in ids: those with the smallest H(decimal seed, NUL, query id), ties
// by the id's bytes. The subset for n is part of the subset for any larger n.
func JudgedSubset(ids []string, n int, seed uint64) []int {
	order := make([]int, len(ids))
	keys := make([]uint64, len(ids))
	for i, id := range ids {
		order[i], keys[i] = i, seedOf(seed, id)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), strings.Compare(ids[a], ids[b])) })
	return order[:min(n, len(order))]
}

// JudgedTexts returns all queries of n texts, by index in ids. Queries of one text count as one, under the id of the first of them, in
// JudgedSubset.
func JudgedTexts(ids, texts []string, n int, seed uint64) (places []int) {
	var first []string
	members := map[string][]int{} // by text
	for i, text := range texts {
		if members[text] == nil {
			first = append(first, ids[i])
		}
		members[text] = append(members[text], i)
	}
	textOf := make(map[string]string, len(first))
	for text, indexes := range members {
		textOf[ids[indexes[0]]] = text
	}
	for _, i := range JudgedSubset(first, n, seed) {
		places = append(places, members[textOf[first[i]]]...)
	}
	return places
}
