package corpus

// The names of all formats, for the tests outside the package.
var (
	DocumentFormats = names(documentFormats)
	TopicFormats    = names(topicFormats)
	QrelsFormats    = names(qrelsFormats)
	RunFormats      = names(runFormats)
)
