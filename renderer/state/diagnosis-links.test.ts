import { describe, expect, it } from 'vitest';
import { diagnosisOfFailure, settledDiagnosis, silentProviders } from './diagnosis-links.ts';
import { diagnosisAddress, matchRoute } from './routes.ts';

const CERTIFICATES = [{ thumbprint: 'AA', sha256Thumbprint: 'AA11', providerId: 'desk/1' }];
const PROVIDERS = [
  { id: 'desk/1', type: 'SmartCard' },
  { id: 'left', type: 'Pkcs11' },
  { id: 'right', type: 'Pkcs11' },
] as const;
const failed = (fields: Partial<Parameters<typeof diagnosisOfFailure>[0]>): string | null =>
  diagnosisOfFailure(
    {
      errorCode: 'SIGNING_OPERATION_FAILED',
      failureArea: null,
      signingProvider: 'SmartCard',
      certificateThumbprint: null,
      ...fields,
    },
    CERTIFICATES,
    PROVIDERS,
  );

describe('diagnosisOfFailure', () => {
  it('is of the provider that holds the certificate, by either thumbprint', () => {
    for (const certificateThumbprint of ['aa', 'AA11']) {
      expect(failed({ signingProvider: 'Pkcs11', certificateThumbprint })).toBe('/providers/desk%2F1/diagnosis');
    }
  });

  it('is else of the only provider of its kind, and of none where there are several', () => {
    expect(failed({})).toBe('/providers/desk%2F1/diagnosis');
    expect(failed({ certificateThumbprint: 'BB' })).toBe('/providers/desk%2F1/diagnosis');
    expect(failed({ signingProvider: 'Pkcs11' })).toBe('/providers');
    expect(failed({ signingProvider: 'Hsm' })).toBe('/providers');
  });

  it('is nowhere for what no token has a part in', () => {
    expect(failed({ errorCode: 'TIMESTAMP_AUTHORITY_UNAVAILABLE' })).toBeNull();
    expect(failed({ errorCode: null })).toBeNull();
    expect(failed({ failureArea: 'document' })).toBeNull();
    expect(failed({ failureArea: 'pin', errorCode: null })).toBe('/providers/desk%2F1/diagnosis');
  });
});

describe('settledDiagnosis', () => {
  const VIEW = {
    errorCode: 'SIGNING_OPERATION_FAILED',
    failureArea: null,
    signingProvider: 'SmartCard',
    certificateThumbprint: null,
  } as const;
  const known = <T>(value: T) => ({ value, fault: null });
  const asked = { value: null, fault: null };
  const refused = { value: null, fault: { title: 'no answer' } };

  it('leads nowhere while a list is on its way, and then to the one page it stays with', () => {
    expect(settledDiagnosis(VIEW, asked, asked)).toBeNull();
    expect(settledDiagnosis(VIEW, known(CERTIFICATES), asked)).toBeNull();
    expect(settledDiagnosis(VIEW, asked, known(PROVIDERS))).toBeNull();
    expect(settledDiagnosis(VIEW, known(CERTIFICATES), known(PROVIDERS))).toBe('/providers/desk%2F1/diagnosis');
  });

  it('leads to the list of providers where the station does not say which it has', () => {
    expect(settledDiagnosis(VIEW, refused, refused)).toBe('/providers');
  });
});

describe('the address of a diagnosis', () => {
  it('leads back to its provider, whatever is in the id', () => {
    for (const id of ['desk', 'a/b', '50 %', 'ä?#']) {
      expect(matchRoute(diagnosisAddress(id))).toEqual({ page: 'diagnosis', id });
    }
    expect(matchRoute('/providers//diagnosis')).toEqual({ page: 'not-found' });
  });
});

it('names the providers that show no certificate', () => {
  expect(silentProviders(PROVIDERS, CERTIFICATES).map(({ id }) => id)).toEqual(['left', 'right']);
});
