package conformance;

import eu.europa.esig.dss.enumerations.ASiCContainerType;
import eu.europa.esig.dss.enumerations.SubIndication;
import eu.europa.esig.dss.jaxb.object.Message;
import eu.europa.esig.dss.model.DSSDocument;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.policy.ValidationPolicy;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.simplereport.jaxb.XmlSignatureScope;
import eu.europa.esig.dss.simplereport.jaxb.XmlTimestamp;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.spi.x509.revocation.crl.ExternalResourcesCRLSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import eu.europa.esig.dss.validation.policy.ValidationPolicyLoader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * DSS with its default policy, our anchors, our CRLs and no network. The policy gets one algorithm more: EdDSA, which DSS
 * verifies and which stands there as a comment, since ETSI TS 119 312 does not list it.
 */
final class Judge {
  /** One signature of a document, as the simple report puts it. */
  record Finding(
      String indication,
      String subIndication,
      String signatureFormat,
      String signedBy,
      List<String> scopes,
      List<String> errors,
      List<String> warnings,
      List<String> timestamps) {}

  /** The whole document; `containerType` is null for what is no container. */
  record Document(String containerType, List<Finding> signatures) {}

  private final CommonTrustedCertificateSource anchors = new CommonTrustedCertificateSource();
  private final DSSDocument[] crls;
  private final ValidationPolicy policy = policyWithEdDsa();

  Judge(Path anchorFolder, Path crlFolder) throws IOException {
    for (Path file : filesOf(anchorFolder)) anchors.addCertificate(DSSUtils.loadCertificate(file.toFile()));
    crls = filesOf(crlFolder).stream().map(file -> new FileDocument(file.toFile())).toArray(DSSDocument[]::new);
  }

  Document document(String path, List<String> originals) {
    SignedDocumentValidator validator = SignedDocumentValidator.fromDocument(new FileDocument(path));
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(anchors);
    verifier.setCrlSource(new ExternalResourcesCRLSource(crls));
    verifier.setOcspSource(null);
    verifier.setAIASource(null);
    validator.setCertificateVerifier(verifier);
    validator.setEnableEtsiValidationReport(false);
    validator.setDetachedContents(originals.stream().map(name -> (DSSDocument) new FileDocument(name)).toList());
    SimpleReport report = validator.validateDocument(policy).getSimpleReport();
    ASiCContainerType type = report.getContainerType();
    return new Document(
        type == null ? null : type.toString(),
        report.getSignatureIdList().stream().map(id -> finding(report, id)).toList());
  }

  private static ValidationPolicy policyWithEdDsa() throws IOException {
    try (InputStream file = Judge.class.getResourceAsStream("/policy/constraint.xml")) {
      String given = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      String listed = given.replaceAll("<!--\\s*(<Algo[^>]*>EdDSA</Algo>)[^>]*-->", "$1");
      if (listed.equals(given)) throw new IOException("The policy of DSS names EdDSA otherwise than it did.");
      byte[] bytes = listed.getBytes(StandardCharsets.UTF_8);
      return ValidationPolicyLoader.fromValidationPolicy(new ByteArrayInputStream(bytes)).create();
    }
  }

  private static Finding finding(SimpleReport report, String id) {
    SubIndication subIndication = report.getSubIndication(id);
    return new Finding(
        report.getIndication(id).name(),
        subIndication == null ? null : subIndication.name(),
        report.getSignatureFormat(id).toString(),
        report.getSignedBy(id),
        report.getSignatureScopes(id).stream().map(Judge::scope).toList(),
        texts(report.getAdESValidationErrors(id)),
        texts(report.getAdESValidationWarnings(id)),
        report.getSignatureTimestamps(id).stream().map(Judge::timestamp).toList());
  }

  /** `PASSED`, or what is wrong with it. */
  private static String timestamp(XmlTimestamp timestamp) {
    SubIndication subIndication = timestamp.getSubIndication();
    return timestamp.getIndication().name() + (subIndication == null ? "" : "/" + subIndication.name());
  }

  private static String scope(XmlSignatureScope scope) {
    return scope.getScope() + " " + scope.getName();
  }

  private static List<String> texts(List<Message> messages) {
    return messages.stream().map(Message::getValue).toList();
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
