import type { StampPreview } from '../../service/contract/http/stamp-previews.ts';

/** Points from the lower left corner of a page as it is shown. */
export interface SeenPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The page, and what takes up places on it. */
export type TakenPage = Pick<StampPreview, 'width' | 'height' | 'isSigned' | 'taken'>;

/** Why a stamp should not stand somewhere; over text and pictures it may, where nobody has signed them. */
export type Clash = 'outside' | 'stamp' | 'field' | 'signed' | 'contents' | 'small' | 'other';

/** What the station means where it refuses a place; codes that a page cannot know stay `other`. */
const REFUSALS: ReadonlyMap<string, Clash> = new Map([
  ['PDF_STAMP_OUTSIDE_PAGE', 'outside'],
  ['PDF_STAMP_OVER_STAMP', 'stamp'],
  ['PDF_STAMP_OVER_FIELD', 'field'],
  ['PDF_STAMP_HIDES_SIGNED', 'signed'],
  ['PDF_STAMP_TOO_SMALL', 'small'],
]);

/** Points between a stamp and what it is moved clear of. */
const GAP = 6;
/** Points that a dropped stamp moves by itself, the gap among them; further it stays where it was put. */
const SNAP = 15;
const TOLERANCE = 0.05;
/** Smaller stamps cannot be read. */
export const SMALLEST: Readonly<Pick<SeenPlace, 'width' | 'height'>> = { width: 60, height: 24 };

/** What is wrong with a place, the worst first; null when it is free. */
export function clashOf(place: SeenPlace, page: TakenPage): Clash | null {
  const { x, y, width, height } = place;
  const isInside = x >= -TOLERANCE && y >= -TOLERANCE;
  if (!isInside || x + width > page.width + TOLERANCE || y + height > page.height + TOLERANCE) return 'outside';
  const under = page.taken.filter((other) => touches(place, other) && !(other.isPlain && isAround(other, place)));
  if (under.some(({ kind }) => kind === 'stamp')) return 'stamp';
  if (under.some(({ kind }) => kind === 'field')) return 'field';
  if (under.length === 0) return null;
  return page.isSigned ? 'signed' : 'contents';
}

/** Whether the station refuses a stamp there. */
export function isRefused(clash: Clash | null): boolean {
  return clash !== null && clash !== 'contents';
}

/** The reason that the station gave by a code. */
export function clashOfRefusal(code: string): Clash {
  return REFUSALS.get(code) ?? 'other';
}

/** The free place of the same size that is nearest; null when the page has none. */
export function nearestFree(place: SeenPlace, page: TakenPage): SeenPlace | null {
  const { width, height } = place;
  const taken = page.taken.filter((other) => !(other.isPlain && isAround(other, { ...other, ...place })));
  const edges = (low: 'x' | 'y', extent: 'width' | 'height', size: number): number[] => [
    ...[place[low], GAP, page[extent] - size - GAP],
    ...taken.flatMap((other) => [other[low] + other[extent] + GAP, other[low] - size - GAP]),
  ];
  const near = (wanted: number) => (a: number, b: number) => Math.abs(a - wanted) - Math.abs(b - wanted);
  const lefts = [...new Set(edges('x', 'width', width))].sort(near(place.x)).slice(0, 120);
  const bottoms = [...new Set(edges('y', 'height', height))].sort(near(place.y)).slice(0, 120);
  const places = lefts.flatMap((x) => bottoms.map((y) => ({ x, y, width, height })));
  const away = (one: SeenPlace): number => Math.hypot(one.x - place.x, one.y - place.y);
  return places.sort((a, b) => away(a) - away(b)).find((one) => clashOf(one, page) === null) ?? null;
}

/** Where a stamp comes to lie that is dropped somewhere: clear of what it only just lies over. */
export function dropped(place: SeenPlace, page: TakenPage): SeenPlace {
  if (clashOf(place, page) === null) return place;
  const free = nearestFree(place, page);
  return free !== null && Math.hypot(free.x - place.x, free.y - place.y) <= SNAP ? free : place;
}

/** A place of at least the smallest size, moved so that all of it is on the page. */
export function onPage(place: SeenPlace, page: Pick<TakenPage, 'width' | 'height'>): SeenPlace {
  const width = Math.min(Math.max(place.width, SMALLEST.width), page.width);
  const height = Math.min(Math.max(place.height, SMALLEST.height), page.height);
  const x = Math.min(Math.max(place.x, 0), page.width - width);
  const y = Math.min(Math.max(place.y, 0), page.height - height);
  return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
}

function touches(a: SeenPlace, b: SeenPlace): boolean {
  const isBeside = a.x + a.width <= b.x + TOLERANCE || b.x + b.width <= a.x + TOLERANCE;
  return !isBeside && a.y + a.height > b.y + TOLERANCE && b.y + b.height > a.y + TOLERANCE;
}

function isAround(outer: SeenPlace, inner: SeenPlace): boolean {
  const isLow = outer.x <= inner.x && outer.y <= inner.y;
  return isLow && outer.x + outer.width >= inner.x + inner.width && outer.y + outer.height >= inner.y + inner.height;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
