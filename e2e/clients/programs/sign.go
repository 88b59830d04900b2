// sign URL KEY DOCUMENT TARGET: signs a PDF with the generated client, writes it, and prints the verdict on it.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	client "station.invalid/desk/client"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func main() {
	url, key, document, target := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: url}}
	station := client.NewAPIClient(configuration)
	keys := map[string]client.APIKey{"ApiKeyHeader": {Key: key}}
	ctx := context.WithValue(context.Background(), client.ContextAPIKeys, keys)

	file := must(os.Open(document))
	created, _, err := station.SignaturesAPI.CreateSignature(ctx).File([]*os.File{file}).Format("PAdES").
		Profile("B").SigningProvider("Pfx").IdempotencyKey("go").Execute()
	must(created, err)
	for {
		view, _, err := station.SignaturesAPI.GetSignature(ctx, created.Id).Execute()
		must(view, err)
		if view.Status == "Completed" {
			break
		}
		if view.Status == "Failed" || view.Status == "Rejected" {
			must(0, fmt.Errorf("%s: %v", view.Status, view.ErrorMessage))
		}
		time.Sleep(100 * time.Millisecond)
	}
	content, _, err := station.SignaturesAPI.GetSignatureContent(ctx, created.Id).Execute()
	must(content, err)
	must(0, os.WriteFile(target, must(io.ReadAll(content)), 0o600))
	report, _, err := station.VerificationAPI.VerifySignature(ctx, created.Id).Execute()
	must(report, err)
	fmt.Println(report.OverallStatus)
	// Lists, and answers with parts of many shapes, are read as well.
	listed, _, err := station.SignaturesAPI.ListSignatures(ctx).Status([]string{"Completed"}).Execute()
	must(listed, err)
	if listed.Items[0].Id != created.Id {
		must(0, fmt.Errorf("not listed: %v", listed.Items))
	}
	providers, _, err := station.ProvidersAPI.ListProviders(ctx).Execute()
	if must(providers, err); len(providers) == 0 {
		must(0, fmt.Errorf("no provider"))
	}
}
