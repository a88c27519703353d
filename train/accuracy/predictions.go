package accuracy

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

// prediction is a model's answer on a row of a three-class task.
type prediction struct {
	uid   string
	task  string // "" where the file does not name it
	epoch int    // 0 where the file does not name it
	class int    // 0, 1, 2 for preference -1, 0, +1
	tied  bool   // another class has the same score
	file  string
	line  int // or the number of the row
}

// columnNames are the columns that are read.
var columnNames = []string{"uid", "task", "epoch", "prediction", "scores"}

const predictionHint = "give what MT-DNN writes, or uid, prediction (0, 1, 2 for preference -1, 0, +1) or scores (three numbers), and, if " +
	"you like, task and epoch"

// mtdnnName matches the names that MT-DNN's trainer gives to predictions. It counts epochs from 0.
var mtdnnName = lazy.Regexp(`_(?:dev|test)_scores_epoch_(\d{1,4})\.json`)

// Read adds a file of predictions: Parquet, JSON lines, or a table with tabs and a header, by its first bytes. Lines may be packed. An object
// with lists, as MT-DNN writes, holds many predictions. What the file's name says of task and epoch holds where the file says nothing.
func (m *Counts) Read(path string) error {
	f, err := safefile.Open(path)
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	defer f.Close()
	in, done, err := safefile.Unpacked(path, f, m.spare)
	if err != nil {
		return errs.BadInput(path, 0, predictionHint, "%v", err)
	}
	if done != nil {
		defer done()
	}
	l := predictionFile{path: path, columns: map[string]bool{}, add: m.add}
	name := filepath.Base(path)
	if label, _, _ := strings.Cut(strings.TrimSuffix(name, filepath.Ext(name)), "_"); m.truth.labels[label] {
		l.task = label
	}
	if parts := mtdnnName().FindStringSubmatch(name); parts != nil {
		number, _ := strconv.Atoi(parts[1])
		l.epoch = number + 1
	}
	switch first, _ := in.Peek(4); {
	case string(first) == "PAR1" && done == nil:
		err = l.readParquet()
	case string(first) == "PAR1":
		err = errs.BadInput(path, 0, "unpack the file first", "a packed Parquet file")
	default:
		err = l.readLines(in)
	}
	if err == nil && l.rows == 0 {
		err = errs.BadInput(path, 0, predictionHint, "the file has no predictions")
	}
	if unread := l.unread(); len(unread) > 0 {
		m.unread = append(m.unread, fmt.Sprintf("%s: columns that are not read: %s", path, strings.Join(unread, ", ")))
	}
	return err
}

// predictionFile is a file of predictions.
type predictionFile struct {
	path    string
	columns map[string]bool // names of those that hold something
	rows    int
	task    string // of the file's name, or ""
	epoch   int    // of the file's name, or 0
	add     func(*prediction) error
}

// unread returns the columns that are not read.
func (l *predictionFile) unread() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(l.columns)), isRead)
}

func isRead(column string) bool { return slices.Contains(columnNames, column) }

// take reads and adds the prediction of a line or row, or those of its lists.
func (l *predictionFile) take(line int, cells map[string]any) error {
	if uids, isList := cells["uids"].([]any); isList {
		return l.takeList(line, uids, cells)
	}
	p, err := read(cells)
	if err != nil {
		return l.bad(line, err)
	}
	l.rows++
	p.task, p.epoch = cmp.Or(p.task, l.task), cmp.Or(p.epoch, l.epoch)
	p.file, p.line = l.path, line
	return l.add(&p)
}

// takeList adds the predictions of an object that MT-DNN writes: uids, predictions, and the scores of all rows in one list. A task with one
// score a row has no classes.
func (l *predictionFile) takeList(line int, uids []any, cells map[string]any) error {
	for _, name := range []string{"uids", "predictions", "metrics"} {
		delete(l.columns, name)
	}
	predictions, _ := cells["predictions"].([]any)
	scores, _ := cells["scores"].([]any)
	if n := len(uids); len(predictions) != n || len(scores) != 0 && len(scores) != n && len(scores) != 3*n {
		return l.bad(line, fmt.Errorf("%d uids, but %d predictions and %d scores", n, len(predictions), len(scores)))
	}
	for i := range uids {
		row := map[string]any{"uid": uids[i], "prediction": predictions[i], "task": cells["task"], "epoch": cells["epoch"]}
		if len(scores) == 3*len(uids) {
			row["scores"] = scores[3*i : 3*i+3]
		}
		if err := l.take(line, row); err != nil {
			return err
		}
	}
	return nil
}

// bad returns an error of the file with its line, and one that names its file as it is.
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
				if l.columns[name] && isRead(name) {
					return l.bad(line, fmt.Errorf("two columns are called %s", name))
				}
				l.columns[name] = true
			}
			continue
		default:
			if err := splitCells(text, header, cells); err != nil {
				return l.bad(line, err)
			}
		}
		if err := l.take(line, cells); err != nil {
			return err
		}
	}
}

// splitCells adds the cells of a line of a table, of the columns that are read.
func splitCells(text string, header []string, cells map[string]any) error {
	if n := strings.Count(text, "\t") + 1; n != len(header) {
		return fmt.Errorf("%s, but the first line has %d", terminal.Plural(n, "column", "columns"), len(header))
	}
	for _, name := range header {
		cell, rest, _ := strings.Cut(text, "\t")
		if text = rest; isRead(name) {
			cells[name] = cell
		}
	}
	return nil
}

// readParquet reads the columns of a Parquet file.
func (l *predictionFile) readParquet() error {
	err := pairs.WithParquet(l.path, func(file *parquet.File) error {
		names := make([]string, len(file.Schema().Columns()))
		for i, column := range file.Schema().Columns() {
			names[i] = column[0]
			l.columns[column[0]] = true
		}
		if file.NumRows() == 0 {
			return nil
		}
		rows := parquet.NewReader(file)
		defer rows.Close()
		buffer, cells := make([]parquet.Row, 1), map[string]any{}
		for line := 1; ; line++ {
			n, err := rows.ReadRows(buffer)
			if n == 0 {
				if errors.Is(err, io.EOF) {
					return nil
				}
				return err
			}
			clear(cells)
			for _, v := range buffer[0] {
				name := names[v.Column()]
				switch {
				case v.IsNull() || !isRead(name):
				case name == "scores":
					scores, _ := cells[name].([]any)
					cells[name] = append(scores, v.String())
				default:
					cells[name] = v.String()
				}
			}
			if err := l.take(line, cells); err != nil {
				return err
			}
		}
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return l.bad(0, err)
	}
	return err
}

// read reads the cells of a prediction: texts, or values of JSON.
func read(cells map[string]any) (p prediction, err error) {
	p.uid, _ = cells["uid"].(string)
	if p.uid == "" {
		return p, errors.New("no uid")
	}
	if task, has := cells["task"]; has && task != nil {
		if p.task, has = task.(string); !has {
			return p, errors.New("task is no name")
		}
	}
	if epoch, ok := cells["epoch"]; ok && epoch != "" && epoch != nil {
		if p.epoch, err = whole(epoch); err != nil || p.epoch < 0 {
			return p, errors.New("epoch is no whole number")
		}
	}
	return p, p.readClass(cells)
}

// readClass reads the class: that of the prediction, else that of the greatest score, of equal scores the first.
func (p *prediction) readClass(cells map[string]any) (err error) {
	given := hasValue(cells["prediction"])
	if given {
		if p.class, err = whole(cells["prediction"]); err != nil || p.class < 0 || p.class > 2 {
			return errors.New("prediction is none of 0, 1, 2")
		}
		if !hasValue(cells["scores"]) {
			return nil
		}
	}
	scores, err := numbers(cells["scores"])
	switch {
	case given && (err != nil || len(scores) != 3):
		return errors.New("the scores are no three numbers")
	case err != nil || len(scores) != 3:
		return errors.New("neither a prediction nor three scores")
	}
	greatest := slices.Max(scores)
	if given && scores[p.class] < greatest {
		return fmt.Errorf("the prediction is %d, and the greatest score is that of %d", p.class, slices.Index(scores, greatest))
	}
	if !given {
		p.class = slices.Index(scores, greatest)
		p.tied = slices.Contains(scores[p.class+1:], greatest)
	}
	return nil
}

// hasValue reports whether a cell is there and not empty.
func hasValue(cell any) bool { return cell != nil && cell != "" }

func whole(cell any) (int, error) {
	switch x := cell.(type) {
	case float64:
		if x != float64(int(x)) {
			return 0, errors.New("no whole number")
		}
		return int(x), nil
	case string:
		return strconv.Atoi(strings.TrimSpace(x))
	}
	return 0, errors.New("no number")
}

// numbers reads a list of JSON, or a text of numbers with commas or spaces between them.
func numbers(cell any) (list []float64, err error) {
	values, ok := cell.([]any)
	if text, isText := cell.(string); isText {
		ok = true
		for _, field := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[], ", r) }) {
			values = append(values, field)
		}
	}
	if !ok {
		return nil, errors.New("no list")
	}
	for _, value := range values {
		x, isNumber := value.(float64)
		if text, isText := value.(string); isText {
			if x, err = numeral.Parse(text); err != nil {
				return nil, err
			}
			isNumber = true
		}
		if !isNumber || x != x {
			return nil, errors.New("no number")
		}
		list = append(list, x)
	}
	return list, nil
}
