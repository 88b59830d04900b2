import { StationError } from '../domain/station-error.ts';

/** Where a page ended: the time and the id of its last item, by which lists are ordered, newest first. */
export interface PagePosition {
  readonly at: Date;
  readonly id: string;
}

const POSITION = /^(\d{1,16})\.([0-9A-Za-z-]{1,64})$/;

/** The opaque cursor clients carry from one page to the next. */
export function encodeCursor({ at, id }: PagePosition): string {
  return Buffer.from(`${at.getTime()}.${id}`, 'latin1').toString('base64url');
}

/** Throws SIGNATURE_REQUEST_INVALID for anything `encodeCursor` can't have made. */
export function decodeCursor(cursor: string): PagePosition {
  const match = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const [, milliseconds = '', id = ''] = match ?? [];
  const at = new Date(Number(milliseconds));
  if (match === null || Number.isNaN(at.getTime()) || encodeCursor({ at, id }) !== cursor) {
    throw new StationError('SIGNATURE_REQUEST_INVALID', 'The cursor is not one this list has answered.');
  }
  return { at, id };
}
