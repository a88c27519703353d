package pairs

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// NewUID is the first 16 hexadecimal digits of the SHA-256 over task, axiom, query id, preferred id, other id and pass
// (in decimal), each preceded by its byte length as an unsigned 32-bit little-endian number. It is stable over runs.
func NewUID(task, axiom, queryID, posID, negID string, pass int) string {
	h := sha256.New()
	var size [4]byte
	for _, part := range [...]string{task, axiom, queryID, posID, negID, strconv.Itoa(pass)} {
		binary.LittleEndian.PutUint32(size[:], uint32(len(part)))
		h.Write(size[:])
		h.Write([]byte(part))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// uidText is the uid of these digits.
func uidText(digits uint64) string {
	var raw [8]byte
	binary.BigEndian.PutUint64(raw[:], digits)
	return hex.EncodeToString(raw[:])
}
