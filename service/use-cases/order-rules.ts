import {
  FORMAT_OPERATIONS,
  FORMAT_PACKAGINGS,
  type ContainerSignature,
  type Packaging,
  type SignatureFormat,
  type SignatureOperation,
  type SignatureProfile,
} from '../contract/vocabulary/signature-formats.ts';
import type { Told } from '../contract/vocabulary/sentence.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
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
  if (files.length === 0) throw invalid(tell('FILE_FIELD_MISSING'));
  if (files.some((file) => file.size === 0)) {
    throw new StationError('SIGNATURE_REQUEST_INVALID', tell('FILE_EMPTY'), { area: 'document' });
  }
  if (operation !== 'sign') checkSignedFiles(format, files, operation);
  else if (files.length > 1 && format !== 'ASiC_E') {
    throw invalid(tell('FORMAT_TAKES_ONE_FILE', { format }));
  }
  const names = files.map((file) => displayFileName(file.clientFileName));
  if (new Set(names).size !== names.length) throw invalid(tell('FILE_NAMES_EQUAL'));
}

function checkSignedFiles(format: SignatureFormat, files: readonly unknown[], operation: SignatureOperation): void {
  const isContainer = format === 'ASiC_S' || format === 'ASiC_E';
  if (isContainer && files.length > 1) {
    throw invalid(tell('CONTAINER_TAKES_NO_FILES'));
  }
  if (files.length > 2) {
    throw invalid(tell('OPERATION_TAKES_TWO_FILES', { operation }));
  }
}

/** Refuses whatever says something of a stamp where the format has none. */
export function checkStamp(format: SignatureFormat, isStamped: boolean): void {
  if (format === 'PAdES' || !isStamped) return;
  throw invalid(tell('STAMP_FOR_PADES'));
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
    throw invalid(tell('FIELD_FOR_PADES'));
  }
  if (choice.hasField && choice.hasPage) {
    throw invalid(tell('PAGE_BESIDE_FIELD'));
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
    throw invalid(tell('FORMAT_WITHOUT_OPERATION', { format, operation }));
  }
  if (targetSignature !== null && operation !== 'countersign') {
    throw invalid(tell('TARGET_FOR_COUNTERSIGN'));
  }
  if (operation !== 'sign' && packaging !== null) {
    throw invalid(tell('OPERATION_WITHOUT_PACKAGING', { operation }));
  }
  if (operation === 'countersign' && profile !== 'B') {
    throw new StationError('SIGNATURE_PROFILE_UNSUPPORTED', tell('COUNTERSIGN_LEVEL_B'));
  }
}

/** The packaging that was asked for, or the usual one of the format; null for formats without any choice. */
export function packagingFor(format: SignatureFormat, wanted: Packaging | null): Packaging | null {
  const possible = FORMAT_PACKAGINGS[format];
  if (wanted === null) return possible[0] ?? null;
  if (possible.includes(wanted)) return wanted;
  throw invalid(tell('FORMAT_WITHOUT_PACKAGING', { format, packaging: wanted }));
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
  if (!format.startsWith('ASiC_')) throw invalid(tell('CONTAINER_SIGNATURE_FOR_ASIC'));
  if (operation === 'sign') return;
  throw invalid(tell('OPERATION_WITHOUT_CONTAINER_SIGNATURE', { operation }));
}

function invalid(detail: Told): StationError {
  return new StationError('SIGNATURE_REQUEST_INVALID', detail);
}
