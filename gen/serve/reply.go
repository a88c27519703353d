package serve

import (
	"encoding/json"
	"io"
	"runtime/debug"
	"sync/atomic"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// room is what is left of the longest answer, in bytes. Several goroutines may take of it.
type room struct {
	most  int64
	taken atomic.Int64
}

// open makes room for an answer of at most so many bytes.
func (r *room) open(most int) { r.most = int64(most); r.taken.Store(0) }

// take returns an error if the answer becomes too long by n bytes more.
func (r *room) take(n int) error {
	if r.taken.Add(int64(n)) > r.most {
		return errs.BadUsage("ask about fewer lists or documents", "the answer is longer than %s",
			safefile.Size(r.most))
	}
	return nil
}

// large is the size from which memory is given back at once: 16 MiB.
const large = 16 << 20

// release returns memory to the system where the request was large, or its answer, or what a refused answer had reached.
func (r *room) release(request int) {
	if request > large || r.taken.Load() > large {
		debug.FreeOSMemory()
	}
}

// pieceSize is how much of an answer lies in one piece of memory: a long answer is never copied to make it grow.
const pieceSize = 1 << 20

// reply is the JSON of a long answer, in pieces. After an error nothing more is appended.
type reply struct {
	room   *room
	pieces [][]byte
	hasKey bool // the object has a key already
	err    error
}

// newReply begins the object of an answer to a request with an id, or without one: null is none.
func newReply(r *room, id json.RawMessage) *reply {
	answer := &reply{room: r}
	answer.add([]byte("{"))
	if id != nil && string(id) != "null" {
		answer.addValue("id", id)
	}
	return answer
}

// put appends what took its room before.
func (r *reply) put(raw []byte) {
	if last := len(r.pieces) - 1; last >= 0 && len(r.pieces[last])+len(raw) <= pieceSize {
		r.pieces[last] = append(r.pieces[last], raw...)
		return
	}
	r.pieces = append(r.pieces, raw)
}

// add appends bytes as they stand, if there is room.
func (r *reply) add(raw []byte) {
	if r.err == nil {
		r.err = r.room.take(len(raw))
	}
	if r.err == nil {
		r.put(raw)
	}
}

// addJSON appends a value as JSON without some bytes at both ends.
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

// addKey appends a key, with the comma before it.
func (r *reply) addKey(key string) {
	if r.hasKey {
		r.add([]byte(","))
	}
	r.hasKey = true
	r.add([]byte(`"` + key + `":`))
}

// addValue appends a key and its value.
func (r *reply) addValue(key string, value any) {
	r.addKey(key)
	r.addJSON(value, 0, 0)
}

// addList appends a key and a list of n values, of which so many are asked for at a time.
func addList[T any](r *reply, key string, n, step int, value func(i int) T) {
	r.addKey(key)
	r.add([]byte("["))
	some := make([]T, 0, step)
	for i := range n {
		if some = append(some, value(i)); len(some) < step && i < n-1 {
			continue
		}
		if r.addJSON(some, 1, 1); r.err != nil {
			return
		}
		if i < n-1 {
			r.add([]byte(","))
		}
		some = some[:0]
	}
	r.add([]byte("]"))
}

// finish ends the object.
func (r *reply) finish() (*reply, error) {
	r.add([]byte("}"))
	return r, r.err
}

// write writes an answer as a line.
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
	long.put([]byte{'\n'})
	for i, piece := range long.pieces {
		if _, err := out.Write(piece); err != nil {
			return err
		}
		long.pieces[i] = nil
	}
	return nil
}
