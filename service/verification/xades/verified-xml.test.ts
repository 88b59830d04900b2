import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { signatureTemplate } from './signed-xml.suite.ts';
import { VERIFIED_XML } from './verified-xml.ts';
import { verifyXades } from './verify-xades.ts';

const question = {
  at: new Date(),
  trust: { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] },
  revocationMode: 'Offline',
} as const;
const verdict = (source: Parameters<typeof verifyXades>[0]): ReturnType<typeof verifyXades> =>
  verifyXades(source, [], question);
const around = (content: string): Buffer => Buffer.from(`<all>${content}${signatureTemplate()}</all>`);

describe('XML that would take more memory than a verifier has', () => {
  it('is not even read when it is too large, and the report says so', () => {
    const source = {
      ...bytesSource(new Uint8Array()),
      size: VERIFIED_XML.bytes + 1,
      read: () => {
        throw new Error('read');
      },
    };
    const { overallStatus, reasonCodes, detail } = verdict(source);
    expect({ overallStatus, reasonCodes }).toEqual({
      overallStatus: 'INDETERMINATE',
      reasonCodes: ['SIG_LIMIT_EXCEEDED'],
    });
    expect(detail).toContain('30 MB');
  });

  it('is not parsed when it has too many nodes', () => {
    const { overallStatus, reasonCodes, detail } = verdict(bytesSource(around('<a/>'.repeat(5_000_000))));
    expect({ overallStatus, reasonCodes }).toEqual({
      overallStatus: 'INDETERMINATE',
      reasonCodes: ['SIG_LIMIT_EXCEEDED'],
    });
    expect(detail).toMatch(/at most 180 MB/);
  });

  it('is larger in UTF-8 than it came', () => {
    const text = Buffer.from(`\ufeff<a>${'漢'.repeat(10_100_000)}</a>`, 'utf16le');
    expect(text.length).toBeLessThan(VERIFIED_XML.bytes);
    expect(verdict(bytesSource(text)).reasonCodes).toEqual(['SIG_LIMIT_EXCEEDED']);
  });

  it('is none of a usual size', () => {
    const { reasonCodes } = verdict(bytesSource(around('<a>text</a>'.repeat(100_000))));
    expect(reasonCodes).not.toContain('SIG_LIMIT_EXCEEDED');
  });
});
