package configs

// Field is a key under its full name.
type Field struct {
	Key string // "gen.k1"
	of  Key
}

// Fields are the keys for gen.sharedBy, which asks for no more than names and values.
func Fields() (fields []Field) {
	for _, k := range keys() {
		fields = append(fields, Field{k.Name, k})
	}
	return fields
}

// Get gives the field's value in c.
func (f Field) Get(c *Config) any { return f.of.Get(c) }
