package main

import (
	"context"
	"strings"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// serve runs a worker until the job is done if the arguments have --provision_endpoint, as those of an engine's task manager do. So this
// binary is also the program of Beam's environment PROCESS. For other arguments isWorker is false.
func serve(args []string) (isWorker bool, err error) {
	var id, provision string
	for _, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--id="); ok {
			id = value
		}
		if value, ok := strings.CutPrefix(arg, "--provision_endpoint="); ok {
			provision = value
		}
	}
	if provision == "" {
		return false, nil
	}
	ctx := grpcx.WriteWorkerID(context.Background(), id)
	info, err := tools.ProvisionInfo(ctx, provision)
	if err != nil {
		return true, err
	}
	return true, harness.MainWithOptions(ctx, info.GetLoggingEndpoint().GetUrl(), info.GetControlEndpoint().GetUrl(),
		harness.Options{StatusEndpoint: info.GetStatusEndpoint().GetUrl(), RunnerCapabilities: info.GetRunnerCapabilities()})
}
