package shard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Options say what Write writes. All but Threads decide the bytes.
type Options struct {
	Formats         []string `json:"formats"`              // names of Formats
	ShardRows       int      `json:"shard_rows"`           // pairs in a shard; 0: as many as make ShardBytes, but see minShards
	ShardBytes      int64    `json:"shard_bytes"`          // aim for the text of a shard's pairs, before compression
	Compression     string   `json:"compression"`          // of Parquet: snappy, zstd or none
	MaxLength       int      `json:"max_length"`           // ids of a sequence, special tokens counted
	MaxQueryLength  int      `json:"max_query_length"`     // ids of [CLS] query [SEP]
	GroupSize       int      `json:"group_size"`           // documents of a group, one of them the positive; 0: what the format's trainer takes
	ShortGroup      string   `json:"on_short_group"`       // groups with fewer different negatives than their size: repeat, drop or shrink
	TeacherConflict string   `json:"on_teacher_conflict"`  // pairs whose scores stand against their order: drop or clip
	Pointwise       string   `json:"pointwise"`            // inputs with two labels: majority, soft or keep
	Layout          Layout   `json:"layout"`               // of three-class tasks: A or B
	MTDNNRanking    string   `json:"mtdnn_ranking"`        // pairwise tasks in mtdnn: group, pointwise or regression
	MTDNNSan        bool     `json:"mtdnn_san"`            // enable_san in mtdnn, but for groups; the trainer's code of 2024 fails on it
	Compat          string   `json:"compat"`               // of tfrecord: dl4marco leaves the last position unused
	Candidates      string   `json:"candidates,omitempty"` // whose candidates are written beside the rows: dev, test or all; empty: nobody's
	Threads         int      `json:"-"`                    // 0: all cores
}

// Defaults are Parquet for Hugging Face datasets in shards of 192 MiB, for a BERT of 512 positions with queries of 64.
func Defaults() Options {
	return Options{Formats: []string{"parquet"}, ShardBytes: 192 << 20, Compression: "snappy", MaxLength: 512, MaxQueryLength: 64,
		ShortGroup: ShortRepeat, Pointwise: PointwiseMajority, TeacherConflict: ConflictDrop, Layout: LayoutB, MTDNNRanking: MTDNNGroup}
}

// groupSize is the configured one, or usual where there is none.
func (o Options) groupSize(usual int) int {
	if o.GroupSize > 0 {
		return o.GroupSize
	}
	return usual
}

// Lengths are at least [CLS] and [SEP] with one id, and [SEP] with one id of a document behind it; groups have an end, too.
const (
	minQueryLength = 3
	minBehindQuery = 2
	maxGroup       = 1024 // documents
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
	for name, least := range map[string]int{"duobert": 4, "bertsum": 2 * minQueryLength} { // behind the query
		if slices.Contains(o.Formats, name) && o.MaxLength < o.MaxQueryLength+least {
			bad("max_length: %s has two documents and needs %d for a query of %d", name, o.MaxQueryLength+least, o.MaxQueryLength)
		}
	}
	if o.GroupSize < 0 || o.GroupSize == 1 || o.GroupSize > maxGroup {
		bad("group_size: %d is not between 2 and %d, or 0", o.GroupSize, maxGroup)
	}
	switch o.ShortGroup {
	case ShortRepeat, ShortDrop:
	case ShortShrink:
		for _, name := range o.Formats {
			if f, ok := formatNamed(name); ok && f.needs.sized && !(name == "mtdnn" && o.MTDNNRanking != MTDNNGroup) {
				bad("on_short_group: %s holds groups of one size: repeat or drop", name)
			}
		}
	default:
		bad("on_short_group: %q is none of repeat, drop, shrink", o.ShortGroup)
	}
	if o.TeacherConflict != ConflictDrop && o.TeacherConflict != ConflictClip {
		bad("on_teacher_conflict: %q is neither drop nor clip", o.TeacherConflict)
	}
	switch o.Pointwise {
	case PointwiseMajority, PointwiseKeep:
	case PointwiseSoft:
		for _, name := range o.Formats {
			if name == "tfrecord" || name == "mtdnn" && o.MTDNNRanking == MTDNNPointwise {
				bad("pointwise: labels of %s are classes: majority or keep", name)
			}
		}
	default:
		bad("pointwise: %q is none of majority, soft, keep", o.Pointwise)
	}
	switch o.Layout {
	case LayoutB:
	case LayoutA:
		if least := threeExtra + 2*(o.MaxQueryLength-2) + 2; o.MaxLength < least {
			bad("max_length: layout A has the query twice and needs %d for a query of %d", least, o.MaxQueryLength)
		}
	default:
		bad("layout: %q is neither A nor B", o.Layout)
	}
	if !slices.Contains([]string{MTDNNGroup, MTDNNPointwise, MTDNNRegression}, o.MTDNNRanking) {
		bad("mtdnn_ranking: %q is none of group, pointwise, regression", o.MTDNNRanking)
	}
	if o.Compat != "" && o.Compat != CompatDL4MARCO {
		bad("compat: %q is not dl4marco", o.Compat)
	}
	if !slices.Contains([]string{"", CandidatesDev, CandidatesTest, CandidatesAll}, o.Candidates) {
		bad("candidates: %q is none of dev, test, all", o.Candidates)
	}
	if o.Threads < 0 {
		bad("threads: %d is negative", o.Threads)
	}
	if len(faults) > 0 {
		return fault.BadUsage("", "%s", strings.Join(faults, "; "))
	}
	return nil
}
