import '../../messages/in-english.suite.ts';
import { describe, expect, it } from 'vitest';
import type { SignatureView } from '../../../service/contract/http/signatures.ts';
import { laterText } from '../../messages/messages.ts';
import { technicalFactsOf } from './facts.ts';

const VIEW = {
  ...{ id: '1', inputSha256: 'aa', outputSha256: null, tenantId: 'default', correlationId: null },
  ...{ originalFileName: 'a.pdf', format: 'PAdES', profile: 'B', signingProvider: 'Pfx', packaging: null },
  ...{ operation: 'sign', targetSignature: null, containerSignature: null, certificateThumbprint: null },
  ...{ visibleSignature: false, signatureNote: null, appearancePageNumber: 1, signatureField: null },
  ...{ certification: null, signatureRect: null, signatureAnchor: null, stampTemplate: null },
} as const satisfies Partial<SignatureView> as unknown as SignatureView;

describe('the identifiers and hashes of a request', () => {
  const commandOf = (commandLine: string | null): string | undefined =>
    technicalFactsOf(VIEW, commandLine).find(({ label }) => label === laterText.signature.asCommand)?.value;

  it('have its command beside them, as the command line of the station is called', () => {
    expect(commandOf('signing-station')).toBe(
      'signing-station sign a.pdf --format=PAdES --profile=B --signing-provider=Pfx',
    );
  });

  it('have none where the station brings no command line', () => {
    expect(commandOf(null)).toBeUndefined();
  });
});
