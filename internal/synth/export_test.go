package synth

// Words are a collection's words by rank.
func Words(c *Collection) []string { return c.words }
