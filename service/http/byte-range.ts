import type { IncomingHttpHeaders } from 'node:http';

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * The one range asked for (RFC 9110, 14.2). Null when all is to be sent: without Range, with several ranges, with a
 * malformed one (to be ignored, says the RFC) or when If-Range names another version.
 */
export function requestedRange(
  headers: IncomingHttpHeaders,
  size: number,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  const ifRange = headers['if-range'];
  if (headers.range === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const suffix = /^bytes=\s*-(\d{1,15})\s*$/i.exec(headers.range)?.[1];
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const match = /^bytes=\s*(\d{1,15})-(\d{0,15})\s*$/i.exec(headers.range);
  return match === null ? null : rangeFrom(Number(match[1]), match[2] ?? '', size);
}

function rangeFrom(start: number, last: string, size: number): ByteRange | 'unsatisfiable' | null {
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** If-None-Match, compared weakly (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '')));
}

/** If-Match, compared strongly: a weak tag names no bytes (RFC 9110, 13.1.1). Without the header any version will do. */
export function isVersionWanted(header: string | undefined, etag: string): boolean {
  return header === undefined || header.split(',').some((candidate) => ['*', etag].includes(candidate.trim()));
}
