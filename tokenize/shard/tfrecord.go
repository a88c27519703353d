package shard

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// CompatDL4MARCO leaves the last position of a sequence unused, as the converter of dl4marco-bert does.
const CompatDL4MARCO = "dl4marco"

// tfrecordParts are the records of dl4marco-bert: query_ids [CLS] query [SEP], doc_ids document [SEP], label; of a pair the
// positive, then the negative. Files put one behind the other are one again.
func tfrecordParts(p *plan) (parts []part) {
	pt := p.points("tfrecord", p.pairwise, p.idsInput(p.appendRecord))
	for _, v := range p.pairwise {
		for i := range v.shards() {
			rows := v.shard(i)
			parts = append(parts, part{path: v.fileName("tfrecord", i, "tfrecord"), rows: rows.count(pt.rows), split: v.split,
				write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					var ids []int32
					var example, record []byte
					for i := range rows.n {
						r := rows.at(i)
						if i%batchItems == 0 && ctx.Err() != nil {
							return ctx.Err()
						}
						record = record[:0]
						pt.each(r, func(doc uint32, _ string, label float64) {
							var first int
							ids, first = p.appendRecord(ids[:0], r.query, doc)
							example = appendExample(example[:0], ids[:first], ids[first:], int64(label))
							record = appendFrame(record, example)
						})
						if _, err := w.Write(record); err != nil {
							return err
						}
						progress(pt.rows(r))
					}
					return nil
				}})
		}
	}
	return parts
}

// appendRecord appends both sequences and says how many ids are the query's.
func (p *plan) appendRecord(dst []int32, query, document uint32) (ids []int32, first int) {
	ids, first = p.appendCross(dst, query, document)
	if limit := p.options.MaxLength - 1; p.options.Compat == CompatDL4MARCO && len(ids)-len(dst) > limit {
		ids = append(ids[:len(dst)+limit-1], p.sep)
	}
	return ids, first
}

// appendExample appends a tf.Example of three int64 features. Each nested message is of known length before it is written;
// keys are in the order in which TensorFlow's own map serialisation sorts them.
func appendExample(dst []byte, query, doc []int32, label int64) []byte {
	feature := func(dst []byte, name string, n int, id func(i int) uint64) []byte {
		size := 0
		for i := range n {
			size += varintSize(id(i))
		}
		list := 1 + varintSize(uint64(size)) + size                        // Int64List: 1 packed
		value := 1 + varintSize(uint64(list)) + list                       // Feature: 3 int64_list
		entry := 1 + 1 + len(name) + 1 + varintSize(uint64(value)) + value // map entry: 1 key, 2 value
		dst = binary.AppendUvarint(append(dst, 1<<3|2), uint64(entry))
		dst = append(append(dst, 1<<3|2, byte(len(name))), name...)
		dst = binary.AppendUvarint(append(dst, 2<<3|2), uint64(value))
		dst = binary.AppendUvarint(append(dst, 3<<3|2), uint64(list))
		dst = binary.AppendUvarint(append(dst, 1<<3|2), uint64(size))
		for i := range n {
			dst = binary.AppendUvarint(dst, id(i))
		}
		return dst
	}
	start := len(dst)
	dst = feature(dst, "doc_ids", len(doc), func(i int) uint64 { return uint64(doc[i]) })
	dst = feature(dst, "label", 1, func(int) uint64 { return uint64(label) })
	dst = feature(dst, "query_ids", len(query), func(i int) uint64 { return uint64(query[i]) })
	features := len(dst) - start
	var head [1 + binary.MaxVarintLen64]byte // Example: 1 features
	header := binary.AppendUvarint(append(head[:0], 1<<3|2), uint64(features))
	dst = append(dst, header...)
	copy(dst[start+len(header):], dst[start:start+features])
	copy(dst[start:], header)
	return dst
}

func varintSize(x uint64) int {
	n := 1
	for ; x >= 0x80; x >>= 7 {
		n++
	}
	return n
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// masked is TFRecord's checksum: CRC32C turned right by 15 bits, plus a constant (TensorFlow, core/lib/hash/crc32c.h).
func masked(data []byte) uint32 {
	crc := crc32.Checksum(data, castagnoli)
	return (crc>>15 | crc<<17) + 0xa282ead8
}

// appendFrame appends a record: length, its checksum, payload, its checksum.
func appendFrame(dst, payload []byte) []byte {
	start := len(dst)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(payload)))
	dst = binary.LittleEndian.AppendUint32(dst, masked(dst[start:]))
	dst = append(dst, payload...)
	return binary.LittleEndian.AppendUint32(dst, masked(payload))
}
