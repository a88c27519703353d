package trainset

// lanes is the number of hash functions of a signature, and bands the number of stretches of lanes by which like texts are found.
const (
	lanes     = 32
	bands     = 10
	bandLanes = 3
)

// signature is Broder's (1997) MinHash of the words of a text, a byte a lane: two texts that share a part of their words share about that
// part of the lanes.
type signature [lanes]byte

// signatureOf returns the signature of a text by its words.
func signatureOf(words []uint32) (s signature) {
	for i, seed := range laneSeeds {
		least := uint32(1<<32 - 1)
		for _, word := range words {
			least = min(least, (word^seed.xor)*seed.factor)
		}
		s[i] = byte(least * 0x85ebca6b >> 24)
	}
	return s
}

// laneSeeds are those of the hash function of each lane: multiples of the golden ratio.
var laneSeeds = func() (seeds [lanes]struct{ xor, factor uint32 }) {
	x := uint64(0)
	for i := range seeds {
		x += sampleSpread
		mixed := (x ^ x>>30) * 0xbf58476d1ce4e5b9 // SplitMix64
		mixed = (mixed ^ mixed>>27) * 0x94d049bb133111eb
		seeds[i].xor, seeds[i].factor = uint32(mixed), uint32(mixed>>32)|1
	}
	return seeds
}()

// equalLanes returns the number of lanes that two signatures share.
func (s *signature) equalLanes(other *signature) (n int) {
	for i := range s {
		if s[i] == other[i] {
			n++
		}
	}
	return n
}

// band returns a number of some lanes: like texts have one of these numbers in common.
func (s *signature) band(number int) uint32 {
	i := number * bandLanes
	return uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16
}
