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

// register registers the functions of the pipeline with Beam. The submitter and the workers call it first.
func register() {
	beamregister.DoFn2x1[context.Context, int, error](&mineFn{})
}

// execute runs the pipeline, which mines every part, and returns the files of the shares. The engine transports only the numbers of the
// parts: queries and pairs are in files with checksums.
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
	sweepErr := partition.SweepJob(job.Dir) // removes files of workers that failed or were killed
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

// shareFiles returns the share of each part, the file that its mining wrote, with a checksum.
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

// mineFn mines a part. A process has one open worker per job, so that the index is memory-mapped once.
type mineFn struct{ Dir string }

// ProcessElement mines a part. Beam calls it on a worker.
func (m *mineFn) ProcessElement(ctx context.Context, part int) error {
	if err := m.mine(ctx, part); err != nil {
		return errors.Join(err, writeFailure(m.Dir, fmt.Sprintf("%05d", part), err))
	}
	return nil
}

func (m *mineFn) mine(ctx context.Context, part int) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("part %d: internal error: %v", part, cause)
		}
	}()
	w, err := jobs.open(ctx, m.Dir)
	if err != nil {
		return err
	}
	return w.Mine(ctx, part)
}

// jobs holds the open jobs of this process.
var jobs = openJobs{byDir: map[string]openJob{}}

type openJobs struct {
	mu    sync.Mutex
	byDir map[string]openJob
}

type openJob struct {
	job    *partition.Job
	worker *partition.Worker
}

// open returns the worker of the job in a folder. A process may outlive a job, and the next job may have the same folder. Then open opens
// another worker; the earlier one stays open, because parts of its job may still be mined.
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
	if err := os.Chdir(job.Folder); err != nil { // the configuration's relative paths begin there
		return nil, errs.BadInput(dir, 0, "a worker needs the folders of the planning machine under the same paths", "%v", err)
	}
	w, err := job.Open(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	o.byDir[dir] = openJob{job, w}
	return w, nil
}

// record adds the shares to the journal, so that --overwrite removes them, and returns the paths of the shares.
func record(out *result.Dir, job *partition.Job, files []result.File) (paths []string, err error) {
	for _, f := range files {
		paths = append(paths, filepath.Join(job.Dir, filepath.FromSlash(f.Path)))
	}
	return paths, out.Finish("shares", job.Key, files)
}

// writeFailure writes a worker's error to a file that the submitter reads, because an engine may change or lose the error.
func writeFailure(dir, name string, err error) error {
	return partition.WriteShared(dir, "shares/failed-"+name+".txt", func(w io.Writer) error {
		_, errW := io.WriteString(w, strings.ReplaceAll(err.Error(), "\n", "; "))
		return errW
	})
}

// failure returns the error of the first failed worker or, if no worker wrote one, the engine's error, in one line.
func failure(dir string, engine error) error {
	paths, err := filepath.Glob(filepath.Join(dir, "shares/failed-*.txt"))
	if err == nil && len(paths) > 0 {
		raw, err := os.ReadFile(paths[0])
		if err == nil {
			return fmt.Errorf("%s (failures: %d; finished parts are kept for --resume)", raw, len(paths))
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
	paths, err := filepath.Glob(filepath.Join(dir, "shares/failed-*.txt"))
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return err
}
