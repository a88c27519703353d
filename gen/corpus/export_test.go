package corpus

// The names of all formats, for the tests outside the package.
var (
	DocumentFormats = formatNames(documentFormats)
	TopicFormats    = formatNames(topicFormats)
	QrelsFormats    = formatNames(qrelsFormats)
	RunFormats      = formatNames(runFormats)
)
