package stage

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// Input is a file that a run reads, as manifests list it: with its base name and without its path.
type Input struct {
	Role   string `json:"role"`
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Format string `json:"format"`
	Count  int    `json:"count,omitempty"` // number of records that are used
	Path   string `json:"-"`               // the path on this machine
}

// Account holds facts on a run for the manifest: the files that it read, in the order of the stages, the number of each warning, and the
// numbers of records.
type Account struct {
	Files    []Input
	Warnings map[string]int
	Records  Records
}

// Records has the numbers of records of each kind, such as queries, that were read, and that were left out, by reason.
type Records struct {
	Read    map[string]int
	LeftOut map[Reason]int
}

// Reason is a reason why records of a kind are left out.
type Reason struct{ Kind, Text string }

// NewRecords returns empty counts.
func NewRecords() Records { return Records{map[string]int{}, map[Reason]int{}} }

// AllWarnings returns the number of each warning, and of records left out for each reason.
func (a *Account) AllWarnings() map[string]int {
	all := maps.Clone(a.Warnings)
	for reason, n := range a.Records.LeftOut {
		all[reason.Kind+": "+reason.Text] += n
	}
	return all
}

// Run holds the configuration, output and account that all stages of one run share. Its With methods return changed copies.
type Run struct {
	Config   *configs.Config
	Out      *result.Dir
	Progress *progress.Printer
	Command  string // the noun and verb, for the manifest
	Line     string // the whole command, for pages; empty if it is Command
	Next     string // the next command, for pages; empty if shards come next
	// Published has the published numbers of the configured experiment, which are shown beside ours; it may be empty.
	Published []configs.PublishedNumber
	Original  configs.Original          // setting in which the published numbers were measured
	Origins   map[string]configs.Origin // origin of each value of the configuration; may be empty
	Account   *Account

	notes map[Name][]any // facts that decide each stage besides the configuration, such as checksums of its files
}

// NewRun returns a run before its first stage. command is the noun and verb.
func NewRun(c *configs.Config, out *result.Dir, p *progress.Printer, command string) *Run {
	return &Run{Config: c, Out: out, Progress: p, Command: command, Account: &Account{Warnings: map[string]int{}, Records: NewRecords()}, notes: map[Name][]any{}}
}

// Again returns the command that does the same run again.
func (r *Run) Again() string { return cmp.Or(r.Line, r.Command) }

// WithConfig returns the run under another configuration.
func (r *Run) WithConfig(c *configs.Config) *Run {
	next := *r
	next.Config, next.notes = c, maps.Clone(r.notes)
	return &next
}

// WithOutput returns the run with another output directory and command, and a copy of the account.
func (r *Run) WithOutput(out *result.Dir, command string) *Run {
	next := *r
	next.Out, next.Command, next.Line, next.Next, next.notes = out, command, "", "", maps.Clone(r.notes)
	next.Account = &Account{Files: slices.Clone(r.Account.Files), Warnings: maps.Clone(r.Account.Warnings),
		Records: Records{maps.Clone(r.Account.Records.Read), maps.Clone(r.Account.Records.LeftOut)}}
	return &next
}

// Note sets the facts that decide a stage besides the configuration, such as checksums of its files, as plain values. Every optional stage
// that runs calls it.
func (r *Run) Note(stage Name, inputs ...any) { r.notes[stage] = inputs }

// AddNote adds facts to those that Note set.
func (r *Run) AddNote(stage Name, inputs ...any) {
	r.notes[stage] = append(slices.Clip(r.notes[stage]), inputs...)
}

// Key returns the key of a stage's results: a SHA-256 of the program's version, the stage's row of the table with its values, its notes,
// and the keys of the stages that it needs.
func (r *Run) Key(stage Name) string {
	row := find(stage)
	parts := []any{configs.Version, row.Name, r.Config.Deciding(row.Decides...), r.notes[stage]}
	for _, need := range row.Needs {
		if !find(need).Optional || r.notes[need] != nil {
			parts = append(parts, r.Key(need))
		}
	}
	return Hash(parts...)
}

// Kept returns the files of a stage that an earlier run finished under this key, and reports whether the run keeps them. isUsable is false
// if records that go with them are gone. It prints what becomes of the earlier run's files.
func (r *Run) Kept(name, key string, isUsable bool) (files []result.File, isKept bool) {
	aside := r.Progress.Aside("checksums", "stages", 0)
	files, isKept = r.Out.FinishedFiles(name, key)
	aside.Done()
	if isKept = isKept && isUsable; isKept {
		r.Progress.Say("%s: kept from the earlier run", name)
	} else if r.Out.Has(name) {
		r.Progress.Say("%s: made anew in place of the earlier run's, whose input or settings were others or whose files are not whole", name)
	}
	return files, isKept
}

// Hash returns a key of plain values: 32 hexadecimal digits. All keys of stored results come from Hash or Run.Key.
func Hash(values ...any) string {
	raw, err := json.Marshal(values)
	if err != nil {
		panic(err) // plain values only
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:16])
}

// ShortHash returns the first 16 digits of Hash, for names of folders.
func ShortHash(values ...any) string { return Hash(values...)[:16] }

// Warn prints a number with its reason if it is above 0, and adds it to the manifest's warnings.
func (r *Run) Warn(reason string, n int) {
	if n > 0 {
		r.Account.Warnings[reason] += n
		r.Progress.Warn("%d %s", n, reason)
	}
}

// Read adds files that the run is made from to the account.
func (r *Run) Read(in ...Input) { r.Account.Files = append(r.Account.Files, in...) }

// Checksum returns a file's size in bytes and its SHA-256.
func Checksum(path string) (int64, string, error) {
	if err := safefile.CheckStored(path); err != nil {
		return 0, "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, "", errs.CannotOpen(path, err)
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err != nil {
		return 0, "", errs.CannotOpen(path, err)
	}
	return n, hex.EncodeToString(sum.Sum(nil)), nil
}

// InputOf returns a file that a run reads as an Input, with its checksum.
func InputOf(role, path, format string) (in Input, err error) {
	in = Input{Role: role, Name: filepath.Base(path), Format: format}
	in.Bytes, in.SHA256, err = Checksum(path)
	return in, err
}
