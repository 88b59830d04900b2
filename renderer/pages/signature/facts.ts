import type { SignatureView } from '../../../service/contract/http/signatures.ts';
import type { Fact } from '../../components/fact.ts';
import { formatBytes } from '../../formatting/bytes.ts';
import { groupHex } from '../../formatting/fingerprint.ts';
import { text } from '../../messages/messages.ts';
import { signCommand } from '../../messages/sign-command.ts';

const t = text.signature;

function stampFacts(view: SignatureView): readonly Fact[] {
  if (!view.visibleSignature) return [{ label: t.stamp, value: t.none }];
  const place = view.signatureField === null ? t.stampOn(view.appearancePageNumber) : t.stampInField;
  const stamp: Fact = { label: t.stamp, value: place };
  return view.signatureNote === null ? [stamp] : [stamp, { label: t.stampNote, value: view.signatureNote }];
}

/** What the detail page tells about a request, in its order. */
export function factsOf(view: SignatureView): readonly Fact[] {
  const facts: Fact[] = [
    { label: t.format, value: `${text.formats[view.format].name} (${text.formats[view.format].hint})` },
    { label: t.level, value: `${view.profile} · ${text.profiles[view.profile].title}` },
  ];
  if (view.packaging !== null) facts.push({ label: t.packaging, value: text.packagings[view.packaging] });
  if (view.containerSignature !== null) {
    facts.push({ label: t.containerSignature, value: text.containerSignatures[view.containerSignature] });
  }
  if (view.operation !== 'sign') facts.push({ label: t.operation, value: text.operations[view.operation] });
  if (view.targetSignature !== null) facts.push({ label: t.target, value: view.targetSignature });
  facts.push({ label: t.provider, value: text.providerTypes[view.signingProvider] });
  if (view.signatureField !== null) facts.push({ label: t.signatureField, value: view.signatureField });
  if (view.certification !== null) {
    facts.push({ label: t.certification, value: text.certifications[view.certification] });
  }
  if (view.format === 'PAdES') facts.push(...stampFacts(view));
  facts.push({ label: t.size, value: formatBytes(view.inputSize) });
  if (view.outputSize !== null) facts.push({ label: t.outputSize, value: formatBytes(view.outputSize) });
  if (view.retryCount > 0) facts.push({ label: t.retries, value: String(view.retryCount) });
  return facts;
}

/** Identifiers and hashes, for support and for comparing. */
export function technicalFactsOf(view: SignatureView): readonly Fact[] {
  const facts: Fact[] = [
    { label: t.id, value: view.id, isCode: true },
    { label: t.inputHash, value: view.inputSha256, isCode: true },
  ];
  if (view.outputSha256 !== null) facts.push({ label: t.outputHash, value: view.outputSha256, isCode: true });
  if (view.certificateThumbprint !== null) {
    facts.push({ label: t.certificate, value: groupHex(view.certificateThumbprint), isCode: true });
  }
  facts.push({ label: t.tenant, value: view.tenantId });
  if (view.correlationId !== null) facts.push({ label: t.correlation, value: view.correlationId, isCode: true });
  facts.push({ label: t.asCommand, value: signCommand(view), isCode: true });
  return facts;
}
