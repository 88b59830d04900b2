import type { SignatureView } from '../../../service/contract/http/signatures.ts';
import type { Fact } from '../../components/fact.ts';
import { formatBytes } from '../../formatting/bytes.ts';
import { groupHex } from '../../formatting/fingerprint.ts';
import { laterText, text } from '../../messages/messages.ts';
import { signCommand } from '../../messages/sign-command.ts';
import { stampPlaceOf } from '../../messages/stamp-place-words.ts';

function stampFacts(view: SignatureView): readonly Fact[] {
  if (!view.visibleSignature) return [{ label: laterText.signature.stamp, value: laterText.signature.none }];
  const stamp: Fact = { label: laterText.signature.stamp, value: stampPlaceOf(view) };
  return view.signatureNote === null
    ? [stamp]
    : [stamp, { label: laterText.signature.stampNote, value: view.signatureNote }];
}

/** What the detail page tells about a request, in its order. */
export function factsOf(view: SignatureView): readonly Fact[] {
  const facts: Fact[] = [
    {
      label: laterText.signature.format,
      value: `${text.formats[view.format].name} (${text.formats[view.format].hint})`,
    },
    { label: laterText.signature.level, value: `${view.profile} · ${text.profiles[view.profile].title}` },
  ];
  if (view.packaging !== null)
    facts.push({ label: laterText.signature.packaging, value: text.packagings[view.packaging] });
  if (view.containerSignature !== null) {
    facts.push({
      label: laterText.signature.containerSignature,
      value: text.containerSignatures[view.containerSignature],
    });
  }
  if (view.operation !== 'sign')
    facts.push({ label: laterText.signature.operation, value: text.operations[view.operation] });
  if (view.targetSignature !== null) facts.push({ label: laterText.signature.target, value: view.targetSignature });
  facts.push({ label: laterText.signature.provider, value: text.providerTypes[view.signingProvider] });
  if (view.signatureField !== null)
    facts.push({ label: laterText.signature.signatureField, value: view.signatureField });
  if (view.certification !== null) {
    facts.push({ label: laterText.signature.certification, value: text.certifications[view.certification] });
  }
  if (view.format === 'PAdES') facts.push(...stampFacts(view));
  facts.push({ label: laterText.signature.size, value: formatBytes(view.inputSize) });
  if (view.outputSize !== null)
    facts.push({ label: laterText.signature.outputSize, value: formatBytes(view.outputSize) });
  if (view.retryCount > 0) facts.push({ label: laterText.signature.retries, value: String(view.retryCount) });
  return facts;
}

/** Identifiers and hashes, for support and for comparing; the command, where the station brings a command line. */
export function technicalFactsOf(view: SignatureView, commandLine: string | null): readonly Fact[] {
  const facts: Fact[] = [
    { label: laterText.signature.id, value: view.id, isCode: true },
    { label: laterText.signature.inputHash, value: view.inputSha256, isCode: true },
  ];
  if (view.outputSha256 !== null)
    facts.push({ label: laterText.signature.outputHash, value: view.outputSha256, isCode: true });
  if (view.certificateThumbprint !== null) {
    facts.push({ label: laterText.signature.certificate, value: groupHex(view.certificateThumbprint), isCode: true });
  }
  facts.push({ label: laterText.signature.tenant, value: view.tenantId });
  if (view.correlationId !== null)
    facts.push({ label: laterText.signature.correlation, value: view.correlationId, isCode: true });
  if (commandLine !== null)
    facts.push({ label: laterText.signature.asCommand, value: signCommand(commandLine, view), isCode: true });
  return facts;
}
