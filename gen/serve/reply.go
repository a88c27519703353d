package serve

import (
	"encoding/json"
	"io"
	"runtime/debug"
	"sync/atomic"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// sizeLimit limits the size of an answer, in bytes. Several goroutines may use it.
type sizeLimit struct {
	maximum int64
	size    atomic.Int64
}

// reset sets the size to 0 and the maximum to a number of bytes.
func (l *sizeLimit) reset(maximum int) { l.maximum = int64(maximum); l.size.Store(0) }

// reserve adds n bytes to the size. It returns an error if the size then exceeds the maximum.
func (l *sizeLimit) reserve(n int) error {
	if l.size.Add(int64(n)) > l.maximum {
		return errs.BadUsage("ask about fewer lists or documents", "the answer is longer than %s", safefile.Size(l.maximum))
	}
	return nil
}

// large is the size of a request or an answer, in bytes, above which memory is returned to the system at once.
const large = 16 << 20

// freeMemory returns memory to the system if the request (its size in bytes) or its answer was large, even if the answer was refused.
func (l *sizeLimit) freeMemory(request int) {
	if request > large || l.size.Load() > large {
		debug.FreeOSMemory()
	}
}

// pieceSize is the size of a piece of an answer, in bytes. A long answer has many pieces, so that a growing answer is never copied.
const pieceSize = 1 << 20

// reply is an answer as a JSON object, in pieces. After an error nothing is appended.
type reply struct {
	limit  *sizeLimit
	pieces [][]byte
	hasKey bool // true if the object has a key, so that the next key needs a comma
	err    error
}

// newReply returns the beginning of an answer to the request with this id. The answer has no id if id is nil or null.
func newReply(limit *sizeLimit, id json.RawMessage) *reply {
	answer := &reply{limit: limit}
	answer.add([]byte("{"))
	if id != nil && string(id) != "null" {
		answer.addValue("id", id)
	}
	return answer
}

// appendRaw appends bytes, which it may keep, without counting them.
func (r *reply) appendRaw(raw []byte) {
	if last := len(r.pieces) - 1; last >= 0 && len(r.pieces[last])+len(raw) <= pieceSize {
		r.pieces[last] = append(r.pieces[last], raw...)
		return
	}
	r.pieces = append(r.pieces, raw)
}

// add counts and appends bytes. If the answer is too long then, it sets err and appends nothing.
func (r *reply) add(raw []byte) {
	if r.err == nil {
		r.err = r.limit.reserve(len(raw))
	}
	if r.err == nil {
		r.appendRaw(raw)
	}
}

// addJSON appends a value as JSON, without the first begin bytes and the last end bytes.
func (r *reply) addJSON(value any, begin, end int) {
	if r.err != nil {
		return
	}
	raw, err := json.Marshal(value)
	if err != nil {
		r.err = err
		return
	}
	r.add(raw[begin : len(raw)-end])
}

// addKey appends a key. It appends a comma before a key that is not the first.
func (r *reply) addKey(key string) {
	if r.hasKey {
		r.add([]byte(","))
	}
	r.hasKey = true
	r.add([]byte(`"` + key + `":`))
}

func (r *reply) addValue(key string, value any) {
	r.addKey(key)
	r.addJSON(value, 0, 0)
}

// addList appends a key and a list of n values. It encodes step values at a time.
func addList[T any](r *reply, key string, n, step int, value func(i int) T) {
	r.addKey(key)
	r.add([]byte("["))
	batch := make([]T, 0, step)
	for i := range n {
		if batch = append(batch, value(i)); len(batch) < step && i < n-1 {
			continue
		}
		if r.addJSON(batch, 1, 1); r.err != nil {
			return
		}
		if i < n-1 {
			r.add([]byte(","))
		}
		batch = batch[:0]
	}
	r.add([]byte("]"))
}

// finish ends the object and returns it, or the first error.
func (r *reply) finish() (*reply, error) {
	r.add([]byte("}"))
	return r, r.err
}

func write(out io.Writer, answer any) error {
	long, ok := answer.(*reply)
	if !ok {
		raw, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		_, err = out.Write(append(raw, '\n'))
		return err
	}
	long.appendRaw([]byte{'\n'})
	for i, piece := range long.pieces {
		if _, err := out.Write(piece); err != nil {
			return err
		}
		long.pieces[i] = nil
	}
	return nil
}
