package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamregister "github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
	"github.com/axiomine/axiomine/gen/partition"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
)

// register registers the functions of the pipeline with Beam. Submitter and workers call it first.
func register() {
	beamregister.DoFn2x1[string, func(int, []byte), error](&readFn{})
	beamregister.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, string), error](&mineFn{})
	beamregister.DoFn2x1[int, func(*string) bool, error](&manifestFn{})
	beamregister.Function2x0(eachPart)
	beamregister.Emitter1[int]()
	beamregister.Emitter2[int, []byte]()
	beamregister.Emitter2[int, string]()
	beamregister.Iter1[[]byte]()
	beamregister.Iter1[string]()
}

// execute runs the pipeline and returns the shares that its manifest lists, and the manifest.
//
//	files of work ─► queries, keyed by part ─► group ─► mine, one share per part ─► receipts ─► manifest
//
// Pairs never travel: they stay in the worker that mined their query until its share is written.
func execute(ctx context.Context, job *partition.Job, runner string) ([]result.File, error) {
	if err := errors.Join(clearFailures(job.Dir), partition.SweepJob(job.Dir)); err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	var files []string
	for _, name := range job.Work {
		files = append(files, filepath.Join(job.Dir, filepath.FromSlash(name)))
	}
	work := beam.Reshuffle(s, beam.CreateList(s, files))
	queries := beam.ParDo(s, &readFn{Dir: job.Dir}, work)
	empty := beam.ParDo(s, eachPart, beam.Create(s, job.Parts)) // a part without queries leaves a share too
	byPart := beam.GroupByKey(s, beam.Flatten(s, queries, empty))
	receipts := beam.ParDo(s, &mineFn{Dir: job.Dir}, byPart)
	beam.ParDo0(s, &manifestFn{Dir: job.Dir}, beam.GroupByKey(s, receipts))
	_, err := beam.Run(ctx, runner, p)
	sweepErr := partition.SweepJob(job.Dir) // of workers that failed, or were killed and replaced
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, failure(job.Dir, err)
	}
	if sweepErr != nil {
		return nil, sweepErr
	}
	return readManifest(job)
}

// readFn turns a file of work into its elements, keyed by part.
type readFn struct{ Dir string }

func (r *readFn) ProcessElement(path string, emit func(int, []byte)) error {
	if err := partition.EachElement(path, emit); err != nil {
		return errors.Join(err, tell(r.Dir, filepath.Base(path), err))
	}
	return nil
}

// eachPart emits for every part an element that is no query.
func eachPart(parts int, emit func(int, []byte)) {
	for part := 1; part <= parts; part++ {
		emit(part, []byte{})
	}
}

// mineFn mines a part and emits its receipt. One worker per process and job is open: the index is memory-mapped once.
type mineFn struct{ Dir string }

func (m *mineFn) ProcessElement(ctx context.Context, part int, next func(*[]byte) bool, emit func(int, string)) error {
	var elements [][]byte
	for {
		var e []byte
		if !next(&e) {
			break
		}
		if len(e) > 0 {
			elements = append(elements, slices.Clone(e))
		}
	}
	receipt, err := m.mine(ctx, part, elements)
	if err != nil {
		return errors.Join(err, tell(m.Dir, fmt.Sprintf("%05d", part), err))
	}
	raw, err := json.Marshal(receipt)
	if err != nil {
		return err
	}
	emit(0, string(raw))
	return nil
}

func (m *mineFn) mine(ctx context.Context, part int, elements [][]byte) (r partition.Receipt, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("part %d: internal error: %v", part, cause)
		}
	}()
	w, err := workers.open(ctx, m.Dir)
	if err != nil {
		return partition.Receipt{}, err
	}
	return w.Mine(ctx, part, elements)
}

// workers are this process's open jobs, by folder.
var workers = openJobs{byDir: map[string]openJob{}}

type openJobs struct {
	mu    sync.Mutex
	byDir map[string]openJob
}

type openJob struct {
	job    *partition.Job
	worker *partition.Worker
}

// open returns the worker of the job that the folder holds now: a worker process may outlive a job, and the next one may have the same
// folder. The worker of an earlier job stays open, since parts of it may still be mined.
func (o *openJobs) open(ctx context.Context, dir string) (*partition.Worker, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	job, err := partition.ReadJob(dir)
	if err != nil {
		return nil, err
	}
	if open := o.byDir[dir]; reflect.DeepEqual(open.job, job) {
		return open.worker, nil
	}
	if err := os.Chdir(job.Folder); err != nil { // where the configuration's relative paths begin
		return nil, errs.BadInput(dir, 0, "a worker needs the folders of the planning machine under the same paths", "%v", err)
	}
	w, err := job.Open(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	o.byDir[dir] = openJob{job, w}
	return w, nil
}

// manifestFn writes the list of shares: what it does not name does not count.
type manifestFn struct{ Dir string }

func (m *manifestFn) ProcessElement(_ int, next func(*string) bool) error {
	isNoted := map[string]bool{}
	var receipts []partition.Receipt
	var line string
	for next(&line) {
		var r partition.Receipt
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return err
		}
		if !isNoted[line] { // a part that was mined twice has two equal receipts
			isNoted[line] = true
			receipts = append(receipts, r)
		}
	}
	slices.SortFunc(receipts, func(a, b partition.Receipt) int { return strings.Compare(a.Name, b.Name) })
	raw, err := json.MarshalIndent(receipts, "", "  ")
	if err != nil {
		return err
	}
	return replace(m.Dir, manifestName, append(raw, '\n'))
}

const manifestName = "shares/manifest.json"

// readManifest returns the manifest's shares, checked against their receipts, and the manifest behind them.
func readManifest(job *partition.Job) ([]result.File, error) {
	path := filepath.Join(job.Dir, manifestName)
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var receipts []partition.Receipt
	if err := json.Unmarshal(raw, &receipts); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var shares []result.File
	queries := 0
	for _, r := range receipts {
		f, err := result.Checksum(job.Dir, r.Name)
		if err != nil {
			return nil, err
		}
		if f.SHA256 != r.SHA256 {
			return nil, fmt.Errorf("%s: the checksum is not the manifest's; remove it and run the job again with --resume", r.Name)
		}
		queries += r.Queries
		shares = append(shares, f)
	}
	if len(shares) != job.Parts || queries != job.Queries {
		return nil, fmt.Errorf("%s: %d shares of %d queries, not %d of %d", path, len(shares), queries, job.Parts, job.Queries)
	}
	manifest, err := result.Checksum(job.Dir, manifestName)
	return append(shares, manifest), err
}

// record enters the shares in the journal, so that who overwrites the result removes them, and returns their paths.
func record(out *result.Dir, job *partition.Job, files []result.File) (paths []string, err error) {
	for _, f := range files[:job.Parts] {
		paths = append(paths, filepath.Join(job.Dir, filepath.FromSlash(f.Path)))
	}
	return paths, out.Finish("shares", job.Key, files)
}

// replace writes a small file of the job.
func replace(dir, name string, raw []byte) error {
	return partition.WriteShared(dir, name, func(w io.Writer) error {
		_, err := w.Write(raw)
		return err
	})
}

// tell leaves a worker's error where the submitter finds it: an engine wraps it in its own words, or loses it.
func tell(dir, name string, err error) error {
	return replace(dir, "shares/failed-"+name+".txt", []byte(strings.ReplaceAll(err.Error(), "\n", "; ")))
}

// failure returns the first worker's error in one line, or the engine's.
func failure(dir string, engine error) error {
	left, err := filepath.Glob(filepath.Join(dir, "shares/failed-*.txt"))
	if err == nil && len(left) > 0 {
		raw, err := os.ReadFile(left[0])
		if err == nil {
			return fmt.Errorf("%s (failures: %d; finished parts are kept for --resume)", raw, len(left))
		}
	}
	lines := strings.FieldsFunc(engine.Error(), func(r rune) bool { return r == '\n' })
	message := lines[0]
	if i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "caused by:") }); i >= 0 && i+1 < len(lines) {
		message = lines[i+1]
	}
	return fmt.Errorf("the engine gave up: %s; finished parts are kept for --resume", strings.TrimSpace(message))
}

func clearFailures(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, "shares/failed-*.txt"))
	for _, path := range left {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return err
}
