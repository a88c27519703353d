package shard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Options say what Write writes. All but Threads decide the bytes.
type Options struct {
	Formats        []string `json:"formats"`          // names of Formats
	ShardRows      int      `json:"shard_rows"`       // pairs in a shard; 0: as many as make ShardBytes, but see minShards
	ShardBytes     int64    `json:"shard_bytes"`      // aim for the text of a shard's pairs, before compression
	Compression    string   `json:"compression"`      // of Parquet: snappy, zstd or none
	MaxLength      int      `json:"max_length"`       // ids of a sequence, special tokens counted
	MaxQueryLength int      `json:"max_query_length"` // ids of [CLS] query [SEP]
	Threads        int      `json:"-"`                // 0: all cores
}

// Defaults are Parquet for Hugging Face datasets in shards of 192 MiB, for a BERT of 512 positions with queries of 64.
func Defaults() Options {
	return Options{Formats: []string{"parquet"}, ShardBytes: 192 << 20, Compression: "snappy", MaxLength: 512, MaxQueryLength: 64}
}

// minimal lengths: [CLS] and [SEP] with one id, and [SEP] with one id of a document behind it.
const (
	minQueryLength = 3
	minBehindQuery = 2
)

// Validate checks the options and names all faults at once.
func (o Options) Validate() error {
	var faults []string
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if len(o.Formats) == 0 {
		bad("formats: none given, of %s", strings.Join(FormatNames(), ", "))
	}
	for i, name := range o.Formats {
		if _, ok := formatNamed(name); !ok {
			bad("formats: %q is none of %s", name, strings.Join(FormatNames(), ", "))
		}
		if slices.Contains(o.Formats[:i], name) {
			bad("formats: %s twice", name)
		}
	}
	if o.ShardRows < 0 {
		bad("shard_rows: %d is negative", o.ShardRows)
	}
	if o.ShardRows == 0 && o.ShardBytes < 1 {
		bad("shard_bytes: %d is not positive", o.ShardBytes)
	}
	if _, ok := codecs[o.Compression]; !ok {
		bad("compression: %q is none of snappy, zstd, none", o.Compression)
	}
	if o.MaxQueryLength < minQueryLength {
		bad("max_query_length: %d has no room for [CLS], a piece and [SEP]", o.MaxQueryLength)
	}
	if o.MaxLength < o.MaxQueryLength+minBehindQuery {
		bad("max_length: %d has no room for a document behind a query of %d", o.MaxLength, o.MaxQueryLength)
	}
	if o.Threads < 0 {
		bad("threads: %d is negative", o.Threads)
	}
	if len(faults) > 0 {
		return fault.BadUsage("", "%s", strings.Join(faults, "; "))
	}
	return nil
}
