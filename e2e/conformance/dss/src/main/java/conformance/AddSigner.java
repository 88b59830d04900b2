package conformance;

import com.fasterxml.jackson.databind.ObjectMapper;
import eu.europa.esig.dss.asic.cades.ASiCWithCAdESSignatureParameters;
import eu.europa.esig.dss.asic.cades.signature.ASiCWithCAdESService;
import eu.europa.esig.dss.asic.xades.ASiCWithXAdESSignatureParameters;
import eu.europa.esig.dss.asic.xades.signature.ASiCWithXAdESService;
import eu.europa.esig.dss.cades.CAdESSignatureParameters;
import eu.europa.esig.dss.cades.signature.CAdESCounterSignatureParameters;
import eu.europa.esig.dss.cades.signature.CAdESService;
import eu.europa.esig.dss.enumerations.ASiCContainerType;
import eu.europa.esig.dss.enumerations.SignatureLevel;
import eu.europa.esig.dss.enumerations.SignaturePackaging;
import eu.europa.esig.dss.model.DSSDocument;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.SerializableCounterSignatureParameters;
import eu.europa.esig.dss.pades.PAdESSignatureParameters;
import eu.europa.esig.dss.pades.signature.PAdESService;
import eu.europa.esig.dss.signature.AbstractSignatureParameters;
import eu.europa.esig.dss.signature.CounterSignatureService;
import eu.europa.esig.dss.signature.DocumentSignatureService;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import eu.europa.esig.dss.xades.XAdESSignatureParameters;
import eu.europa.esig.dss.xades.signature.XAdESCounterSignatureParameters;
import eu.europa.esig.dss.xades.signature.XAdESService;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Signs files that others have signed, with EU DSS at level B: one JSON task per line on the standard input, one JSON
 * answer per line with a problem or null. Arguments: a PKCS#12 file and its password.
 */
public final class AddSigner {
  /** `kind` is the format, of containers with that of their signatures; `operation` cosign or countersign. */
  record Task(String kind, String packaging, String operation, String path, List<String> originals, String output) {}

  private final CommonCertificateVerifier verifier = new CommonCertificateVerifier();
  private final DssSigner signer;

  private AddSigner(DssSigner signer) {
    this.signer = signer;
  }

  public static void main(String[] arguments) throws Exception {
    ObjectMapper json = new ObjectMapper();
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    AddSigner program = new AddSigner(new DssSigner(Path.of(arguments[0]), arguments[1]));
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String problem = program.problemOf(json.readValue(line, Task.class));
      output.println(json.writeValueAsString(Map.of("problem", problem == null ? "" : problem)));
    }
  }

  private String problemOf(Task task) {
    try {
      DSSDocument signed = task.operation().equals("countersign") ? countersign(task) : cosign(task);
      signed.save(task.output());
      return null;
    } catch (Exception | LinkageError problem) {
      return problem.getClass().getSimpleName() + ": " + problem.getMessage();
    }
  }

  private DSSDocument cosign(Task task) throws Exception {
    return switch (task.kind()) {
      case "PAdES" -> sign(task, new PAdESService(verifier), pades());
      case "XAdES" -> sign(task, new XAdESService(verifier), xades());
      case "CAdES" -> sign(task, new CAdESService(verifier), cades(task));
      case "ASiC_S", "ASiC_E" -> sign(task, new ASiCWithCAdESService(verifier), container(task));
      case "ASiC_S XAdES", "ASiC_E XAdES" ->
          sign(task, new ASiCWithXAdESService(verifier), containerWithXades(task));
      default -> throw new IllegalArgumentException(task.kind());
    };
  }

  private DSSDocument countersign(Task task) throws Exception {
    return switch (task.kind()) {
      case "XAdES" -> {
        XAdESCounterSignatureParameters parameters = new XAdESCounterSignatureParameters();
        parameters.setSignatureLevel(SignatureLevel.XAdES_BASELINE_B);
        parameters.setDetachedContents(originals(task));
        yield countersign(task, new XAdESService(verifier), parameters);
      }
      case "CAdES" -> {
        CAdESCounterSignatureParameters parameters = new CAdESCounterSignatureParameters();
        parameters.setSignatureLevel(SignatureLevel.CAdES_BASELINE_B);
        parameters.setDetachedContents(originals(task));
        yield countersign(task, new CAdESService(verifier), parameters);
      }
      default -> throw new IllegalArgumentException(task.kind());
    };
  }

  private <P extends AbstractSignatureParameters<?>> DSSDocument sign(
      Task task, DocumentSignatureService<P, ?> service, P parameters) throws Exception {
    DSSDocument document = new FileDocument(task.path());
    signer.complete(parameters);
    return service.signDocument(document, parameters, signer.sign(service.getDataToSign(document, parameters)));
  }

  private <P extends AbstractSignatureParameters<?> & SerializableCounterSignatureParameters> DSSDocument countersign(
      Task task, CounterSignatureService<P> service, P parameters) throws Exception {
    DSSDocument document = new FileDocument(task.path());
    signer.complete(parameters);
    parameters.setSignatureIdToCounterSign(firstSignature(document, task));
    return service.counterSignSignature(
        document, parameters, signer.sign(service.getDataToBeCounterSigned(document, parameters)));
  }

  private String firstSignature(DSSDocument document, Task task) {
    SignedDocumentValidator validator = SignedDocumentValidator.fromDocument(document);
    validator.setCertificateVerifier(verifier);
    validator.setDetachedContents(originals(task));
    return validator.getSignatures().get(0).getId();
  }

  private static List<DSSDocument> originals(Task task) {
    return task.originals().stream().map(name -> (DSSDocument) new FileDocument(name)).toList();
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

  private static CAdESSignatureParameters cades(Task task) {
    boolean isDetached = "detached".equals(task.packaging());
    CAdESSignatureParameters parameters = new CAdESSignatureParameters();
    parameters.setSignatureLevel(SignatureLevel.CAdES_BASELINE_B);
    parameters.setSignaturePackaging(isDetached ? SignaturePackaging.DETACHED : SignaturePackaging.ENVELOPING);
    parameters.setDetachedContents(originals(task));
    return parameters;
  }

  private static ASiCWithCAdESSignatureParameters container(Task task) {
    ASiCWithCAdESSignatureParameters parameters = new ASiCWithCAdESSignatureParameters();
    parameters.setSignatureLevel(SignatureLevel.CAdES_BASELINE_B);
    parameters.aSiC().setContainerType(typeOf(task));
    return parameters;
  }

  private static ASiCWithXAdESSignatureParameters containerWithXades(Task task) {
    ASiCWithXAdESSignatureParameters parameters = new ASiCWithXAdESSignatureParameters();
    parameters.setSignatureLevel(SignatureLevel.XAdES_BASELINE_B);
    parameters.aSiC().setContainerType(typeOf(task));
    return parameters;
  }

  private static ASiCContainerType typeOf(Task task) {
    return task.kind().startsWith("ASiC_S") ? ASiCContainerType.ASiC_S : ASiCContainerType.ASiC_E;
  }
}
