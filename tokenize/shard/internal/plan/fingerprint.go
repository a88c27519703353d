package plan

import "fmt"

// fingerprint returns the options that decide the bytes of a file, as one text. Keys of shards hold it: its words stay as they are,
// whatever the fields are called. A file depends neither on which formats are beside its own nor on the number of threads; the places
// of both are empty.
func (o Options) fingerprint() string {
	return fmt.Sprintf("{Formats:[] ShardRows:%d ShardBytes:%d Compression:%s MaxLength:%d MaxQueryLength:%d GroupSize:%d ShortGroup:%s "+
		"TeacherConflict:%s Pointwise:%s Prompt:%s Template:%s Layout:%s MTDNNRanking:%s MTDNNSan:%t Compat:%s Candidates:%s Threads:0}",
		o.ShardRows, o.ShardBytes, o.Compression, o.MaxLength, o.MaxQueryLength, o.GroupSize, o.ShortGroup,
		o.TeacherConflict, o.Pointwise, o.Prompt, o.Template, o.Layout, o.MTDNNRanking, o.MTDNNSan, o.Compat, o.Candidates)
}

// fingerprint returns what decides the ids, as one text of words that stay, like that of the options.
func (t TokenizerInfo) fingerprint() string {
	return fmt.Sprintf("{Model:%s VocabSHA256:%s Template:%s Options:%s MaxLength:%d MaxQueryLength:%d}",
		t.Model, t.VocabSHA256, t.Template, t.Options.Fingerprint(), t.MaxLength, t.MaxQueryLength)
}
