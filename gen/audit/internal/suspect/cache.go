package suspect

import "github.com/axiomine/axiomine/internal/intern"

// mostHeld is the number of words, with room for more, of the documents that a cache holds.
const mostHeld = 1 << 20

// cache holds the documents that were read last: of most sets each document is in many rows.
type cache struct {
	stats  *Statistics
	byHash map[intern.Sum]*document // by hash of the text
	slots  []*document              // memory of documents, of which the first used ones are held
	used   int
	words  int // of the held documents
	room   int // words for which all slots have room
}

// forget forgets all documents if there are too many. Documents that were read before must not be used afterwards.
func (c *cache) forget() {
	if c.words <= mostHeld {
		return
	}
	clear(c.byHash)
	c.used, c.words = 0, 0
	if c.room > 2*mostHeld {
		c.slots, c.room = nil, 0
	}
}

// read returns the document of a text.
func (c *cache) read(text string) *document {
	hash := intern.SumOf(text)
	if d, has := c.byHash[hash]; has {
		return d
	}
	if c.used == len(c.slots) {
		c.slots = append(c.slots, new(document))
	}
	d := c.slots[c.used]
	c.used++
	c.room -= cap(d.order)
	c.stats.read(d, text)
	c.room += cap(d.order)
	c.words += len(d.order)
	d.group = 0
	c.byHash[hash] = d
	return d
}
