import { describe, expect, it } from 'vitest';
import { StationError } from '../../domain/station-error.ts';
import type { FoundKey } from '../token-host/protocol.ts';
import { chooseKey, normaliseThumbprint, type ProviderAnswer } from './key-choice.ts';

function found(providerId: string, fields: Partial<FoundKey> = {}): FoundKey {
  return {
    ...{ providerId, providerType: 'Pkcs11', keyId: 'K', certificate: new Uint8Array([1]), chain: [], algorithms: [] },
    ...{ usability: 'usable', reason: null },
    ...fields,
  };
}
const keys = (...list: FoundKey[]): ProviderAnswer => ({ keys: list, error: null });
const failing = (code: 'SIGNING_PROVIDER_UNAVAILABLE' | 'SIGNING_OPERATION_FAILED'): ProviderAnswer => ({
  keys: [],
  error: new StationError(code, 'x'),
});
const withCode = (code: string): Error => expect.objectContaining({ code }) as Error;
const expired = { usability: 'outside-validity', reason: 'Expired.' } as const;

describe('chooseKey by thumbprint', () => {
  it('takes the first usable one where the same certificate is on several providers', () => {
    const answers = [keys(found('a', { usability: 'unusable', reason: 'no key' })), keys(found('b')), keys(found('c'))];
    expect(chooseKey('Pkcs11', 'AB', answers).providerId).toBe('b');
  });

  it('does not mind a provider that fails when another has the key', () => {
    expect(chooseKey('Pkcs11', 'AB', [failing('SIGNING_PROVIDER_UNAVAILABLE'), keys(found('b'))]).providerId).toBe('b');
  });

  it('passes on why the provider could not answer when nobody has the key', () => {
    const answers = [keys(), failing('SIGNING_OPERATION_FAILED')];
    expect(() => chooseKey('Pkcs11', 'AB', answers)).toThrow(withCode('SIGNING_OPERATION_FAILED'));
  });

  it('tells expired from missing', () => {
    expect(() => chooseKey('Pkcs11', 'AB', [keys(found('a', expired))])).toThrow(
      withCode('SIGNING_CERTIFICATE_EXPIRED'),
    );
    expect(() => chooseKey('Pkcs11', 'AB', [keys()])).toThrow(withCode('SIGNING_CERTIFICATE_NOT_FOUND'));
    const unusable = keys(found('a', { usability: 'unusable', reason: 'There is no private key.' }));
    expect(() => chooseKey('Pkcs11', 'AB', [unusable])).toThrow(/no private key/);
  });
});

describe('chooseKey without a thumbprint', () => {
  it('takes the only usable key and leaves expired ones aside', () => {
    expect(chooseKey('Pkcs11', null, [keys(found('a', expired), found('b'))]).providerId).toBe('b');
  });

  it('refuses to guess between several', () => {
    const answers = [keys(found('a')), keys(found('b', { certificate: new Uint8Array([2]) }))];
    expect(() => chooseKey('Pkcs11', null, answers)).toThrow(withCode('SIGNING_PROVIDER_UNSUPPORTED'));
  });

  it.each([
    null,
    new StationError('SIGNING_OPERATION_FAILED', 'x', { area: 'pin', waitReason: 'PIN_OF_OTHER_PROVIDER' }),
  ])('takes the one that can sign where several show the same certificate and nothing else: %s', (error) => {
    const usability = error === null ? 'usable' : 'locked';
    const other = { keys: [found('a', { usability })], error };
    expect(chooseKey('Pkcs11', null, [other, keys(found('b'))]).providerId).toBe(error === null ? 'a' : 'b');
    const more = { keys: [...other.keys, found('a', { usability, certificate: new Uint8Array([2]) })], error };
    expect(() => chooseKey('Pkcs11', null, [more, keys(found('b'))])).toThrow(StationError);
  });

  it('waits when a provider that might hold a second key does not answer', () => {
    const answers = [keys(found('a')), failing('SIGNING_PROVIDER_UNAVAILABLE')];
    expect(() => chooseKey('Pkcs11', null, answers)).toThrow(withCode('SIGNING_PROVIDER_UNAVAILABLE'));
  });

  it('is unsupported when no provider of the type is configured', () => {
    expect(() => chooseKey('Hsm', null, [])).toThrow(withCode('SIGNING_PROVIDER_UNSUPPORTED'));
  });
});

describe('normaliseThumbprint', () => {
  it('ignores case, spaces and colons', () => {
    expect(normaliseThumbprint(' ab:CD ef\t01 ')).toBe('ABCDEF01');
  });
});
