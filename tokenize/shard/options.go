package shard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Options say what Write writes. All but Threads decide the bytes.
type Options planOptions

// Defaults are Parquet for Hugging Face datasets in shards of 192 MiB, for a BERT of 512 positions with queries of 64.
func Defaults() Options {
	return Options{Formats: []string{"parquet"}, ShardBytes: 192 << 20, Compression: "snappy", MaxLength: 512, MaxQueryLength: 64,
		ShortGroup: ShortRepeat, Pointwise: PointwiseMajority, TeacherConflict: ConflictDrop, Layout: LayoutB, MTDNNRanking: MTDNNGroup}
}

// Validate checks the options and names all faults at once.
func (o Options) Validate() error {
	faults := planOptions(o).faults()
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if _, ok := codecs[o.Compression]; !ok {
		bad("compression: %q is none of snappy, zstd, none", o.Compression)
	}
	if len(o.Formats) == 0 {
		bad("formats: none given, of %s", strings.Join(FormatNames(), ", "))
	}
	for i, name := range o.Formats {
		f, ok := formatNamed(name)
		if !ok {
			bad("formats: %q is none of %s", name, strings.Join(FormatNames(), ", "))
		}
		if slices.Contains(o.Formats[:i], name) {
			bad("formats: %s twice", name)
		}
		faults = append(faults, f.needs.faults(name, planOptions(o))...)
	}
	for _, f := range formats {
		if f.options != nil {
			faults = append(faults, f.options(planOptions(o))...)
		}
	}
	if len(faults) > 0 {
		return fault.BadUsage("", "%s", strings.Join(faults, "; "))
	}
	return nil
}
