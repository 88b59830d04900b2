import { TrustAnchors } from '../../contract/http/trust-anchors.ts';
import { operation } from '../operation.ts';

/** What this station trusts, for the settings page. Not part of the specification. */
export const trustOperation = operation({
  id: 'listTrustAnchors',
  method: 'get',
  path: '/api/v1/trust-anchors',
  tag: 'Verification',
  summary: 'List the trust anchors with their origin and end, and what lies in the trust folders and cannot be used',
  permission: 'CertificatesRead',
  replies: { 200: { description: 'What is trusted', json: { name: 'TrustAnchors', schema: TrustAnchors } } },
  errors: [],
  handle: async ({ ports }) => ({ status: 200, body: await ports.trustAnchors() }),
});
