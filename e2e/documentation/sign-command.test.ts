import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { signCommand } from '../../renderer/messages/sign-command.ts';
import { findStationCommand } from '../../service/command-line/find-station-command.ts';
import { parseOptions } from '../../service/command-line/parse-options.ts';

const VIEW = {
  originalFileName: 'contract.pdf',
  format: 'PAdES',
  profile: 'B',
  signingProvider: 'SmartCard',
  packaging: null,
  operation: 'sign',
  targetSignature: null,
  containerSignature: null,
  certificateThumbprint: 'AB'.repeat(20),
  visibleSignature: false,
  signatureNote: null,
  appearancePageNumber: 1,
  signatureField: null,
  certification: null,
  signatureRect: null,
  signatureAnchor: null,
  stampTemplate: null,
  hasAppearanceImage: false,
} as const satisfies Parameters<typeof signCommand>[1];

/** What a shell makes of the command, as the command line reads it. */
function read(view: Parameters<typeof signCommand>[1]) {
  const words = signCommand('signing-station', view).replace(/^signing-station /, '');
  const listed = execFileSync('sh', ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' });
  const found = findStationCommand(listed.split('\0').slice(0, -1));
  if (found === undefined) throw new Error('It is no command.');
  return parseOptions(found.args, found.command.options, (_name, [first = '']) => first);
}

describe('the command that a page shows', () => {
  it('asks for the same signature', () => {
    const { values, flags, operands } = read({
      ...VIEW,
      ...{ visibleSignature: true, appearancePageNumber: 3, signatureNote: 'Seen and agreed' },
    });
    expect(operands).toEqual(['contract.pdf']);
    expect(Object.fromEntries(values)).toEqual({
      ...{ format: 'PAdES', profile: 'B', 'signing-provider': 'SmartCard', 'signature-page': '3' },
      ...{ 'certificate-thumbprint': VIEW.certificateThumbprint, 'signature-note': 'Seen and agreed' },
    });
    expect([...flags]).toEqual(['visible-signature']);
  });

  it('puts the stamp where it was put, and lets it say the same', () => {
    const stampTemplate = '{"parts":["name","date"],"timeZone":"Europe/Berlin"}';
    const { values } = read({
      ...VIEW,
      ...{ visibleSignature: true, signatureRect: 'last,36,40.5,180,60', stampTemplate },
    });
    expect(values.get('signature-rect')).toBe('last,36,40.5,180,60');
    expect(values.get('stamp-template')).toBe(stampTemplate);
    expect(values.has('signature-page')).toBe(false);
    const beside = read({ ...VIEW, visibleSignature: true, signatureAnchor: 'The tenant:' });
    expect([...beside.values.keys()]).toContain('signature-anchor');
    expect(beside.values.has('signature-page')).toBe(false);
  });

  it('does not leave out a picture in silence: the command ends until somebody names its file', () => {
    expect(read({ ...VIEW, visibleSignature: true, hasAppearanceImage: true }).values.get('signature-image')).toBe(
      'PICTURE',
    );
    expect(read({ ...VIEW, visibleSignature: true }).values.has('signature-image')).toBe(false);
  });

  it('says over whose signature a counter-signature was made', () => {
    const { values } = read({ ...VIEW, format: 'CAdES', operation: 'countersign', targetSignature: 'SignerInfo 2' });
    expect([values.get('operation'), values.get('target-signature')]).toEqual(['countersign', 'SignerInfo 2']);
  });

  it.each([
    "a'; touch evil; '.pdf",
    '$(touch evil).pdf',
    '`x` "y" \\.pdf',
    '-rf.pdf',
    '--json',
    'a\nb.pdf',
    '*.pdf',
    'ä~!.pdf',
  ])('does nothing else for a document named %j', (originalFileName) => {
    const { operands, values, flags } = read({ ...VIEW, originalFileName, signatureNote: originalFileName });
    expect(operands).toEqual([originalFileName.startsWith('-') ? `./${originalFileName}` : originalFileName]);
    expect([values.get('signature-note'), flags.size]).toEqual([originalFileName, 0]);
  });
});
