import '../../messages/in-english.suite.ts';
import { describe, expect, it } from 'vitest';
import type { Diagnosis, Finding } from '../../../service/contract/http/diagnosis.ts';
import { flagsOf, headlineOf, moduleTone, sortFindings, verdictOf } from './verdict.ts';

const finding = (code: Finding['code'], severity: Finding['severity']): Finding => ({
  ...{ code, severity },
  ...{ cause: 'A cause.', cure: 'A cure.', oneMoreTry: null },
});
const diagnosis = (findings: Finding[], isWanted = true): Diagnosis => ({
  ...{ providerId: 'desk', providerType: 'SmartCard', displayName: 'Desk', checkedAt: '2026-11-21T00:00:00.000Z' },
  ...{ platform: 'linux', architecture: 'x64', findings, modules: [], leftOut: [], readers: null, usbDevices: null },
  tokens: [{ label: 'A', serial: '1', modules: ['/a.so'], isWanted }],
  smartCardService: { state: 'running', detail: '' },
  ...{ keyFile: null, secret: { name: 'P', state: 'present' } },
});
const crash = finding('MODULE_CRASHED', 'warning');

describe('the verdict', () => {
  it('is fine without findings and with notes only', () => {
    for (const findings of [[], [finding('MODULE_LEFT_OUT', 'info')]]) {
      expect(verdictOf(diagnosis(findings))).toMatchObject({
        tone: 'good',
        title: expect.stringContaining('without the PIN is fine') as string,
      });
    }
  });

  it('names the worst', () => {
    const found = diagnosis([finding('PIN_LOCKED', 'error'), finding('CERTIFICATE_EXPIRED', 'warning')]);
    expect(verdictOf(found)).toEqual({
      tone: 'bad',
      title: 'The PIN of the token is locked',
      lead: 'Until this is cured, nothing can be signed with Desk.',
    });
    expect(verdictOf(diagnosis([finding('CERTIFICATE_EXPIRED', 'warning')])).tone).toBe('warn');
  });

  it('minds the drivers of others only while the token does not show', () => {
    expect(verdictOf(diagnosis([crash])).tone).toBe('good');
    expect(sortFindings(diagnosis([crash])).notes).toEqual([crash]);
    expect(verdictOf(diagnosis([crash], false)).tone).toBe('warn');
    const own = finding('MODULE_CRASHED', 'error');
    expect(sortFindings(diagnosis([own])).faults).toEqual([own]);
    expect([headlineOf(own), headlineOf(crash)]).toEqual(['The driver crashes', 'A driver on this computer crashes']);
    const recording = finding('MODULE_RECORDS_PINS', 'warning');
    expect(sortFindings(diagnosis([recording])).faults).toEqual([recording]);
  });
});

describe('flags of a token in words', () => {
  const usual = ['LOGIN_REQUIRED', 'TOKEN_INITIALIZED', 'USER_PIN_INITIALIZED'];
  it.each([
    [[], ['Not set up']],
    [['TOKEN_INITIALIZED', 'USER_PIN_INITIALIZED'], ['Needs no PIN']],
    [usual, ['No wrong PIN noted']],
    [[...usual, 'USER_PIN_COUNT_LOW'], ['PIN tries low']],
    [[...usual, 'USER_PIN_COUNT_LOW', 'USER_PIN_FINAL_TRY'], ['Final try left']],
    [[...usual, 'USER_PIN_COUNT_LOW', 'USER_PIN_FINAL_TRY', 'USER_PIN_LOCKED'], ['PIN locked']],
    [
      ['LOGIN_REQUIRED', 'TOKEN_INITIALIZED', 'PROTECTED_AUTHENTICATION_PATH', 'WRITE_PROTECTED'],
      ['No wrong PIN noted', 'No PIN set', 'PIN on the reader', 'Write-protected'],
    ],
  ])('%j', (flags, words) => expect(flagsOf({ flags }).map(({ label }) => label)).toEqual(words));
});

describe('moduleTone', () => {
  it('is bad for the configured driver only', () => {
    expect(moduleTone({ outcome: 'crashed', foundBy: 'configuration' })).toBe('bad');
    expect(moduleTone({ outcome: 'crashed', foundBy: 'p11-kit' })).toBe('warn');
    expect(moduleTone({ outcome: 'not-tried', foundBy: 'known-path' })).toBe('plain');
  });
});
