package main

import (
	"math"
	"math/rand/v2"
	"slices"
)

// The numbers are those of MS MARCO's passages (Nguyen and others 2016: 8.8 M passages of 56 words, queries of six words), where
// they are known; sharpness and exponent are those of the law that fits English.
const (
	exponent   = 1.05 // p(rank) ~ 1/(rank + offset)^exponent
	offset     = 2.7
	meanLength = 56   // words of a passage, lognormal
	sigma      = 0.45 // of its logarithm
	shortest   = 8
	longest    = 400
	topical    = 0.5 // share of a passage's words beyond the frequent ones that come from its topic
	perTopic   = 400 // passages of a topic
	ofTopic    = 40  // words of a topic
	ofPassage  = 12  // words of its topic that a passage uses
	meanQuery  = 6   // words of a query: 1 + Poisson(5)
	leastQuery = 2
	mostQuery  = 14
	mostPhrase = 3 // words of a query that is a phrase
)

// collection is a made collection: the same seed gives the same text. Words follow a Zipf-Mandelbrot law. A passage is about one of the
// collection's topics and repeats its words, so that a query from a passage finds others that hold its words a different number of times.
// Its methods may be called from several goroutines.
type collection struct {
	// phrases is the share of queries, from 0 to 1, that are two or three consecutive words of their passage. It is set before the
	// first query is made. Of MS MARCO's queries with a judged passage, about 5 % are such phrases.
	phrases float64

	docs   int
	seed   uint64
	words  []string
	cdf    []float64 // by rank
	guide  []int32   // by the first bits of a number between 0 and 1, the least rank whose cdf may exceed it
	common int       // ranks below this are in every passage and no topic
}

const guideBits = 16

// newCollection prepares a collection of docs passages over a vocabulary of so many words.
func newCollection(docs, vocabulary int, seed uint64) *collection {
	c := &collection{docs: docs, seed: seed, words: vocabularyOf(vocabulary), cdf: make([]float64, vocabulary), common: min(100, vocabulary/2)}
	sum := 0.0
	for r := range c.cdf {
		sum += math.Pow(float64(r)+offset, -exponent)
		c.cdf[r] = sum
	}
	for r := range c.cdf {
		c.cdf[r] /= sum
	}
	c.guide = make([]int32, 1<<guideBits)
	r := 0
	for i := range c.guide {
		for r < vocabulary-1 && c.cdf[r] <= float64(i)/(1<<guideBits) {
			r++
		}
		c.guide[i] = int32(r)
	}
	return c
}

// Streams of random numbers; each passage, topic and query has one of its own.
const (
	passageStream = iota
	topicStream
	queryStream
	phraseStream
)

func (c *collection) random(stream, number int) *rand.Rand {
	return rand.New(rand.NewPCG(c.seed, uint64(number)<<2|uint64(stream)))
}

// draw returns a rank by the law, from those whose cdf exceeds from.
func (c *collection) draw(r *rand.Rand, least float64) int32 {
	u := least + float64((1-least)*r.Float64())
	rank := c.guide[int(u*(1<<guideBits))&(1<<guideBits-1)]
	for int(rank) < len(c.cdf)-1 && c.cdf[rank] <= u {
		rank++
	}
	return rank
}

// content returns a rank that is not common.
func (c *collection) content(r *rand.Rand) int32 { return c.draw(r, c.cdf[c.common-1]) }

// passage returns the ranks of a passage's words; it uses ranks' memory.
func (c *collection) passage(d int, ranks []int32) []int32 {
	r := c.random(passageStream, d)
	topics := (c.docs + perTopic - 1) / perTopic
	about := c.random(topicStream, r.IntN(topics))
	var topic [ofTopic]int32
	for i := range topic {
		topic[i] = c.content(about)
	}
	var words [ofPassage]int32
	for i := range words {
		words[i] = topic[r.IntN(ofTopic)]
	}
	n := int(math.Round(math.Exp(math.Log(meanLength) - sigma*sigma/2 + float64(sigma*r.NormFloat64()))))
	ranks = ranks[:0]
	for range min(max(n, shortest), longest) {
		rank := c.draw(r, 0)
		if int(rank) >= c.common && r.Float64() < topical {
			u := r.Float64()
			rank = words[int(u*u*ofPassage)]
		}
		ranks = append(ranks, rank)
	}
	return ranks
}

// appendPassage appends the text of a passage.
func (c *collection) appendPassage(buf []byte, d int) []byte {
	return c.appendWords(buf, c.passage(d, nil))
}

// appendQuery appends the text of a query and returns the number of the one passage judged relevant to it. The query is a phrase of
// the passage, at the share that phrases says. Of any other query two in three words are from there and not common, the others follow
// the law.
func (c *collection) appendQuery(buf []byte, number int) (text []byte, relevant int) {
	if r := c.random(phraseStream, number); r.Float64() < c.phrases {
		relevant = r.IntN(c.docs)
		if phrase := c.phrase(r, c.passage(relevant, nil)); phrase != nil {
			return c.appendWords(buf, phrase), relevant
		}
	}
	r := c.random(queryStream, number)
	relevant = r.IntN(c.docs)
	ranks := slices.DeleteFunc(c.passage(relevant, nil), func(rank int32) bool { return int(rank) < c.common })
	r.Shuffle(len(ranks), func(i, j int) { ranks[i], ranks[j] = ranks[j], ranks[i] }) // words that come often come early
	n := 1
	for p := r.Float64(); p > math.Exp(1-meanQuery); n++ { // Knuth's way to a Poisson number
		p *= r.Float64()
	}
	n = min(max(n, leastQuery), mostQuery)
	var query []int32
	for _, rank := range ranks {
		if len(query) < (2*n+1)/3 && !slices.Contains(query, rank) {
			query = append(query, rank)
		}
	}
	for len(query) < n {
		query = append(query, c.draw(r, 0))
	}
	r.Shuffle(n, func(i, j int) { query[i], query[j] = query[j], query[i] })
	return c.appendWords(buf, query), relevant
}

// phrase returns two or three consecutive words of a passage, or nil if no two different words of its topic follow each other. The
// first two are those that the passage repeats most, as the words of a subject are.
func (c *collection) phrase(r *rand.Rand, passage []int32) []int32 {
	count := map[int32]int{}
	for _, rank := range passage {
		count[rank]++
	}
	start, most := -1, 0
	for i := range passage[1:] {
		first, second := passage[i], passage[i+1]
		if common := min(count[first], count[second]); first != second && int(first) >= c.common && int(second) >= c.common && common > most {
			start, most = i, common
		}
	}
	if start < 0 {
		return nil
	}
	return passage[start:min(start+leastQuery+r.IntN(mostPhrase-leastQuery+1), len(passage))]
}

func (c *collection) appendWords(buf []byte, ranks []int32) []byte {
	for i, rank := range ranks {
		if i > 0 {
			buf = append(buf, ' ')
		}
		buf = append(buf, c.words[rank]...)
	}
	return buf
}
