package partition

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Job is a run whose queries workers of a distributed engine mine. The job's folder, the index and the files of the configuration must have
// the same paths on all machines.
type Job struct {
	Folder   string         `json:"Folder"`   // the folder that relative paths of the configuration start from
	Dir      string         `json:"-"`        // the output directory on this machine; shares are written to Dir/shares
	Key      string         `json:"Key"`      // result of dataset.DrawingKey
	Parts    int            `json:"Parts"`    // the number of parts of the queries
	Splits   []string       `json:"Splits"`   // the names of the splits, in the order of the shares' counts
	Training int            `json:"Training"` // the index in Splits of the split that is drawn from
	Wanted   []int          `json:"Wanted"`   // the wanted number of pairs of each pool
	Queries  int            `json:"Queries"`  // number of queries of all splits
	Index    string         `json:"Index"`    // the identity of the index
	Pieces   bool           `json:"Pieces"`   // true if an axiom needs lengths in word pieces
	Config   configs.Config `json:"Config"`
}

const (
	jobName   = "job.json" // file of the job, below the output directory
	sharesDir = "shares"   // folder of the workers' shares, below the output directory
)

// WorkName returns the file of a part's queries, below a job's folder: []Element in gob. Parts are counted from 1.
func WorkName(part int) string { return fmt.Sprintf("work/part-%05d.bin", part) }

// Element is one query with its candidates.
type Element struct {
	Split    int   // an index of Job.Splits
	Place    int32 // the query's index in the split
	Labelled bool  // true if its judgements are in use
	Query    mine.Query
}

// Plan writes the files that workers need: job.json, and the queries of each part below work/. It returns the job.
func Plan(p *prepare.Preparation, parts int) (*Job, error) {
	if p.Run.Config.Gen.Mixture != "" {
		return nil, errMixtureInParts
	}
	training, err := prepare.Training(&p.Run.Config.Gen, p.Splits)
	if err != nil {
		return nil, err
	}
	drawer, err := dataset.NewDrawer(p, training, nil)
	if err != nil {
		return nil, err
	}
	amounts, text, err := dataset.SampleSizes(p.Run.Config.Gen.Budget, drawer)
	if err != nil {
		return nil, err
	}
	p.Run.Progress.Say("%s", text)
	j := &Job{Parts: parts, Wanted: amounts, Index: p.Index.About().Identity, Config: *p.Run.Config}
	if drawer.Options.Judged != sample.All { // a worker cannot compute the number: it has a part of the queries
		j.Config.Gen.Judged = strconv.Itoa(drawer.Options.Judged)
	}
	if j.Key, err = dataset.DrawingKey(p); err != nil {
		return nil, err
	}
	if j.Folder, err = os.Getwd(); err != nil {
		return nil, err
	}
	if j.Dir, err = filepath.Abs(p.Run.Out.Path(".")); err != nil {
		return nil, err
	}
	j.Pieces = p.Pieces != nil
	stage := fmt.Sprintf("job of %d parts", parts)
	elements := make([][]Element, parts) // the queries of each part
	labels := drawer.HasLabels()
	for s := range p.Splits {
		split := &p.Splits[s]
		j.Splits = append(j.Splits, split.Name)
		if split == training {
			j.Training = s
		}
		j.Queries += len(split.Queries)
		for i := range split.Queries {
			part := mine.PartOf(split.Queries[i].ID, parts) - 1
			elements[part] = append(elements[part], Element{s, int32(i), split == training && labels[i], split.Queries[i]})
		}
	}
	batch := p.Run.Out.Batch()
	for i, list := range elements {
		batch.Write(WorkName(i+1), func(w io.Writer) error { return gob.NewEncoder(w).Encode(list) })
	}
	batch.WriteJSON(jobName, j)
	return j, batch.Finish(stage, j.Key)
}

// resolvedConfig returns the job's configuration with the paths of the index, vectors and vocabulary that the run made. The job's file does
// not have these paths, because the folder may be renamed after planning.
func (j *Job) resolvedConfig() *configs.Config {
	c := j.Config
	absolute := func(name string) string { return filepath.Join(j.Dir, name) }
	if c.Gen.Index == "" {
		c.Gen.Index = absolute(prepare.IndexDir)
	}
	if source, _ := prepare.VectorsSource(&c.Gen); source == prepare.TrainVectors {
		c.Gen.Vectors, c.Gen.VectorsMode = absolute(prepare.VectorsFile), string(similarity.Stems)
	}
	if j.Pieces && c.Tokenize.Vocab == "" {
		c.Tokenize.Vocab = absolute(prepare.VocabFile)
	}
	return &c
}

// elements reads the queries of a part.
func (j *Job) elements(part int) (list []Element, err error) {
	path := filepath.Join(j.Dir, filepath.FromSlash(WorkName(part)))
	f, err := safefile.Open(path)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	defer f.Close()
	if err := gob.NewDecoder(f).Decode(&list); err != nil {
		return nil, errs.BadInput(path, 0, "remove the job's folder and plan it again", "the file of work is damaged or cut short: %v", err)
	}
	return list, nil
}

// Worker mines parts of a job.
type Worker struct {
	job *Job
	run *prepare.Preparation
}

// ReadJob reads the job that Plan left in dir.
func ReadJob(dir string) (*Job, error) {
	path := filepath.Join(dir, jobName)
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	j := &Job{}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields() // a field of another version is an error
	if err := decoder.Decode(j); err != nil {
		return nil, errs.BadInput(path, 0, "plan the job again", "%v", err)
	}
	j.Dir, err = filepath.Abs(dir)
	return j, err
}

// Open returns a worker for the job. The working directory must be the job's Folder, since the configuration may have relative paths. The
// index is memory-mapped; queries and candidates come from the files of work.
func (j *Job) Open(ctx context.Context) (*Worker, error) {
	c := j.resolvedConfig()
	p, err := prepare.StartWithoutFiles(stage.NewRun(c, nil, nil, "worker"))
	if err == nil {
		p, err = p.Documents(ctx)
	}
	if err == nil && p.Index.About().Identity != j.Index {
		err = errs.BadInput(c.Gen.Index, 0, "plan the job again", "it is not the index that the job was planned with")
	}
	if err != nil {
		if p != nil {
			p.Close()
		}
		return nil, err
	}
	return &Worker{job: j, run: p}, nil
}

// Close releases the index.
func (w *Worker) Close() error { return w.run.Close() }

// ShareName returns the file of a part's share, below the job's folder.
func (j *Job) ShareName(part int) string {
	return sharesDir + "/" + shareName(mine.Part{Number: part, Parts: j.Parts})
}

// Mine mines one part and writes its share. If an undamaged share of the part and job exists, it does nothing.
func (w *Worker) Mine(ctx context.Context, number int) error {
	part, name := mine.Part{Number: number, Parts: w.job.Parts}, w.job.ShareName(number)
	if s, err := readShare(filepath.Join(w.job.Dir, filepath.FromSlash(name))); err == nil && s.Key == w.job.Key && s.Part == part {
		return nil
	}
	elements, err := w.job.elements(number)
	if err != nil {
		return err
	}
	s, err := w.share(ctx, part, elements)
	if err == nil {
		err = WriteShared(w.job.Dir, name, func(file io.Writer) error { return writeShare(file, s) })
	}
	if err != nil {
		return fmt.Errorf("part %s: %w", part, err)
	}
	return nil
}

// share mines a part and returns its share. A damaged index is an error.
func (w *Worker) share(ctx context.Context, part mine.Part, elements []Element) (s *dataset.Share, err error) {
	defer errs.Rescue(&err)
	p := *w.run
	p.Splits = make([]prepare.Split, len(w.job.Splits))
	for i := range p.Splits {
		p.Splits[i].Name = w.job.Splits[i]
	}
	places, labels := []int32{}, []bool{}
	for _, e := range elements {
		p.Splits[e.Split].Queries = append(p.Splits[e.Split].Queries, e.Query)
		if e.Split == w.job.Training {
			places, labels = append(places, e.Place), append(labels, e.Labelled)
		}
	}
	training := &p.Splits[w.job.Training]
	drawer, err := dataset.ConfiguredDrawer(&p, training)
	if err != nil {
		return nil, err
	}
	drawer.Labels = labels
	s = &dataset.Share{Part: part, Key: w.job.Key}
	if err := fill(ctx, &p, s, drawer, w.job.Wanted); err != nil {
		return nil, err
	}
	s.Sample.Places = places
	return s, nil
}

// WriteShared writes a file of a job that several workers may write at once. Each worker writes and syncs a separate file, then renames
// it, so that the result is never partial. A name or link that leads out of dir is an error.
func WriteShared(dir, name string, write func(io.Writer) error) error {
	root, err := filesys.Open(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	folder := path.Dir(name)
	if err := root.Mkdir(folder); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return filesys.Replace(root, path.Join(folder, fmt.Sprintf("%s%016x%s", unfinished, rand.Uint64(), unfinishedEnd)), name, write)
}

// The beginning and the end of the name of a file that a worker has not finished.
const (
	unfinished    = ".share-"
	unfinishedEnd = ".part"
)

// SweepJob removes the unfinished files of killed workers below a job's folder.
func SweepJob(dir string) error {
	files, err := safefile.Glob(filepath.Join(dir, sharesDir), unfinished+strings.Repeat("[0-9a-f]", 16)+unfinishedEnd)
	failed := []error{err}
	for _, path := range files {
		failed = append(failed, os.Remove(path))
	}
	return errors.Join(failed...)
}
