// Package settings lists the settings that the arms of an experiment choose from on dev: the same number for each arm.
//
//	grid.go     the settings of either arm;  default.go  those of a user who names none;  sweep.go  of a sweep
//	without.go  a configuration without keys of axiomatic pairs
package settings
