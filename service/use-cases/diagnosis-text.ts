import type { DiagnosedModule, DiagnosedSlot, Diagnosis, Finding } from '../contract/http/diagnosis.ts';

const SEVERITIES: Readonly<Record<Finding['severity'], string>> = { error: 'ERROR', warning: 'Warning', info: 'Note' };

/** The diagnosis for a person or a letter to support: plain text, without anything secret. */
export function diagnosisText(diagnosis: Diagnosis): string {
  const { displayName, providerId, providerType, checkedAt, platform, architecture } = diagnosis;
  const lines = [
    `Diagnosis of ${displayName} (${providerId}, ${providerType}), ${checkedAt}`,
    `This computer: ${platform} ${architecture}`,
    '',
    ...findingLines(diagnosis.findings),
    ...section('Tokens', tokenLines(diagnosis)),
    ...section('Modules', diagnosis.modules.flatMap(moduleLines)),
    ...section(
      'Left out on purpose',
      diagnosis.leftOut.map(({ path, product, reason }) => `${path} (${product}): it ${reason}`),
    ),
    ...section('Devices', deviceLines(diagnosis)),
    ...section('Secret and key file', keepingLines(diagnosis)),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function findingLines(findings: readonly Finding[]): string[] {
  const lines = findings.flatMap(({ code, severity, cause, cure }) => [
    `${SEVERITIES[severity]} ${code}`,
    `  ${cause}`,
    `  ${cure}`,
  ]);
  if (findings.some(({ severity }) => severity === 'error')) return lines;
  const hasWarning = findings.some(({ severity }) => severity === 'warning');
  return [hasWarning ? 'Nothing is wrong that keeps it from signing. Worth knowing:' : 'Nothing is wrong.', ...lines];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function tokenLines({ tokens }: Diagnosis): string[] {
  return tokens.map(({ label, serial, modules, isWanted }) => {
    const mark = isWanted ? 'used' : 'not used';
    return `"${label}", serial number ${serial === '' ? 'unknown' : serial} (${mark}), by ${modules.join(', ')}`;
  });
}

function moduleLines(module: DiagnosedModule): string[] {
  const { path, product, foundBy, alsoAt, architectures, outcome, detail, library } = module;
  const built = architectures === null ? '' : `, ${architectures.join('+')}`;
  return [
    `${path}${product === null ? '' : ` (${product})`}: ${outcome}${detail === null ? '' : `, ${detail}`}`,
    `  found by ${foundBy}${built}${alsoAt.length === 0 ? '' : `, also at ${alsoAt.join(', ')}`}`,
    ...(library === null
      ? []
      : [`  ${library.description} ${library.version} by ${library.manufacturer}, PKCS#11 ${library.cryptokiVersion}`]),
    ...module.slots.flatMap(slotLines),
  ];
}

function slotLines(slot: DiagnosedSlot): string[] {
  const { token, tokenError, slotId, description } = slot;
  const head = `  slot ${slotId} "${description}": `;
  if (token === null) return [head + (slot.hasToken ? `token cannot be read, ${tokenError ?? ''}` : 'empty')];
  return [
    `${head}token "${token.label}", ${token.manufacturer} ${token.model}, serial number ${token.serial}`,
    `    flags: ${token.flags.join(' ')}`,
    `    PIN length: ${token.minPinLength} to ${token.maxPinLength === 0 ? 'unknown' : token.maxPinLength}`,
    `    signs by: ${token.mechanisms?.join(' ') ?? 'unknown'}`,
    ...(token.sessionError === null ? [] : [`    no session: ${token.sessionError}`]),
    ...token.certificates.map(
      (each) =>
        `    certificate ${each.subject}, issued by ${each.issuer}, ${each.notBefore} to ${each.notAfter}, ` +
        `${each.keyKind ?? 'unsupported key'}, SHA-256 ${each.sha256Thumbprint}`,
    ),
  ];
}

function deviceLines({ smartCardService, readers, usbDevices }: Diagnosis): string[] {
  const usb =
    usbDevices === null
      ? ['USB: the bus cannot be read here']
      : usbDevices.map(
          ({ ids, name, products }) =>
            `USB ${ids}: ${name}${products.length === 0 ? '' : `, driven by ${products.join(' or ')}`}`,
        );
  const cards = (readers ?? []).map(
    ({ name, hasCard, answerToReset, card }) =>
      `reader ${name}: ${hasCard ? `card ${card ?? 'of an unknown kind'}, answer to reset ${answerToReset ?? 'unknown'}` : 'empty'}`,
  );
  return [`smart card service: ${smartCardService.state}. ${smartCardService.detail}`, ...cards, ...usb];
}

function keepingLines({ keyFile, secret }: Diagnosis): string[] {
  const file = keyFile === null ? [] : [`key file ${keyFile.path}: ${keyFile.state}`];
  return [...file, `secret ${secret.name ?? '(none named)'}: ${secret.state}`];
}

/** Labels and names come from tokens: control and direction characters must not reach a terminal. */
function printable(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ').trimEnd();
}
