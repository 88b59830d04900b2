import type { StampPreview } from '../contract/http/stamp-previews.ts';
import type { StampOptions } from '../contract/vocabulary/stamp.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { Caller, UseCasePorts } from './ports.ts';

export interface PreviewStamp {
  readonly document: Uint8Array;
  /** JPEG or PNG. */
  readonly image: Uint8Array | null;
  /** Whose name the stamp says, upper-case hexadecimal; null: nobody's in particular. */
  readonly certificateThumbprint: string | null;
  readonly signatureNote: string | null;
  readonly appearancePageNumber: number;
  readonly options: StampOptions | null;
  /** Tells whoever sent it from others that wait. */
  readonly client: string;
}

type Ports = Pick<
  UseCasePorts,
  'verifier' | 'trustMaterial' | 'revocationMode' | 'clock' | 'providers' | 'providerCatalogue'
>;

/**
 * What a stamp would look like on an upload and where it would stand, drawn by a verifier process; nothing is stored. The
 * bytes belong to that process afterwards. Throws SIGNING_CERTIFICATE_NOT_FOUND, SIGNATURE_REQUEST_INVALID for a document
 * that cannot be stamped, and SERVICE_UNAVAILABLE where too many wait.
 */
export async function previewStamp(ports: Ports, caller: Caller, wanted: PreviewStamp): Promise<StampPreview> {
  const subject = await subjectOf(ports, caller, wanted.certificateThumbprint);
  const { signatureNote, appearancePageNumber, options, image } = wanted;
  const at = ports.clock();
  const { preview, detail } = await ports.verifier.verify({
    format: 'PAdES',
    document: { kind: 'bytes', bytes: wanted.document },
    original: null,
    trust: await ports.trustMaterial(),
    revocationMode: ports.revocationMode,
    at,
    asker: { kind: 'uploaded', client: wanted.client },
    stamp: {
      signerName: attributeOf(subject, 'CN') ?? attributeOf(subject, 'O') ?? subject,
      identityNumber: attributeOf(subject, 'serialNumber'),
      ...{ signatureNote, appearancePageNumber, options, image },
    },
  });
  if (preview === undefined) throw unusable(detail);
  if ('fault' in preview) throw unusable(preview.fault);
  return preview;
}

/** Without a certificate the stamp is one of anybody. */
const ANYBODY = 'CN=Signer';

async function subjectOf(ports: Ports, { tenantId }: Caller, thumbprint: string | null): Promise<string> {
  if (thumbprint === null) return ANYBODY;
  const wanted = thumbprint.replaceAll(/[\s:]/g, '').toUpperCase();
  const found = (await ports.providerCatalogue.certificates()).find(
    (certificate) =>
      ports.providers.serves(certificate.providerId, tenantId) &&
      (certificate.thumbprint === wanted || certificate.sha256Thumbprint === wanted),
  );
  if (found !== undefined) return found.subject;
  throw new StationError('SIGNING_CERTIFICATE_NOT_FOUND', tell('CERTIFICATE_NOT_SHOWN'));
}

/** A value of a name as RFC 4514 writes it. */
function attributeOf(name: string, type: string): string | null {
  const value = new RegExp(String.raw`(?:^|[,+])${type}=((?:\\.|[^,+\\])*)`, 's').exec(name)?.[1] ?? '';
  return value === '' ? null : value.replaceAll(/\\(.)/gs, '$1');
}

function unusable(detail: string | null): StationError {
  const text = `The stamp cannot be shown: ${detail ?? 'the document could not be read'}.`;
  return new StationError('SIGNATURE_REQUEST_INVALID', text, { area: 'document' });
}
