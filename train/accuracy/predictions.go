package accuracy

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// prediction is the class that a model predicts for a row of a three-class task.
type prediction struct {
	uid   string
	task  string // "" if the file names none
	epoch int    // from 1; 0 if the file names none
	class int    // 0, 1, 2 for preference -1, 0, +1
	file  string
	line  int
}

// columnNames are the names of the columns that are used.
var columnNames = []string{"uid", "task", "epoch", "prediction"}

const predictionHint = "give what MT-DNN writes, or uid, prediction (0, 1, 2 for preference -1, 0, +1) and, if you like, task and epoch"

// mtdnnName matches the names of the files in which MT-DNN's trainer writes predictions. MT-DNN counts epochs from 0.
var mtdnnName = lazy.Regexp(`_(?:dev|test)_scores_epoch_(\d{1,4})\.json`)

// Read counts the predictions in a file, which may be packed. The file is JSON lines, or a table with tabs and a header. An object with
// lists, as MT-DNN writes it, holds many predictions. If a prediction has no task or epoch, those in the file's name apply.
func (c *Counts) Read(path string) error {
	f, err := safefile.Open(path)
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	defer f.Close()
	in, err := safefile.Unpacked(path, f, c.spare)
	if err != nil {
		return errs.BadInput(path, 0, predictionHint, "%v", err)
	}
	defer in.Close()
	predictions := predictionFile{path: path, columns: map[string]bool{}, add: c.add}
	name := filepath.Base(path)
	if label, _, _ := strings.Cut(strings.TrimSuffix(name, filepath.Ext(name)), "_"); c.truth.labels[label] {
		predictions.task = label
	}
	if parts := mtdnnName().FindStringSubmatch(name); parts != nil {
		number, _ := strconv.Atoi(parts[1])
		predictions.epoch = number + 1
	}
	if err = predictions.readLines(in.Reader); err == nil && predictions.rows == 0 {
		err = errs.BadInput(path, 0, predictionHint, "the file has no predictions")
	}
	unread := slices.DeleteFunc(slices.Sorted(maps.Keys(predictions.columns)), func(column string) bool { return slices.Contains(columnNames, column) })
	if len(unread) > 0 {
		c.unread = append(c.unread, fmt.Sprintf("%s: columns that are not read: %s", path, strings.Join(unread, ", ")))
	}
	return err
}

// predictionFile is a file of predictions.
type predictionFile struct {
	path    string
	columns map[string]bool         // the names of the columns in the file
	rows    int                     // the number of predictions so far
	task    string                  // the task that the file's name names; "" if it names none
	epoch   int                     // the epoch that the file's name names, from 1; 0 if it names none
	add     func(*prediction) error // receives each prediction
}

// addCells adds the prediction in the cells of a line, or the predictions of an object with the lists uids, predictions and scores.
func (f *predictionFile) addCells(line int, cells map[string]any) error {
	if uids, isList := cells["uids"].([]any); isList {
		maps.DeleteFunc(f.columns, func(name string, _ bool) bool {
			return slices.Contains([]string{"uids", "predictions", "scores", "metrics"}, name)
		})
		predictions, _ := cells["predictions"].([]any)
		if len(predictions) != len(uids) {
			return f.locate(line, fmt.Errorf("%d uids, but %d predictions", len(uids), len(predictions)))
		}
		for i := range uids {
			row := map[string]any{"uid": uids[i], "prediction": predictions[i], "task": cells["task"], "epoch": cells["epoch"]}
			if err := f.addCells(line, row); err != nil {
				return err
			}
		}
		return nil
	}
	p := prediction{file: f.path, line: line}
	var isText bool
	var err error
	switch p.uid, isText = cells["uid"].(string); {
	case !isText || p.uid == "":
		return f.locate(line, errors.New("no uid"))
	case cells["task"] != nil:
		if p.task, isText = cells["task"].(string); !isText {
			return f.locate(line, errors.New("task is no name"))
		}
	}
	if p.class, err = parseWhole(cells["prediction"]); err != nil || p.class > 2 {
		return f.locate(line, errors.New("prediction is none of 0, 1, 2"))
	}
	if epoch := cells["epoch"]; epoch != nil && epoch != "" {
		if p.epoch, err = parseWhole(epoch); err != nil {
			return f.locate(line, errors.New("epoch is no whole number"))
		}
	}
	f.rows++
	p.task, p.epoch = cmp.Or(p.task, f.task), cmp.Or(p.epoch, f.epoch)
	return f.add(&p)
}

// locate returns an error with the file and the line. An *errs.Error has them already and is returned unchanged.
func (f *predictionFile) locate(line int, err error) error {
	if located, ok := errors.AsType[*errs.Error](err); ok {
		return located
	}
	return errs.BadInput(f.path, line, predictionHint, "%v", err)
}

// readLines reads JSON lines, or a table whose first line names its columns.
func (f *predictionFile) readLines(in *bufio.Reader) (err error) {
	var buffer []byte
	var header []string
	cells := map[string]any{}
	for line := 1; ; line++ {
		buffer, err = safefile.ReadLine(in, buffer[:0], safefile.Line)
		if errors.Is(err, io.EOF) && len(buffer) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return f.locate(line, err)
		}
		text := strings.TrimPrefix(strings.TrimRight(string(buffer), "\r\n"), "\ufeff")
		clear(cells)
		switch {
		case text == "":
			continue
		case strings.HasPrefix(text, "{"):
			if err := json.Unmarshal([]byte(text), &cells); err != nil {
				return f.locate(line, fmt.Errorf("no JSON object: %w", err))
			}
			for name := range cells {
				f.columns[name] = true
			}
		case header == nil:
			header = strings.Split(text, "\t")
			if !slices.Contains(header, "uid") {
				return f.locate(line, errors.New("the first line is no JSON object, and names no column uid"))
			}
			for _, name := range header {
				if f.columns[name] {
					return f.locate(line, fmt.Errorf("two columns are called %s", name))
				}
				f.columns[name] = true
			}
			continue
		default:
			if n := strings.Count(text, "\t") + 1; n != len(header) {
				return f.locate(line, fmt.Errorf("%s, but the first line has %d", terminal.Plural(n, "column", "columns"), len(header)))
			}
			for i, value := range strings.Split(text, "\t") {
				cells[header[i]] = value
			}
		}
		if err := f.addCells(line, cells); err != nil {
			return err
		}
	}
}

// parseWhole returns a JSON number or a text as a whole number of at least 0.
func parseWhole(cell any) (int, error) {
	switch x := cell.(type) {
	case float64:
		if x >= 0 && x == float64(int(x)) {
			return int(x), nil
		}
	case string:
		n, err := strconv.ParseUint(strings.TrimSpace(x), 10, 31)
		return int(n), err
	}
	return 0, errors.New("no whole number")
}
