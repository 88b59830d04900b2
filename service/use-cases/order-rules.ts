import {
  FORMAT_OPERATIONS,
  FORMAT_PACKAGINGS,
  type ContainerSignature,
  type Packaging,
  type SignatureFormat,
  type SignatureOperation,
  type SignatureProfile,
} from '../contract/vocabulary/signing.ts';
import { StationError } from '../domain/station-error.ts';
import { displayFileName } from './file-name.ts';

/** What makes an order acceptable, whoever places it: rules between its fields and files. They throw SIGNATURE_REQUEST_INVALID. */

interface OrderedFile {
  readonly clientFileName: string;
  readonly size: number;
}

/** How many files the format takes; that none is empty; that those of a container have different names. */
export function checkFiles(
  format: SignatureFormat,
  files: readonly OrderedFile[],
  operation: SignatureOperation = 'sign',
): void {
  if (files.length === 0) throw invalid('The field file is missing.');
  if (files.some((file) => file.size === 0)) {
    throw new StationError('SIGNATURE_REQUEST_INVALID', 'The file is empty.', { area: 'document' });
  }
  if (operation !== 'sign') checkSignedFiles(format, files, operation);
  else if (files.length > 1 && format !== 'ASiC_E') {
    throw invalid(`${format} takes one file; only ASiC_E takes several.`);
  }
  const names = files.map((file) => displayFileName(file.clientFileName));
  if (new Set(names).size !== names.length) throw invalid('The files of a request need different names.');
}

function checkSignedFiles(format: SignatureFormat, files: readonly unknown[], operation: SignatureOperation): void {
  const isContainer = format === 'ASiC_S' || format === 'ASiC_E';
  if (isContainer && files.length > 1) {
    throw invalid('A signed container takes a further signature, and no further files.');
  }
  if (files.length > 2) {
    throw invalid(`The operation ${operation} takes the signed file and, where it is detached, what it is over.`);
  }
}

/** Refuses whatever says something of a stamp where the format has none. */
export function checkStamp(format: SignatureFormat, isStamped: boolean): void {
  if (format === 'PAdES' || !isStamped) return;
  throw invalid('visibleSignature, signatureNote, signaturePage and signatureImage are for PAdES only.');
}

/**
 * What is asked of the PDF's own fields: signing in a named one, and certifying. A field has its own place, so that a
 * page cannot be chosen beside it.
 */
export function checkFieldChoice(
  format: SignatureFormat,
  choice: { readonly hasField: boolean; readonly isCertified: boolean; readonly hasPage: boolean },
): void {
  if (format !== 'PAdES' && (choice.hasField || choice.isCertified)) {
    throw invalid('signatureField and certification are for PAdES only.');
  }
  if (choice.hasField && choice.hasPage) {
    throw invalid('signaturePage is not for a signature in an existing field, which has its own place.');
  }
}

/** That the format takes the operation, that nothing is said along that it has no use for, and that its level can be made. */
export function checkOperation(order: {
  readonly format: SignatureFormat;
  readonly profile: SignatureProfile;
  readonly operation: SignatureOperation;
  readonly packaging: Packaging | null;
  readonly targetSignature: string | null;
  readonly containerSignature: ContainerSignature | null;
}): void {
  const { format, profile, operation, packaging, targetSignature } = order;
  checkContainerSignature(order);
  if (!FORMAT_OPERATIONS[format].includes(operation)) {
    throw invalid(`${format} does not take the operation ${operation}.`);
  }
  if (targetSignature !== null && operation !== 'countersign') {
    throw invalid('targetSignature is for the operation countersign only.');
  }
  if (operation !== 'sign' && packaging !== null) {
    throw invalid(`The operation ${operation} takes no packaging: it stays as it is in the file.`);
  }
  if (operation === 'countersign' && profile !== 'B') {
    throw new StationError('SIGNATURE_PROFILE_UNSUPPORTED', 'Counter-signatures are made of level B.');
  }
}

/** The packaging that was asked for, or the usual one of the format; null for formats without any choice. */
export function packagingFor(format: SignatureFormat, wanted: Packaging | null): Packaging | null {
  const possible = FORMAT_PACKAGINGS[format];
  if (wanted === null) return possible[0] ?? null;
  if (possible.includes(wanted)) return wanted;
  throw invalid(`${format} does not take the packaging ${wanted}.`);
}

function checkContainerSignature({
  format,
  operation,
  containerSignature,
}: {
  readonly format: SignatureFormat;
  readonly operation: SignatureOperation;
  readonly containerSignature: ContainerSignature | null;
}): void {
  if (containerSignature === null) return;
  if (!format.startsWith('ASiC_')) throw invalid('containerSignature is for ASiC_S and ASiC_E only.');
  if (operation === 'sign') return;
  throw invalid(`The operation ${operation} takes no containerSignature: it is of the kind that the container has.`);
}

function invalid(detail: string): StationError {
  return new StationError('SIGNATURE_REQUEST_INVALID', detail);
}
