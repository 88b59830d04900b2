import {
  signedFileBase,
  signedFileKind,
  type SignatureFormat,
} from '../../service/contract/vocabulary/signature-formats.ts';
import type { SignedOutput } from './engine.ts';

/** What file systems take as a name, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;

/**
 * The name of a signed output: `base` cut between characters so that it and `suffix` (ASCII, with its dot) fit into
 * 255 bytes of UTF-8. An empty base becomes `document`.
 */
export function outputName(base: string, suffix: string): string {
  const room = new Uint8Array(MAX_NAME_BYTES - suffix.length);
  const { read } = new TextEncoder().encodeInto(base, room);
  return `${base.slice(0, read) || 'document'}${suffix}`;
}

/** What a signed file is called and said to be, made of a document of that name. */
export function signedFileOf(
  format: SignatureFormat,
  fileName: string,
  isDetached = false,
): Pick<SignedOutput, 'contentType' | 'fileName'> {
  const kind = signedFileKind(format, isDetached);
  return { contentType: kind.contentType, fileName: outputName(signedFileBase(kind, fileName), kind.suffix) };
}
