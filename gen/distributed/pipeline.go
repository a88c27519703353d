package main

import (
	"context"
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
	beamregister.DoFn2x1[context.Context, int, error](&mineFn{})
}

// execute runs the pipeline, which mines every part, and returns the shares. Nothing but the numbers of the parts travels: queries and pairs
// are in files that have checksums of their own.
func execute(ctx context.Context, job *partition.Job, runner string) ([]result.File, error) {
	if err := errors.Join(clearFailures(job.Dir), partition.SweepJob(job.Dir)); err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	var parts []int
	for part := range job.Parts {
		parts = append(parts, part+1)
	}
	beam.ParDo0(s, &mineFn{Dir: job.Dir}, beam.Reshuffle(s, beam.CreateList(s, parts)))
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
	return shareFiles(job)
}

// shareFiles returns the shares of all parts.
func shareFiles(job *partition.Job) (files []result.File, err error) {
	for part := range job.Parts {
		f, err := result.Checksum(job.Dir, job.ShareName(part+1))
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// mineFn mines a part. One worker per process and job is open: the index is memory-mapped once.
type mineFn struct{ Dir string }

func (m *mineFn) ProcessElement(ctx context.Context, part int) error {
	if err := m.mine(ctx, part); err != nil {
		return errors.Join(err, tell(m.Dir, fmt.Sprintf("%05d", part), err))
	}
	return nil
}

func (m *mineFn) mine(ctx context.Context, part int) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("part %d: internal error: %v", part, cause)
		}
	}()
	w, err := workers.open(ctx, m.Dir)
	if err != nil {
		return err
	}
	return w.Mine(ctx, part)
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

// record enters the shares in the journal, so that who overwrites the result removes them, and returns their paths.
func record(out *result.Dir, job *partition.Job, files []result.File) (paths []string, err error) {
	for _, f := range files {
		paths = append(paths, filepath.Join(job.Dir, filepath.FromSlash(f.Path)))
	}
	return paths, out.Finish("shares", job.Key, files)
}

// tell leaves a worker's error where the submitter finds it: an engine wraps it in its own words, or loses it.
func tell(dir, name string, err error) error {
	return partition.WriteShared(dir, "shares/failed-"+name+".txt", func(w io.Writer) error {
		_, errW := io.WriteString(w, strings.ReplaceAll(err.Error(), "\n", "; "))
		return errW
	})
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
