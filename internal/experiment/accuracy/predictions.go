package accuracy

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/safefile/packing"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

// Prediction is a model's answer on a row of a three-class task.
type Prediction struct {
	UID   string
	Task  string // "" where the file does not name it
	Epoch int    // 0 where the file does not name it
	Class int    // 0, 1, 2 for preference -1, 0, +1
	File  string
	Line  int // or the number of the row
}

// Predictions are what files hold.
type Predictions struct {
	List   []Prediction
	Unread []string // sentences: columns that are not read
}

// columnNames are the columns that are read.
var columnNames = []string{"uid", "task", "epoch", "prediction", "scores"}

const predictionHint = "write uid, prediction (0, 1, 2 for preference -1, 0, +1) or scores (three numbers), and, if you like, task and " +
	"epoch"

// Read adds a file of predictions: Parquet, JSON lines, or a table with tabs and a header, by its first bytes. Lines may be packed.
func (p *Predictions) Read(path string) error {
	f, err := safefile.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in, done, err := packing.Reader(path, f)
	if err != nil {
		return errs.BadInput(path, 0, predictionHint, "%v", err)
	}
	if done != nil {
		defer done()
	}
	met := columns{}
	var list []Prediction
	switch first, _ := in.Peek(4); {
	case string(first) == "PAR1" && done == nil:
		list, err = readParquet(path, met)
	case string(first) == "PAR1":
		err = errs.BadInput(path, 0, "unpack the file first", "a packed Parquet file")
	default:
		list, err = readLines(path, in, met)
	}
	if err == nil && len(list) == 0 {
		err = errs.BadInput(path, 0, predictionHint, "the file has no predictions")
	}
	p.List = append(p.List, list...)
	if unread := met.unread(); len(unread) > 0 {
		p.Unread = append(p.Unread, fmt.Sprintf("%s: columns that are not read: %s", path, strings.Join(unread, ", ")))
	}
	return err
}

// columns are the columns of a file that hold something.
type columns map[string]bool

// unread returns those that are not read.
func (c columns) unread() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(c)), func(name string) bool { return slices.Contains(columnNames, name) })
}

// readLines reads JSON lines, or a table whose first line names its columns.
func readLines(path string, in *bufio.Reader, met columns) (list []Prediction, err error) {
	var buffer []byte
	var header []string
	for line := 1; ; line++ {
		buffer, err = safefile.ReadLine(in, buffer[:0], safefile.Line)
		if errors.Is(err, io.EOF) && len(buffer) == 0 {
			return list, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, errs.BadInput(path, line, predictionHint, "%v", err)
		}
		text := strings.TrimPrefix(strings.TrimRight(string(buffer), "\r\n"), "\ufeff")
		cells := map[string]any{}
		switch {
		case text == "":
			continue
		case strings.HasPrefix(text, "{"):
			if err := json.Unmarshal([]byte(text), &cells); err != nil {
				return nil, errs.BadInput(path, line, predictionHint, "no JSON object: %v", err)
			}
		case header == nil:
			header = strings.Split(text, "\t")
			if !slices.Contains(header, "uid") {
				return nil, errs.BadInput(path, line, predictionHint, "the first line is no JSON object, and names no column uid")
			}
			continue
		default:
			fields := strings.Split(text, "\t")
			if len(fields) != len(header) {
				return nil, errs.BadInput(path, line, predictionHint, "%s, but the first line has %d", terminal.Plural(len(fields), "column",
					"columns"), len(header))
			}
			for i, name := range header {
				cells[name] = fields[i]
			}
		}
		for name := range cells {
			met[name] = true
		}
		p, err := read(cells)
		if err != nil {
			return nil, errs.BadInput(path, line, predictionHint, "%v", err)
		}
		p.File, p.Line = path, line
		list = append(list, p)
	}
}

// readParquet reads the columns of a Parquet file.
func readParquet(path string, met columns) (list []Prediction, err error) {
	err = pairs.WithParquet(path, func(file *parquet.File) error {
		names := make([]string, len(file.Schema().Columns()))
		for i, column := range file.Schema().Columns() {
			names[i] = column[0]
			met[column[0]] = true
		}
		rows := parquet.NewReader(file)
		defer rows.Close()
		buffer := make([]parquet.Row, 1)
		for line := 1; ; line++ {
			n, err := rows.ReadRows(buffer)
			if n == 0 {
				if errors.Is(err, io.EOF) {
					return nil
				}
				return err
			}
			cells := map[string]any{}
			for _, v := range buffer[0] {
				name := names[v.Column()]
				switch {
				case v.IsNull() || !slices.Contains(columnNames, name):
				case name == "scores":
					scores, _ := cells[name].([]any)
					cells[name] = append(scores, v.String())
				default:
					cells[name] = v.String()
				}
			}
			p, err := read(cells)
			if err != nil {
				return errs.BadInput(path, line, predictionHint, "row %d: %v", line, err)
			}
			p.File, p.Line = path, line
			list = append(list, p)
		}
	})
	if err != nil && !errors.As(err, new(*errs.Error)) && !errors.Is(err, os.ErrNotExist) {
		err = errs.BadInput(path, 0, predictionHint, "%v", err)
	}
	return list, err
}

// read reads the cells of a prediction: texts, or values of JSON.
func read(cells map[string]any) (p Prediction, err error) {
	p.UID, _ = cells["uid"].(string)
	if p.UID == "" {
		return p, errors.New("no uid")
	}
	if task, has := cells["task"]; has && task != nil {
		if p.Task, has = task.(string); !has {
			return p, errors.New("task is no name")
		}
	}
	if epoch, ok := cells["epoch"]; ok && epoch != "" && epoch != nil {
		if p.Epoch, err = whole(epoch); err != nil || p.Epoch < 0 {
			return p, errors.New("epoch is no whole number")
		}
	}
	prediction, has := cells["prediction"]
	if has && prediction != "" && prediction != nil {
		if p.Class, err = whole(prediction); err != nil || p.Class < 0 || p.Class > 2 {
			return p, errors.New("prediction is none of 0, 1, 2")
		}
		return p, nil
	}
	scores, err := numbers(cells["scores"])
	if err != nil || len(scores) != 3 {
		return p, errors.New("neither a prediction nor three scores")
	}
	for class, score := range scores {
		if score > scores[p.Class] { // of equal scores the first
			p.Class = class
		}
	}
	return p, nil
}

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
			if x, err = strconv.ParseFloat(text, 64); err != nil {
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
