package pairs

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// NewUID returns the first 16 hexadecimal digits of the SHA-256 over task, axiom, query id,
// preferred id, other id and pass (in decimal), each preceded by its byte length as an unsigned
// 32-bit little-endian number. It is stable over runs.
func NewUID(task, axiom, queryID, posID, negID string, pass int) string {
	message := make([]byte, 0, 128)
	for _, part := range [...]string{task, axiom, queryID, posID, negID, strconv.Itoa(pass)} {
		message = append(binary.LittleEndian.AppendUint32(message, uint32(len(part))), part...)
	}
	sum := sha256.Sum256(message)
	return hex.EncodeToString(sum[:8])
}

// uidText returns the uid with these digits.
func uidText(digits uint64) string {
	var raw [8]byte
	binary.BigEndian.PutUint64(raw[:], digits)
	return hex.EncodeToString(raw[:])
}

// uidDigits returns the digits of a uid that has the form of NewUID's.
func uidDigits(uid string) (digits uint64, ok bool) {
	for i := range len(uid) {
		switch c := uid[i]; {
		case '0' <= c && c <= '9':
			digits = digits<<4 | uint64(c-'0')
		case 'a' <= c && c <= 'f':
			digits = digits<<4 | uint64(c-'a'+10)
		default:
			return 0, false
		}
	}
	return digits, len(uid) == 16
}
