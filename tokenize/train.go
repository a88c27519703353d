package tokenize

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/intern"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/internal/chars"
	"github.com/axiomine/axiomine/tokenize/internal/model"
)

// TrainOptions are the options of Train. Options decide how texts become words. A tokenizer of the vocabulary must have the same Options.
type TrainOptions struct {
	Options
	MinCount int // a pair of pieces that occurs less often is not joined
	Threads  int // the number of threads that count words; 0: one for each core. Any number makes the same vocabulary.
}

// TrainDefaults returns the options of HF's trainer for bert-base-uncased.
func TrainDefaults() TrainOptions { return TrainOptions{Options: Defaults(), MinCount: 2} }

func (o TrainOptions) validate() error {
	if o.MinCount < 1 {
		return errs.BadUsage("2 is what HF's trainer has", "min_count is %d, not a positive number", o.MinCount)
	}
	if o.Threads < 0 {
		return errs.BadUsage("0 counts on all cores", "threads: %d is negative", o.Threads)
	}
	return o.Options.validate()
}

// Train returns a vocabulary of size pieces, trained as by HF's WordPieceTrainer. This is byte-pair encoding with "##" before every piece
// that continues a word (Sennrich et al., ACL 2016, algorithm 1). The first pieces are the special tokens. Then follow every character of
// the texts, by code point, and every character that occurs inside a word, with "##". Each further piece joins the most frequent pair of
// neighbours. Equally frequent pairs are joined in the order of their ids. Training ends early if no pair occurs MinCount times. All words
// of the texts with up to MaxWordChars characters encode without [UNK].
//
// HF numbers the "##" characters in the order of a hash table, so its ties differ from run to run. Here they are ordered by code point, and
// the same texts make the same vocabulary. Progress counts texts, words and pieces.
func Train(ctx context.Context, texts iter.Seq[string], size int, o TrainOptions, st *progress.Stage) (*Vocab, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	counts, err := countWords(ctx, texts, o, st)
	if err != nil {
		return nil, err
	}
	if len(counts) == 0 {
		return nil, errs.BadInput("", 0, "check the collection and its format", "no words to train a vocabulary on")
	}
	t := newTrainer(counts)
	if len(t.pieces) > size {
		return nil, errs.BadUsage(fmt.Sprintf("ask for at least %d", len(t.pieces)),
			"a vocabulary of %d pieces has no room for the special tokens and the texts' %s", size,
			terminal.Plural(len(t.pieces)-len(specialTokens), "character", "characters"))
	}
	st.Next("pieces", "pieces", size)
	st.Add(len(t.pieces))
	for len(t.pieces) < size && t.step(int64(o.MinCount)) {
		st.Add(1)
		if len(t.pieces)%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return newVocab("trained vocabulary", t.pieces)
}

// runs counts runs of raw text, so that each distinct run is normalised once.
type runs struct {
	short  intern.Set
	counts []int64          // the number of occurrences of each short run
	bytes  [256]int64       // the number of occurrences of each ASCII character between the runs
	words  map[string]int64 // the counts of the words of runs that are too long for short
	o      Options
}

// read counts the runs of a text.
func (r *runs) read(text string) {
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && kinds[text[i]] == inRun {
			i++
		}
		switch run := text[start:i]; {
		case run == "":
			r.bytes[text[i]]++
			i++
		case len(run) > model.LongRun:
			r.add(run, 1)
		default:
			b := []byte(run)
			r.count(r.short.Add(b, intern.Hash(b)), 1)
		}
	}
}

// count adds n to the count of a short run. run is its number in short.
func (r *runs) count(run uint32, n int64) {
	if int(run) == len(r.counts) {
		r.counts = append(r.counts, 0)
	}
	r.counts[run] += n
}

// add counts the words of a run that occurs n times.
func (r *runs) add(run string, n int64) {
	chars.Words(r.o.normalizer().Normalize(run), func(word string) { r.words[strings.Clone(word)] += n })
}

func (r *runs) join(other *runs) {
	for i, run := range r.short.AddAll(&other.short, nil) {
		r.count(run, other.counts[i])
	}
	for word, n := range other.words {
		r.words[word] += n
	}
	for c, n := range other.bytes {
		r.bytes[c] += n
	}
}

// countWords returns how often each word occurs in the texts.
func countWords(ctx context.Context, texts iter.Seq[string], o TrainOptions, st *progress.Stage) (map[string]int64, error) {
	all, err := countRuns(ctx, texts, o, st)
	if err != nil {
		return nil, err
	}
	st.Next("words", "words", len(all.counts))
	for c, n := range all.bytes {
		if n > 0 {
			all.add(string([]byte{byte(c)}), n)
		}
	}
	for i, n := range all.counts {
		all.add(string(all.short.Item(uint32(i))), n)
		st.Add(1)
	}
	return all.words, nil
}

// countRuns counts the runs of the texts. Threads read the texts in batches.
func countRuns(ctx context.Context, texts iter.Seq[string], o TrainOptions, st *progress.Stage) (*runs, error) {
	const batch = 256
	group, ctx := parallel.NewGroup(ctx, 0)
	batches := make(chan []string)
	group.Go(func() error {
		defer close(batches)
		chunk := make([]string, 0, batch)
		send := func() bool {
			select {
			case batches <- chunk:
				chunk = make([]string, 0, batch)
				return true
			case <-ctx.Done():
				return false
			}
		}
		for text := range texts {
			if chunk = append(chunk, text); len(chunk) == batch && !send() {
				return ctx.Err()
			}
		}
		send()
		return ctx.Err()
	})
	parts := make([]*runs, cmp.Or(o.Threads, runtime.GOMAXPROCS(0)))
	for i := range parts {
		parts[i] = &runs{words: map[string]int64{}, o: o.Options}
		group.Go(func() error {
			for chunk := range batches {
				for _, text := range chunk {
					parts[i].read(text)
				}
				st.Add(len(chunk))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for _, part := range parts[1:] {
		parts[0].join(part)
	}
	return parts[0], nil
}

// pair holds two neighbouring pieces by id.
type pair struct{ left, right int32 }

// trainer holds every distinct word as a list of piece ids and joins the most frequent pair of neighbours.
type trainer struct {
	pieces    []string
	ids       map[string]int32
	words     [][]int32
	counts    []int64          // the number of occurrences of each word
	pairs     map[pair]int64   // how often the two pieces are neighbours in the texts
	pairWords map[pair][]int32 // the words that have, or once had, the pair
	joined    []int32          // memory that joinIn reuses
	queue     pairQueue        // a heap whose counts are at least those of pairs; step corrects an outdated count at the top
}

func newTrainer(counts map[string]int64) *trainer {
	t := &trainer{ids: map[string]int32{}, pairs: map[pair]int64{}, pairWords: map[pair][]int32{}}
	heads, tails := map[rune]bool{}, map[rune]bool{}
	for word := range counts {
		for i, r := range word {
			heads[r] = true
			if i > 0 {
				tails[r] = true
			}
		}
	}
	for _, s := range specialTokens {
		t.addPiece(s)
	}
	for _, r := range slices.Sorted(maps.Keys(heads)) {
		t.addPiece(string(r))
	}
	for _, r := range slices.Sorted(maps.Keys(tails)) {
		t.addPiece(continuation + string(r))
	}
	for _, word := range slices.Sorted(maps.Keys(counts)) {
		ids := make([]int32, 0, utf8.RuneCountInString(word))
		for i, r := range word {
			prefix := ""
			if i > 0 {
				prefix = continuation
			}
			ids = append(ids, t.ids[prefix+string(r)])
		}
		t.words, t.counts = append(t.words, ids), append(t.counts, counts[word])
	}
	for w, ids := range t.words {
		t.count(ids, t.counts[w])
		for i := 1; i < len(ids); i++ {
			t.mark(pair{ids[i-1], ids[i]}, int32(w))
		}
	}
	for p, n := range t.pairs {
		t.queue = append(t.queue, pairCount{p, n})
	}
	heap.Init(&t.queue)
	return t
}

// addPiece returns the id of a piece. A new piece gets a new id.
func (t *trainer) addPiece(text string) int32 {
	id, ok := t.ids[text]
	if !ok {
		id = int32(len(t.pieces))
		t.ids[text] = id
		t.pieces = append(t.pieces, text)
	}
	return id
}

// count adds n to the count of each pair of neighbours in ids, a part of a word.
func (t *trainer) count(ids []int32, n int64) {
	for i := 1; i < len(ids); i++ {
		t.pairs[pair{ids[i-1], ids[i]}] += n
	}
}

// mark adds word w to the words that have a pair.
func (t *trainer) mark(p pair, w int32) {
	if list := t.pairWords[p]; len(list) == 0 || list[len(list)-1] != w {
		t.pairWords[p] = append(list, w)
	}
}

// step joins the most frequent pair. It returns false if no pair occurs minCount times.
func (t *trainer) step(minCount int64) bool {
	for len(t.queue) > 0 {
		top := t.queue[0]
		switch now := t.pairs[top.pair]; {
		case now < minCount:
			heap.Pop(&t.queue)
		case now != top.count:
			t.queue[0].count = now
			heap.Fix(&t.queue, 0)
		default:
			heap.Pop(&t.queue)
			t.join(top.pair)
			return true
		}
	}
	return false
}

// join replaces a pair by one piece everywhere.
func (t *trainer) join(p pair) {
	whole := t.addPiece(t.pieces[p.left] + strings.TrimPrefix(t.pieces[p.right], continuation))
	isNew := map[pair]bool{}
	for _, w := range t.pairWords[p] {
		t.joinIn(w, p, whole, isNew)
	}
	delete(t.pairs, p)
	delete(t.pairWords, p)
	for q := range isNew { // the order of pushing decides nothing
		heap.Push(&t.queue, pairCount{q, t.pairs[q]})
	}
}

// joinIn replaces a pair by the piece whole in word w, and adds the pairs that contain the new piece to isNew. It changes only the counts
// of pairs between the piece before the first replacement and the piece after the last one.
func (t *trainer) joinIn(w int32, p pair, whole int32, isNew map[pair]bool) {
	ids, first, last := t.words[w], -1, -1
	out := t.joined[:0]
	for i := 0; i < len(ids); i++ {
		if i+1 < len(ids) && ids[i] == p.left && ids[i+1] == p.right {
			if first < 0 {
				first = i
			}
			out = append(out, whole)
			i++
			last = i
		} else {
			out = append(out, ids[i])
		}
	}
	t.joined = out
	if first < 0 {
		return
	}
	begin, rest := max(0, first-1), max(0, len(ids)-last-2) // the unchanged pieces before and behind
	t.count(ids[begin:len(ids)-rest], -t.counts[w])
	t.count(out[begin:len(out)-rest], t.counts[w])
	for i := begin + 1; i < len(out)-rest; i++ {
		if q := (pair{out[i-1], out[i]}); q.left == whole || q.right == whole {
			isNew[q] = true
			t.mark(q, w)
		}
	}
	t.words[w] = append(ids[:0], out...)
}

// pairCount is a pair in the queue.
type pairCount struct {
	pair  pair
	count int64
}

// pairQueue is a heap: the most frequent pair first, equally frequent ones by ids.
type pairQueue []pairCount

func (q pairQueue) Less(i, j int) bool {
	a, b := q[i], q[j]
	return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.pair.left, b.pair.left), cmp.Compare(a.pair.right, b.pair.right)) < 0
}
func (q pairQueue) Len() int      { return len(q) }
func (q pairQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *pairQueue) Push(x any)   { *q = append(*q, x.(pairCount)) }

// Pop removes the pair that heap.Pop has moved to the end. step has read it already.
func (q *pairQueue) Pop() any {
	*q = (*q)[:len(*q)-1]
	return nil
}
