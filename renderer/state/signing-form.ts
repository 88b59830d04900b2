import type { CertificateDescriptor } from '../../service/contract/http/providers.ts';
import type { Certification } from '../../service/contract/vocabulary/pdf-signing.ts';
import type {
  ContainerSignature,
  Packaging,
  SignatureOperation,
  SignatureProfile,
} from '../../service/contract/vocabulary/signature-formats.ts';
import { takesSignature } from '../formatting/file-kind.ts';
import type { Addition, BatchDocument } from './batch-model.ts';
import { pageLanguage } from './language.ts';
import { templateText, USUAL_LOOKS, type StampLooks } from './stamp-looks.ts';
import { rectText, type SizedPlace, type StampPlace } from './stamp-place.ts';

/** What the person chose beside the documents. */
export interface SigningChoices {
  profile: SignatureProfile;
  xadesPackaging: Packaging;
  cadesPackaging: Packaging;
  containerSignature: ContainerSignature;
  /** For documents that are CMS signatures already. */
  cmsOperation: SignatureOperation;
  /** For XML documents; all but `sign` are for those that bear signatures. */
  xmlOperation: SignatureOperation;
  isVisible: boolean;
  note: string;
  looks: StampLooks;
  page: number;
  /** A text of the PDFs next to which the stamp goes; empty: none. */
  anchor: string;
  /** Null: next to the text, or where the station finds room on `page`. */
  place: StampPlace | null;
  /** Where the stamp goes on those PDFs whose page is as large; each of them has the place for its own. */
  sized: SizedPlace | null;
  image: File | null;
  /** Full name of an empty signature field of the PDFs; empty: a new one. */
  field: string;
  certification: Certification | null;
}

export const DEFAULT_CHOICES: SigningChoices = {
  profile: 'B',
  xadesPackaging: 'enveloped',
  cadesPackaging: 'encapsulated',
  containerSignature: 'CAdES',
  cmsOperation: 'sign',
  xmlOperation: 'sign',
  isVisible: false,
  note: '',
  looks: USUAL_LOOKS,
  page: 1,
  anchor: '',
  place: null,
  sized: null,
  image: null,
  field: '',
  certification: null,
};

/** What a page begins with: its stamps speak its language. */
export function firstChoices(): SigningChoices {
  return { ...DEFAULT_CHOICES, looks: { ...USUAL_LOOKS, language: pageLanguage() } };
}

/** Longest note in characters (specification, section 8). */
export const NOTE_LENGTH = 500;
/** Largest stamp image in bytes (specification, section 8). */
export const IMAGE_BYTES = 2 * 1024 * 1024;

export type SigningKey = Pick<CertificateDescriptor, 'providerType' | 'sha256Thumbprint'>;

/** The multipart fields of `POST /signatures`, in order; files go last so that the station can refuse early. */
export function signingFields(
  document: Pick<BatchDocument, 'format' | 'kind'> & Partial<Pick<BatchDocument, 'addition' | 'place'>>,
  key: SigningKey,
  choices: SigningChoices,
): readonly (readonly [string, string])[] {
  const fields: [string, string][] = [
    ['format', document.format],
    ['profile', choices.profile],
    ['signingProvider', key.providerType],
    ['certificateThumbprint', key.sha256Thumbprint],
  ];
  const { format } = document;
  if (format === 'XAdES' || format === 'CAdES') {
    const packaging = format === 'XAdES' ? choices.xadesPackaging : choices.cadesPackaging;
    const { operation, target } = additionTo(document, choices);
    fields.push(operation === 'sign' ? ['packaging', packaging] : ['operation', operation]);
    if (target !== null) fields.push(['targetSignature', target]);
  }
  if (takesSignature(document.kind, document.format)) fields.push(['operation', 'cosign']);
  else if (isContainer(document.format)) fields.push(['containerSignature', choices.containerSignature]);
  if (document.format === 'PAdES') fields.push(...pdfFields(choices, document.place ?? null));
  return fields;
}

/** What was chosen for this document, or for all of its kind. */
export function additionTo(
  { format, kind, addition = null }: Pick<BatchDocument, 'format' | 'kind'> & Partial<Pick<BatchDocument, 'addition'>>,
  { xmlOperation, cmsOperation }: Pick<SigningChoices, 'xmlOperation' | 'cmsOperation'>,
): Addition {
  if (format === 'XAdES') return addition ?? { operation: xmlOperation, target: null };
  if (format === 'CAdES' && kind === 'cms') return addition ?? { operation: cmsOperation, target: null };
  return { operation: 'sign', target: null };
}

/** Whether the output is a container. */
export function isContainer(format: BatchDocument['format']): boolean {
  return format === 'ASiC_S' || format === 'ASiC_E';
}

function pdfFields(choices: SigningChoices, own: StampPlace | null): [string, string][] {
  const { field, certification, isVisible, note, looks } = choices;
  const fields: [string, string][] = [];
  if (field.trim() !== '') fields.push(['signatureField', field.trim()]);
  if (certification !== null) fields.push(['certification', certification]);
  if (!isVisible) return fields;
  fields.push(['visibleSignature', 'true']);
  // A field has its own place.
  if (field.trim() === '') fields.push(placeField(choices, own));
  if (note.trim() !== '') fields.push(['signatureNote', note.trim()]);
  const template = templateText(looks);
  if (template !== null) fields.push(['stampTemplate', template]);
  return fields;
}

/** Where the stamp goes: at the document's own place, at that of all, next to a text, or anywhere on a page. */
export function placeField(
  { place, anchor, page }: Pick<SigningChoices, 'place' | 'anchor' | 'page'>,
  own: StampPlace | null,
): [string, string] {
  const rect = own ?? place;
  if (rect !== null) return ['signatureRect', rectText(rect)];
  return anchor.trim() === '' ? ['signaturePage', String(page)] : ['signatureAnchor', anchor.trim()];
}

/** The body of `POST /signatures` for one document. */
export function signingForm(document: BatchDocument, key: SigningKey, choices: SigningChoices): FormData {
  const form = new FormData();
  for (const [name, value] of signingFields(document, key, choices)) form.append(name, value);
  if (document.format === 'PAdES' && choices.isVisible && choices.image !== null) {
    form.append('signatureImage', choices.image, choices.image.name);
  }
  for (const file of document.files) form.append('file', file, file.name);
  return form;
}
