package index

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"unsafe"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/cespare/xxhash/v2"
)

// An index is a directory of these files. Numbers are little-endian. All numbers except those of type place are at multiples of their size,
// so that a mapped file is read as an array.
//
//	header     one line "axiomine index VERSION CHECKSUM", then JSON; written last
//	docs       a docRecord per document and one past the last
//	lengths    uint32 per document
//	ids        the document ids' bytes, one after the other
//	idslots    uint32 hash table from id to document
//	text       the text, title and URL of each document, each packed (see pack); the last of them are left out if empty
//	folds      uint32 per document: the lower half of the hash (pairs.FoldHash) of its analysed text, without case
//	forward    the term ids of every document, one after the other, each packed (see packTerms)
//	lexicon    a termRecord per term and one past the last; a formRecord per surface form and one past the last; uint32 hash
//	           table from term to its id; the terms' bytes; the surface forms' bytes
//	postings   uint16 per term and document that has it, by term, then document: the lower half of the document's number
//	spans      a Span per term and upper half of its documents' numbers, in order
//	counts     4 bits per posting, the lower ones of a byte first: the term's count in the document, 15 for more than 14
//	large      a largeRecord per count of more than 14, in order
//	sums       uint64 checksums (XXH64) of the blocks of every other file, in this order
//
// The header holds the checksums of these files, and names the files that the documents were read from. The header's own checksum is the
// index's identity.
const (
	version    = 7
	magic      = "axiomine index"
	headerName = "header"
)

// Last is the file that is written last: an index without it is not finished.
const Last = headerName

const (
	docsFile = iota
	lengthsFile
	idsFile
	idslotsFile
	textFile
	foldsFile
	forwardFile
	lexiconFile
	postingsFile
	spansFile
	countsFile
	largeFile
	sumsFile
	numFiles
)

var fileNames = [numFiles]string{"docs", "lengths", "ids", "idslots", "text", "folds", "forward", "lexicon", "postings", "spans", "counts",
	"large", "sums"}

// place is a number below 1<<40, little-endian: an offset or a count.
type place [5]byte

// placeLimit is the smallest number that does not fit a place.
const placeLimit = 1 << 40

func isPlace(n uint64) bool { return n < placeLimit }

func placeOf(n uint64) (p place) {
	binary.LittleEndian.PutUint32(p[:], uint32(n))
	p[4] = byte(n >> 32)
	return p
}

func (p place) number() uint64 { return uint64(binary.LittleEndian.Uint32(p[:])) | uint64(p[4])<<32 }

// docRecord holds the places where the parts of a document begin. A part ends where the same part of the next document begins.
type docRecord [3]place

const (
	idAt      = iota // offset in ids
	textAt           // offset in text
	forwardAt        // offset in forward, counted in uint16
)

// termRecord holds the places where the parts of a term begin, as a docRecord does.
type termRecord [4]place

const (
	postingsAt = iota // the index of its first posting in postings
	spansAt           // the index of its first span in spans
	nameAt            // the offset of its bytes among the lexicon's bytes
	formAt            // the index of its first surface form
)

// places is a docRecord or a termRecord while it is computed.
type places [4]uint64

func (p places) record() (r [4]place) {
	for i, n := range p {
		r[i] = placeOf(n)
	}
	return r
}

// formRecord is a surface form. The forms of a term are sorted by falling count, then by bytes.
type formRecord struct {
	Name  place // the offset among the lexicon's bytes; the last form ends with the file
	Count place
}

// header is the JSON content of the file header.
type header struct {
	Docs      int              `json:"docs"`
	Terms     int              `json:"terms"`
	Forms     int              `json:"forms"`
	Tokens    int64            `json:"tokens"`
	DocFields []string         `json:"doc_fields,omitempty"`
	Stripped  bool             `json:"stripped,omitempty"` // true if markup was removed from the texts
	Analysis  analysis.Options `json:"analysis"`
	analysis.Lists
	Pieces string `json:"pieces,omitempty"` // fingerprint of the analyser's word pieces
	Code   []byte `json:"code,omitempty"`   // the Huffman table of texts, as huff0 writes it
	// Collection names the files of the documents; nil if the builder did not name them.
	Collection []SourceFile `json:"collection,omitempty"`
	Files      []fileRecord `json:"files"`
}

// SourceFile is a file that documents were read from.
type SourceFile struct {
	Name   string `json:"name"` // name without folders
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

type fileRecord struct {
	Name   string   `json:"name"`
	Bytes  int64    `json:"bytes"`
	XXHash string   `json:"xxhash64"`
	blocks []uint64 // checksums of the blocks; nil if the record was read
}

func digest(sum uint64) string { return fmt.Sprintf("%016x", sum) }

// writeHeader finishes an index: it writes the checksums of blocks, then the header with the analyser's settings.
func writeHeader(folder filesys.FS, h header, an *analysis.Analyzer) error {
	h.Analysis, h.Lists = an.Options().Portable(), an.Lists()
	if pieces := an.Options().Pieces; pieces != nil {
		h.Pieces = pieces.Fingerprint()
	}
	w, err := newSink(folder, sumsFile)
	if err != nil {
		return err
	}
	for _, f := range h.Files[:sumsFile] {
		w.Write(raw(f.blocks))
	}
	if h.Files[sumsFile], err = w.finish(); err != nil {
		return err
	}
	body, err := json.MarshalIndent(h, "", "  ")
	if err != nil {
		return err
	}
	body = append(body, '\n')
	return filesys.WriteFile(folder, headerName, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s %d %s\n%s", magic, version, digest(xxhash.Sum64(body)), body)
		return err
	})
}

const rebuild = "build the index again: axiomine gen index"

// longestHeader is the maximum size of a header in bytes. A header has stop words, stems and names of files.
const longestHeader = 4 * safefile.Whole

// readHeader returns the header and its checksum, which is the index's identity.
func readHeader(dir string) (h header, identity string, err error) {
	path := filepath.Join(dir, headerName)
	raw, err := safefile.ReadFile(path, longestHeader)
	if errors.Is(err, fs.ErrNotExist) {
		return h, "", errs.BadInput(dir, 0, rebuild, "not an index, or one whose build did not finish (it has no file %s)", headerName)
	}
	if err != nil {
		return h, "", err
	}
	sum := sha256.Sum256(raw)
	h, err = parseHeader(path, raw)
	return h, hex.EncodeToString(sum[:]), err
}

func parseHeader(path string, raw []byte) (h header, err error) {
	first, body, _ := bytes.Cut(raw, []byte("\n"))
	words := bytes.Fields(first)
	if len(words) != 4 || !bytes.HasPrefix(first, []byte(magic+" ")) {
		return h, errs.BadInput(path, 1, "name the directory of an index", "not the header of an index")
	}
	if v, err := strconv.Atoi(string(words[2])); err != nil || v != version {
		return h, errs.BadInput(path, 1, rebuild, "index format %s, but this program reads format %d", words[2], version)
	}
	if digest(xxhash.Sum64(body)) != string(words[3]) {
		return h, corrupt(path, "its checksum differs")
	}
	if err := json.Unmarshal(body, &h); err != nil {
		bad := errs.BadJSON(path, body, rebuild, "the index is damaged", err)
		if bad.Line > 0 {
			bad.Line++ // the first line is not in the body
		}
		return h, bad
	}
	const most = math.MaxUint32
	if h.Docs < 1 || h.Docs > most || h.Terms < 0 || h.Terms > most || h.Forms < 0 || h.Forms > most || h.Tokens < 0 ||
		h.Tokens > math.MaxInt64/8 {
		return h, corrupt(path, "its counts are out of range")
	}
	names := lists.Map(h.Files, func(f fileRecord) string { return f.Name })
	if !slices.Equal(names, fileNames[:]) || slices.ContainsFunc(h.Files, func(f fileRecord) bool { return f.Bytes < 0 }) {
		return h, corrupt(path, "its list of files differs")
	}
	return h, nil
}

// corrupt returns the error for a damaged file; problem is a clause about the file.
func corrupt(path, problem string) error {
	return errs.BadInput(path, 0, rebuild, "the index is damaged: %s", problem)
}

// blocks returns the number of blocks of all files before sums.
func (h header) blocks() (n int64) {
	for _, f := range h.Files[:sumsFile] {
		n += int64(numBlocks(f.Bytes))
	}
	return n
}

const anySize = -1 // a size that the header's counts do not determine

// sizes returns the size of each file that follows from the header's counts. If the real sizes agree, no count is outside an array.
func (h header) sizes() [numFiles]int64 {
	n := int64(h.Docs)
	return [numFiles]int64{
		docsFile: (n + 1) * int64(unsafe.Sizeof(docRecord{})), lengthsFile: n * 4, idsFile: anySize,
		idslotsFile: int64(tableSize(h.Docs)) * 4,
		textFile:    anySize, foldsFile: 4 * n, forwardFile: anySize, lexiconFile: anySize,
		postingsFile: anySize, spansFile: anySize, countsFile: anySize, largeFile: anySize, sumsFile: h.blocks() * 8,
	}
}
