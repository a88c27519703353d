// Package texthash hashes texts within one process. Nobody can write two texts of one hash: its seeds are drawn when the process begins.
// What is written must not depend on it.
package texthash

import "hash/maphash"

// Sum is the hash of a text, 128 bits.
type Sum struct{ High, Low uint64 }

var high, low = maphash.MakeSeed(), maphash.MakeSeed()

// Of returns the hash of a text.
func Of(text string) Sum { return Sum{maphash.String(high, text), maphash.String(low, text)} }

// OfBytes returns the hash of a text in bytes.
func OfBytes(text []byte) Sum { return Sum{maphash.Bytes(high, text), maphash.Bytes(low, text)} }
