package arrowbound

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// WithBuffers returns data in which arrays of nulls, at any depth, have the buffer that the library expects of them.
func WithBuffers(d arrow.ArrayData) arrow.ArrayData {
	if d.DataType().ID() == arrow.NULL {
		return array.NewData(d.DataType(), d.Len(), []*memory.Buffer{nil}, nil, d.NullN(), d.Offset())
	}
	if len(d.Children()) == 0 {
		return d
	}
	children := make([]arrow.ArrayData, len(d.Children()))
	for i, child := range d.Children() {
		children[i] = WithBuffers(child)
	}
	return array.NewData(d.DataType(), d.Len(), d.Buffers(), children, d.NullN(), d.Offset())
}
