package serve

import (
	"encoding/json"
	"io"
	"runtime/debug"
	"sync/atomic"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// room limits the size of an answer, in bytes. Several goroutines may use it.
type room struct {
	most  int64
	taken atomic.Int64
}

// open resets the size, and sets its maximum.
func (r *room) open(most int) { r.most = int64(most); r.taken.Store(0) }

// take adds n bytes to the size, and returns an error if it exceeds the maximum.
func (r *room) take(n int) error {
	if r.taken.Add(int64(n)) > r.most {
		return errs.BadUsage("ask about fewer lists or documents", "the answer is longer than %s",
			safefile.Size(r.most))
	}
	return nil
}

// large is the size in bytes, 16 MiB, from which memory is returned to the system at once.
const large = 16 << 20

// release returns memory to the system if the request, of so many bytes, or its answer was large. A refused answer counts as well.
func (r *room) release(request int) {
	if request > large || r.taken.Load() > large {
		debug.FreeOSMemory()
	}
}

// pieceSize is the size of a piece of an answer, in bytes. An answer has many pieces, so that it is never copied to grow.
const pieceSize = 1 << 20

// reply is the JSON of a long answer, in pieces. After an error nothing more is appended.
type reply struct {
	room   *room
	pieces [][]byte
	hasKey bool // the object has a key, so the next one needs a comma
	err    error
}

// newReply starts the object of an answer to the request with this id; nil or null leaves the id out.
func newReply(r *room, id json.RawMessage) *reply {
	answer := &reply{room: r}
	answer.add([]byte("{"))
	if id != nil && string(id) != "null" {
		answer.addValue("id", id)
	}
	return answer
}

// put appends bytes that room.take has counted.
func (r *reply) put(raw []byte) {
	if last := len(r.pieces) - 1; last >= 0 && len(r.pieces[last])+len(raw) <= pieceSize {
		r.pieces[last] = append(r.pieces[last], raw...)
		return
	}
	r.pieces = append(r.pieces, raw)
}

// add counts and appends bytes, unless the answer becomes too long.
func (r *reply) add(raw []byte) {
	if r.err == nil {
		r.err = r.room.take(len(raw))
	}
	if r.err == nil {
		r.put(raw)
	}
}

// addJSON appends a value as JSON, without the first begin and the last end bytes.
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
