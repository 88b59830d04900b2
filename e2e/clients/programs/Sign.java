import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ProvidersApi;
import org.openapitools.client.api.SignaturesApi;
import org.openapitools.client.api.VerificationApi;
import org.openapitools.client.auth.ApiKeyAuth;
import org.openapitools.client.model.SignatureView;

/** Sign URL KEY DOCUMENT TARGET: signs a PDF with the generated client, writes it, and prints the verdict on it. */
public final class Sign {
    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient().setBasePath(args[0]);
        ((ApiKeyAuth) client.getAuthentication("ApiKeyHeader")).setApiKey(args[1]);
        SignaturesApi signatures = new SignaturesApi(client);
        UUID id = signatures
            .createSignature(List.of(new File(args[2])), "PAdES", "B", "Pfx", null, null, "java",
                null, null, null, null, null, null, null, null, null, null, null, null, null, null)
            .getId();
        SignatureView view = signatures.getSignature(id, null, null);
        while (!List.of("Completed", "Failed", "Rejected").contains(view.getStatus().getValue())) {
            Thread.sleep(100);
            view = signatures.getSignature(id, null, null);
        }
        if (view.getStatus() != SignatureView.StatusEnum.COMPLETED) {
            throw new IllegalStateException(view.getErrorCode() + ": " + view.getErrorMessage());
        }
        Files.copy(signatures.getSignatureContent(id, null, null).toPath(), Path.of(args[3]));
        System.out.println(new VerificationApi(client).verifySignature(id, null, null).getOverallStatus().getValue());
        // Answers with parts of many shapes are read as well.
        if (new ProvidersApi(client).listProviders(null, null).isEmpty()) throw new IllegalStateException("no provider");
    }
}
