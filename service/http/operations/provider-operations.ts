import { z } from 'zod';
import { Diagnosis } from '../../contract/http/diagnosis.ts';
import { CertificateDescriptor, ProviderHealth, ProviderItem } from '../../contract/http/providers.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import { diagnosisText } from '../../use-cases/diagnosis-text.ts';
import {
  diagnoseProvider,
  listCertificates,
  listProviders,
  permitLogin,
  providerHealth,
  unknownProvider,
} from '../../use-cases/visible-providers.ts';
import { operation, type Operation } from '../operation.ts';
import { NameParams } from './parameters.ts';

function unknownCertificate(): StationError {
  return new StationError('CERTIFICATE_NOT_FOUND', tell('CERTIFICATE_UNKNOWN'));
}

const providers = operation({
  id: 'listProviders',
  method: 'get',
  path: '/api/v1/providers',
  tag: 'Providers',
  summary: 'Configured signing providers',
  permission: 'ProvidersRead',
  replies: { 200: { description: 'All of them', json: { name: 'ProviderList', schema: z.array(ProviderItem) } } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  handle: async ({ ports }, { caller }) => ({ status: 200, body: [...(await listProviders(ports, caller))] }),
});

const health = operation({
  id: 'getProviderHealth',
  method: 'get',
  path: '/api/v1/providers/:id/health',
  tag: 'Providers',
  summary: 'Whether a provider can sign now; never logs in',
  permission: 'ProvidersRead',
  params: NameParams,
  onUnknownParams: unknownProvider,
  replies: { 200: { description: 'Its state', json: { name: 'ProviderHealth', schema: ProviderHealth } } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'PROVIDER_NOT_FOUND'],
  async handle({ ports }, { caller, params }) {
    return { status: 200, body: await providerHealth(ports, caller, params.id) };
  },
});

const diagnosis = operation({
  id: 'getProviderDiagnosis',
  method: 'get',
  path: '/api/v1/providers/:id/diagnosis',
  tag: 'Providers',
  summary: 'Why a provider does not sign: modules, readers, tokens, certificates and faults; never logs in',
  permission: 'ProvidersRead',
  params: NameParams,
  onUnknownParams: unknownProvider,
  replies: {
    200: {
      description: 'What was found, the worst first; as plain text for Accept: text/plain',
      json: { name: 'Diagnosis', schema: Diagnosis },
      alternative: 'text/plain',
    },
  },
  errors: ['SIGNATURE_REQUEST_INVALID', 'PROVIDER_NOT_FOUND'],
  async handle({ ports }, { caller, params, request, response }) {
    const found = await diagnoseProvider(ports, caller, params.id);
    if (request.accepts(['application/json', 'text/plain']) !== 'text/plain') return { status: 200, body: found };
    response.statusCode = 200;
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end(diagnosisText(found));
    return 'sent';
  },
});

const loginPermit = operation({
  id: 'permitProviderLogin',
  method: 'post',
  path: '/api/v1/providers/:id/login-permits',
  tag: 'Providers',
  summary:
    'Permit one more try of a PIN that a token refused, for a person who knows that it is right; within 15 minutes',
  permission: 'Administer',
  // Each permit may cost one of the token's tries: not for any program of this machine.
  alwaysNeedsKey: true,
  params: NameParams,
  onUnknownParams: unknownProvider,
  replies: { 204: { description: 'The next signature with this provider tries its PIN once' } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'PROVIDER_NOT_FOUND'],
  async handle({ ports }, { caller, params }) {
    await permitLogin(ports, caller, params.id);
    return { status: 204 };
  },
});

const certificates = operation({
  id: 'listCertificates',
  method: 'get',
  path: '/api/v1/certificates',
  tag: 'Certificates',
  summary: 'Public metadata of the certificates that the providers show',
  permission: 'CertificatesRead',
  replies: {
    200: { description: 'All of them', json: { name: 'CertificateList', schema: z.array(CertificateDescriptor) } },
  },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  handle: async ({ ports }, { caller }) => ({ status: 200, body: [...(await listCertificates(ports, caller))] }),
});

const certificate = operation({
  id: 'getCertificate',
  method: 'get',
  path: '/api/v1/certificates/:id',
  tag: 'Certificates',
  summary: 'One certificate, by id or by either thumbprint',
  permission: 'CertificatesRead',
  params: NameParams,
  onUnknownParams: unknownCertificate,
  replies: {
    200: { description: 'The certificate', json: { name: 'CertificateDescriptor', schema: CertificateDescriptor } },
  },
  errors: ['SIGNATURE_REQUEST_INVALID', 'CERTIFICATE_NOT_FOUND'],
  async handle({ ports }, { caller, params }) {
    const thumbprint = params.id.replaceAll(/[\s:]/g, '').toUpperCase();
    const found = (await listCertificates(ports, caller)).find(
      (item) => item.id === params.id || item.thumbprint === thumbprint || item.sha256Thumbprint === thumbprint,
    );
    if (found === undefined) throw unknownCertificate();
    return { status: 200, body: found };
  },
});

export const PROVIDER_OPERATIONS: readonly Operation[] = [
  providers,
  health,
  diagnosis,
  loginPermit,
  certificates,
  certificate,
];
