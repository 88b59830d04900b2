package conformance;

import com.fasterxml.jackson.databind.ObjectMapper;
import eu.europa.esig.dss.cades.CAdESSignatureParameters;
import eu.europa.esig.dss.cades.signature.CAdESService;
import eu.europa.esig.dss.enumerations.SignatureLevel;
import eu.europa.esig.dss.enumerations.SignaturePackaging;
import eu.europa.esig.dss.model.DSSDocument;
import eu.europa.esig.dss.model.InMemoryDocument;
import eu.europa.esig.dss.pades.PAdESSignatureParameters;
import eu.europa.esig.dss.pades.signature.PAdESService;
import eu.europa.esig.dss.signature.AbstractSignatureParameters;
import eu.europa.esig.dss.signature.DocumentSignatureService;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.xades.XAdESSignatureParameters;
import eu.europa.esig.dss.xades.signature.XAdESService;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How often a second DSS signs or judges a document in one thread: one JSON task per line on the standard input, one
 * JSON answer per line. Arguments: the folders of trust anchors and CRLs, a PKCS#12 file, its password.
 */
public final class Rates {
  /** `operation` is sign or verify; warmed up for as long as it is measured. */
  record Task(String operation, String format, String path, long milliseconds) {}

  private interface Work {
    void once() throws Exception;
  }

  private final Judge judge;
  private final DssSigner signer;

  private Rates(Judge judge, DssSigner signer) {
    this.judge = judge;
    this.signer = signer;
  }

  public static void main(String[] arguments) throws Exception {
    Judge judge = new Judge(Path.of(arguments[0]), Path.of(arguments[1]));
    Rates rates = new Rates(judge, new DssSigner(Path.of(arguments[2]), arguments[3]));
    ObjectMapper json = new ObjectMapper();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      double perSecond = rates.rateOf(json.readValue(line, Task.class));
      System.out.println(json.writeValueAsString(Map.of("perSecond", perSecond)));
    }
  }

  private double rateOf(Task task) throws Exception {
    Work work = task.operation().equals("sign") ? signing(task) : () -> verify(task.path());
    repeat(work, task.milliseconds());
    return repeat(work, task.milliseconds());
  }

  private static double repeat(Work work, long milliseconds) throws Exception {
    long start = System.nanoTime();
    long rounds = 0;
    do {
      work.once();
      rounds++;
    } while (System.nanoTime() - start < milliseconds * 1_000_000);
    return rounds * 1e9 / (System.nanoTime() - start);
  }

  private void verify(String path) {
    for (Judge.Finding finding : judge.document(path, List.of()).signatures()) {
      if (!finding.indication().equals("TOTAL_PASSED")) throw new IllegalStateException(finding.toString());
    }
  }

  private Work signing(Task task) throws Exception {
    DSSDocument document = new InMemoryDocument(Files.readAllBytes(Path.of(task.path())), task.path());
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    return switch (task.format()) {
      case "PAdES" -> () -> sign(document, new PAdESService(verifier), pades());
      case "XAdES" -> () -> sign(document, new XAdESService(verifier), xades());
      case "CAdES" -> () -> sign(document, new CAdESService(verifier), cades());
      default -> throw new IllegalArgumentException(task.format());
    };
  }

  private static PAdESSignatureParameters pades() {
    PAdESSignatureParameters parameters = new PAdESSignatureParameters();
    parameters.setSignatureLevel(SignatureLevel.PAdES_BASELINE_B);
    return parameters;
  }

  private static XAdESSignatureParameters xades() {
    XAdESSignatureParameters parameters = new XAdESSignatureParameters();
    parameters.setSignatureLevel(SignatureLevel.XAdES_BASELINE_B);
    parameters.setSignaturePackaging(SignaturePackaging.ENVELOPED);
    return parameters;
  }

  private static CAdESSignatureParameters cades() {
    CAdESSignatureParameters parameters = new CAdESSignatureParameters();
    parameters.setSignatureLevel(SignatureLevel.CAdES_BASELINE_B);
    parameters.setSignaturePackaging(SignaturePackaging.ENVELOPING);
    return parameters;
  }

  private <P extends AbstractSignatureParameters<?>> void sign(
      DSSDocument document, DocumentSignatureService<P, ?> service, P parameters) throws Exception {
    signer.complete(parameters);
    service.signDocument(document, parameters, signer.sign(service.getDataToSign(document, parameters)));
  }
}
