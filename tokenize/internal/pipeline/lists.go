package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/internal/model"
)

// readLists reads a part as readStrict does, but the members named in lists are read by their own functions. Lists have up to a million
// entries, and encoding/json would scan them once more for each object around them. The syntax of raw must have been checked.
func readLists(part string, raw json.RawMessage, dst any, lists map[string]func(*json.Decoder) error) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return readStrict(part, raw, dst)
	}
	rest := map[string]json.RawMessage{}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
		if read := lists[name.(string)]; read != nil {
			err = read(dec)
		} else {
			var value json.RawMessage
			err = dec.Decode(&value)
			rest[name.(string)] = value
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
	}
	members, err := json.Marshal(rest)
	if err != nil {
		return fmt.Errorf("%s: %w", part, err)
	}
	return readStrict(part, members, dst)
}

// eachEntry reads a list and calls read for each entry. If the list does not begin with open, the error has the text wrong.
func eachEntry(dec *json.Decoder, open json.Delim, wrong string, read func() error) error {
	if token, err := dec.Token(); err != nil || token != open {
		return fmt.Errorf("%s", wrong)
	}
	for dec.More() {
		if err := read(); err != nil {
			return err
		}
	}
	_, err := dec.Token()
	return err
}

// vocabulary returns a reader of {piece: id, ..}.
func vocabulary(vocab *map[string]int32) func(*json.Decoder) error {
	return func(dec *json.Decoder) error {
		*vocab = map[string]int32{}
		return eachEntry(dec, '{', "the vocab is no object", func() error {
			piece, err := dec.Token()
			if err != nil {
				return err
			}
			var number json.RawMessage
			if err := dec.Decode(&number); err != nil {
				return err
			}
			id, err := strconv.ParseInt(string(number), 10, 32)
			if err != nil {
				return fmt.Errorf("the id of piece %q: %.20q is no id", piece, number)
			}
			(*vocab)[piece.(string)] = int32(id)
			return nil
		})
	}
}

// merges returns a reader of a list with entries "a b" or ["a", "b"]. It leaves out a line such as "#version: 0.2".
func merges(list *[][2]string) func(*json.Decoder) error {
	return func(dec *json.Decoder) error {
		*list = [][2]string{}
		return eachEntry(dec, '[', "the merges are no array", func() error {
			var entry json.RawMessage
			if err := dec.Decode(&entry); err != nil {
				return err
			}
			var parts []string
			if line := ""; json.Unmarshal(entry, &line) == nil {
				if strings.HasPrefix(line, "#version") {
					return nil
				}
				if parts = strings.Split(line, " "); len(parts) != 2 {
					return fmt.Errorf("the merge %q has not two parts", line)
				}
			} else if err := json.Unmarshal(entry, &parts); err != nil {
				return err
			}
			if len(parts) != 2 {
				return fmt.Errorf("a merge has %s, not two parts", terminal.Plural(len(parts), "part", "parts"))
			}
			*list = append(*list, [2]string(parts))
			return nil
		})
	}
}

// pieces returns a reader of a list with entries ["▁the", -3.5], the pieces of a model Unigram.
func pieces(list *[]model.Piece) func(*json.Decoder) error {
	return func(dec *json.Decoder) error {
		return eachEntry(dec, '[', "the vocab is no array", func() error {
			var entry []any
			if err := dec.Decode(&entry); err != nil || len(entry) != 2 {
				return fmt.Errorf("piece %d is not a text with its score", len(*list))
			}
			text, isText := entry[0].(string)
			number, isNumber := entry[1].(json.Number)
			if !isText || !isNumber {
				return fmt.Errorf("piece %d is not a text with its score", len(*list))
			}
			score, err := model.ParseScore(string(number))
			if err != nil {
				return fmt.Errorf("the score of piece %q: %w", text, err)
			}
			*list = append(*list, model.Piece{Text: text, Score: score})
			return nil
		})
	}
}
