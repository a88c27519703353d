package shard

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

// rowChecks give for Verify, by format, what is wrong with the first bad row of a file, "" where none is. Of the other formats the
// shape of their rows says all.
var rowChecks = map[string]func(full string, limits *TokenizerInfo) (fault string, err error){
	"duobert": checkDuo, "bertsum": checkSum, "monot5": checkMonoT5, "duot5": checkDuoT5,
}

// sequenceRow are the columns of duobert and bertsum; those that a table does not have stay empty.
type sequenceRow struct {
	IDs       []int32 `parquet:"input_ids,optional,list,dict"`
	TypeIDs   []int8  `parquet:"token_type_ids,optional,list,dict"`
	Positions []int32 `parquet:"cls_positions,optional,list,dict"`
	Texts     []int8  `parquet:"cls_texts,optional,list,dict"`
}

// eachSequence calls check with every row of a table of ids until one has a fault, which it gives as `row N has ..`.
func eachSequence(full string, limits *TokenizerInfo, check func(r sequenceRow) error) (fault string, err error) {
	whole := func(r sequenceRow) error {
		switch {
		case len(r.IDs) == 0 || len(r.IDs) != len(r.TypeIDs):
			return errors.New("has not one segment for each of its ids")
		case limits != nil && len(r.IDs) > limits.MaxLength:
			return errors.New("is longer than max_length")
		}
		return check(r)
	}
	err = pairs.WithParquet(full, func(file *parquet.File) error {
		in := parquet.NewGenericReader[sequenceRow](file)
		defer in.Close()
		buffer := make([]sequenceRow, batchItems)
		for done := 0; ; {
			clear(buffer)
			n, err := in.Read(buffer)
			for i, r := range buffer[:n] {
				if wrong := whole(r); wrong != nil {
					fault = fmt.Sprintf("row %d %v", done+i+1, wrong)
					return nil
				}
			}
			if done += n; err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
	return fault, err
}

// eachLine does the same with every line of a text file.
func eachLine(full string, check func(line []byte) error) (fault string, err error) {
	f, err := os.Open(full)
	if err != nil {
		return "", err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	var line []byte
	for n := 1; ; n++ {
		line, err = untrusted.ReadLine(in, line[:0], untrusted.Line)
		if err == io.EOF {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		if len(line) > 0 {
			if wrong := check(line); wrong != nil {
				return fmt.Sprintf("line %d %v", n, wrong), nil
			}
		}
	}
}

// checkDuo looks whether every row is three segments, 0, 1 and 2, that end in the same id, which is [SEP].
func checkDuo(full string, limits *TokenizerInfo) (string, error) {
	return eachSequence(full, limits, func(r sequenceRow) error {
		want := int8(0)
		for i, segment := range r.TypeIDs {
			last := i+1 == len(r.TypeIDs) || r.TypeIDs[i+1] != segment
			if segment != want || last && r.IDs[i] != r.IDs[len(r.IDs)-1] {
				want = -1
				break
			}
			if last {
				want++
			}
		}
		if want != 3 {
			return errors.New("has not the segments 0, 1 and 2 with [SEP] at the end of each")
		}
		return nil
	})
}

// checkSum looks whether every row has [CLS] at the beginning of each sentence and [SEP] at its end, segments 0 and 1 by turns,
// and sentences of the query, of document 1 and of document 2, in this order.
func checkSum(full string, limits *TokenizerInfo) (string, error) {
	return eachSequence(full, limits, func(r sequenceRow) error {
		n := len(r.Positions)
		if n != len(r.Texts) || n == 0 || r.Positions[0] != 0 || r.Texts[0] != 0 || r.Texts[n-1] != 2 {
			return errors.New("has not a sentence of the query first and one of document 2 last")
		}
		for i, low := range r.Positions {
			high := int32(len(r.IDs))
			if i+1 < n {
				high = r.Positions[i+1]
				if step := r.Texts[i+1] - r.Texts[i]; step != 1 && (step != 0 || i == 0) {
					return errors.New("has not its sentences in the order query, document 1, document 2")
				}
			}
			if low+singleExtra > high || int(high) > len(r.IDs) || r.IDs[low] != r.IDs[0] || r.IDs[high-1] != r.IDs[len(r.IDs)-1] {
				return errors.New("has not [CLS] at the beginning of every sentence and [SEP] at its end")
			}
			for _, segment := range r.TypeIDs[low:high] {
				if segment != int8(i%2) {
					return errors.New("has not the segments 0 and 1 by turns")
				}
			}
		}
		return nil
	})
}
