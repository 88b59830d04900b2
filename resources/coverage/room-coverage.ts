import path from 'node:path';

/** How much of a thing there is, and how much of it the tests ran. */
export interface Count {
  readonly total: number;
  readonly covered: number;
}

/** Lines and branches that the unit tests run in a room. */
export interface RoomCoverage {
  /** The first two folders of a file's path. */
  readonly room: string;
  readonly lines: Count;
  readonly branches: Count;
}

/** What vitest's `json-summary` says: counts by file, and their `total`. */
export type CoverageSummary = Readonly<Record<string, Pick<RoomCoverage, 'lines' | 'branches'>>>;

/** Percentages below which a room is not to fall. */
export type Floors = Readonly<Record<string, { readonly lines: number; readonly branches: number }>>;

/** A room may lie this far below its floor: tests with random input do not take the same branches each time. */
const NOISE_POINTS = 2;
/** In a small room one new file that other tests run, a scenario for instance, is more than that. */
const NOISE_COUNT = 30;
/** And never more than this share: a room of 38 lines could else be left without tests. */
const NOISE_SHARE = 0.2;
/** A room of which the unit tests run less is left to the other tests: what they run of it by the way says nothing. */
const LEAST_LINES = 0.5;
const KINDS = ['lines', 'branches'] as const;
const NOTHING: Count = { total: 0, covered: 0 };

/** The counts of all files, added up by room and sorted by its name. */
export function coverageByRoom(summary: CoverageSummary, root: string): readonly RoomCoverage[] {
  const rooms = new Map<string, RoomCoverage>();
  for (const [file, counts] of Object.entries(summary)) {
    if (file === 'total') continue;
    const room = path.relative(root, file).split(path.sep).slice(0, -1).slice(0, 2).join('/');
    const sum = rooms.get(room) ?? { room, lines: NOTHING, branches: NOTHING };
    rooms.set(room, { room, lines: plus(sum.lines, counts.lines), branches: plus(sum.branches, counts.branches) });
  }
  return [...rooms.values()].toSorted((one, other) => (one.room < other.room ? -1 : 1));
}

/** One sentence for each room that fell below its floor. A room without one is let pass: the table says so. */
export function coverageFaults(rooms: readonly RoomCoverage[], floors: Floors): readonly string[] {
  return rooms.flatMap((coverage) =>
    KINDS.flatMap((kind) => {
      const floor = floors[coverage.room]?.[kind];
      if (floor === undefined || !isBelow(coverage[kind], floor)) return [];
      const { room } = coverage;
      return [`The unit tests run ${percent(coverage[kind])} % of the ${kind} of ${room}, where it was ${floor} %.`];
    }),
  );
}

/** The table for the log, the sum of all rooms last. */
export function coverageTable(rooms: readonly RoomCoverage[], floors: Floors): string {
  const rows = [...rooms, sumOf(rooms)].map(({ room, lines, branches }) => [
    room,
    cell(lines, floors[room]?.lines),
    cell(branches, floors[room]?.branches),
  ]);
  const all = [['room', 'lines % (floor)', 'branches % (floor)'], ...rows];
  const width = (column: number): number => Math.max(...all.map((row) => row[column]?.length ?? 0));
  return all.map((row) => row.map((text, column) => text.padEnd(width(column))).join('  ')).join('\n');
}

/** The percentages of today, to be written down as floors, for rooms that the unit tests are there for. */
export function floorsOf(rooms: readonly RoomCoverage[]): Floors {
  const tested = rooms.filter(({ lines }) => lines.covered >= LEAST_LINES * lines.total);
  return Object.fromEntries(
    tested.map(({ room, lines, branches }) => [
      room,
      { lines: Number(percent(lines)), branches: Number(percent(branches)) },
    ]),
  );
}

function isBelow({ total, covered }: Count, floor: number): boolean {
  const missing = (floor / 100) * total - covered;
  return missing > Math.max((NOISE_POINTS / 100) * total, Math.min(NOISE_COUNT, NOISE_SHARE * total));
}

function sumOf(rooms: readonly RoomCoverage[]): RoomCoverage {
  return {
    room: 'all',
    lines: rooms.map(({ lines }) => lines).reduce(plus, NOTHING),
    branches: rooms.map(({ branches }) => branches).reduce(plus, NOTHING),
  };
}

function plus(one: Count, other: Count): Count {
  return { total: one.total + other.total, covered: one.covered + other.covered };
}

function cell(count: Count, floor: number | undefined): string {
  return `${percent(count)} (${floor === undefined ? 'none' : floor.toFixed(1)})`;
}

function percent({ total, covered }: Count): string {
  return total === 0 ? '100.0' : ((covered / total) * 100).toFixed(1);
}
