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

// prediction is a model's answer on a row of a three-class task.
type prediction struct {
	uid   string
	task  string // "" where the file does not name it
	epoch int    // 0 where the file does not name it
	class int    // 0, 1, 2 for preference -1, 0, +1
	file  string
	line  int
}

// columnNames are the columns that are read.
var columnNames = []string{"uid", "task", "epoch", "prediction"}

const predictionHint = "give what MT-DNN writes, or uid, prediction (0, 1, 2 for preference -1, 0, +1) and, if you like, task and epoch"

// mtdnnName matches the names that MT-DNN's trainer gives to predictions. It counts epochs from 0.
var mtdnnName = lazy.Regexp(`_(?:dev|test)_scores_epoch_(\d{1,4})\.json`)

// Read adds a file of predictions, which may be packed. The first bytes tell whether it is JSON lines or a table with tabs and a header.
// An object with lists, as MT-DNN writes, holds many predictions. Task and epoch of the file's name apply if the file has none.
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
	l := predictionFile{path: path, columns: map[string]bool{}, add: c.add}
	name := filepath.Base(path)
	if label, _, _ := strings.Cut(strings.TrimSuffix(name, filepath.Ext(name)), "_"); c.truth.labels[label] {
		l.task = label
	}
	if parts := mtdnnName().FindStringSubmatch(name); parts != nil {
		number, _ := strconv.Atoi(parts[1])
		l.epoch = number + 1
	}
	if err = l.readLines(in.Reader); err == nil && l.rows == 0 {
		err = errs.BadInput(path, 0, predictionHint, "the file has no predictions")
	}
	unread := slices.DeleteFunc(slices.Sorted(maps.Keys(l.columns)), func(column string) bool { return slices.Contains(columnNames, column) })
	if len(unread) > 0 {
		c.unread = append(c.unread, fmt.Sprintf("%s: columns that are not read: %s", path, strings.Join(unread, ", ")))
	}
	return err
}

// predictionFile is a file of predictions.
type predictionFile struct {
	path    string
	columns map[string]bool // names of columns that have a value
	rows    int
	task    string // from the file's name, or ""
	epoch   int    // from the file's name, or 0
	add     func(*prediction) error
}

// take adds the prediction of a line, or the predictions of an object with lists, which MT-DNN writes: uids, predictions and scores.
func (l *predictionFile) take(line int, cells map[string]any) error {
	if uids, isList := cells["uids"].([]any); isList {
		maps.DeleteFunc(l.columns, func(name string, _ bool) bool {
			return slices.Contains([]string{"uids", "predictions", "scores", "metrics"}, name)
		})
		predictions, _ := cells["predictions"].([]any)
		if len(predictions) != len(uids) {
			return l.bad(line, fmt.Errorf("%d uids, but %d predictions", len(uids), len(predictions)))
		}
		for i := range uids {
			row := map[string]any{"uid": uids[i], "prediction": predictions[i], "task": cells["task"], "epoch": cells["epoch"]}
			if err := l.take(line, row); err != nil {
				return err
			}
		}
		return nil
	}
	p := prediction{file: l.path, line: line}
	var isText bool
	var err error
	switch p.uid, isText = cells["uid"].(string); {
	case !isText || p.uid == "":
		return l.bad(line, errors.New("no uid"))
	case cells["task"] != nil:
		if p.task, isText = cells["task"].(string); !isText {
			return l.bad(line, errors.New("task is no name"))
		}
	}
	if p.class, err = whole(cells["prediction"]); err != nil || p.class > 2 {
		return l.bad(line, errors.New("prediction is none of 0, 1, 2"))
	}
	if epoch := cells["epoch"]; epoch != nil && epoch != "" {
		if p.epoch, err = whole(epoch); err != nil {
			return l.bad(line, errors.New("epoch is no whole number"))
		}
	}
	l.rows++
	p.task, p.epoch = cmp.Or(p.task, l.task), cmp.Or(p.epoch, l.epoch)
	return l.add(&p)
}

// bad adds the file and the line to an error. It returns an error that has a file unchanged.
func (l *predictionFile) bad(line int, err error) error {
	if fault, ok := errors.AsType[*errs.Error](err); ok {
		return fault
	}
	return errs.BadInput(l.path, line, predictionHint, "%v", err)
}

// readLines reads JSON lines, or a table whose first line names its columns.
func (l *predictionFile) readLines(in *bufio.Reader) (err error) {
	var buffer []byte
	var header []string
	cells := map[string]any{}
	for line := 1; ; line++ {
		buffer, err = safefile.ReadLine(in, buffer[:0], safefile.Line)
		if errors.Is(err, io.EOF) && len(buffer) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return l.bad(line, err)
		}
		text := strings.TrimPrefix(strings.TrimRight(string(buffer), "\r\n"), "\ufeff")
		clear(cells)
		switch {
		case text == "":
			continue
		case strings.HasPrefix(text, "{"):
			if err := json.Unmarshal([]byte(text), &cells); err != nil {
				return l.bad(line, fmt.Errorf("no JSON object: %w", err))
			}
			for name := range cells {
				l.columns[name] = true
			}
		case header == nil:
			header = strings.Split(text, "\t")
			if !slices.Contains(header, "uid") {
				return l.bad(line, errors.New("the first line is no JSON object, and names no column uid"))
			}
			for _, name := range header {
				if l.columns[name] {
					return l.bad(line, fmt.Errorf("two columns are called %s", name))
				}
				l.columns[name] = true
			}
			continue
		default:
			if n := strings.Count(text, "\t") + 1; n != len(header) {
				return l.bad(line, fmt.Errorf("%s, but the first line has %d", terminal.Plural(n, "column", "columns"), len(header)))
			}
			for i, value := range strings.Split(text, "\t") {
				cells[header[i]] = value
			}
		}
		if err := l.take(line, cells); err != nil {
			return err
		}
	}
}

// whole converts a JSON number or a text to a whole number of at least 0.
func whole(cell any) (int, error) {
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
