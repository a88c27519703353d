package axioms

// CPUTime is for the benchmarks outside the package.
var CPUTime = cpuTime
