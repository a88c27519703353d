// Package settings says what the arms of an experiment choose from on dev: as many settings for each.
//
//	setting.go  values of keys, laid over a configuration
//	grid.go     the settings of either arm;  default.go  where none is given;  sweep.go  of a sweep's experiment
//	without.go  a configuration without what is said of axiomatic pairs
package settings
