import type { Area, Room } from './room.ts';
import { entries, filesOf, house } from './rules.ts';

const START = '<!-- made from resources/layers by `npm run layers -- --write` -->';
const END = '<!-- end of what is made -->';

/** The page with its table of folders made anew. Throws when the marks around the table are not there. */
export function withFolderTable(page: string, areas: readonly Area[]): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start === -1 || end < start) throw new Error('The page has no marks for the table of folders.');
  const table = `\n\n<!-- prettier-ignore -->\n${folderTable(areas)}\n`;
  return page.slice(0, start + START.length) + table + '\n' + page.slice(end);
}

/** One line for every area: what its rooms together may import from outside it. */
export function folderTable(areas: readonly Area[]): string {
  const lines = areas.map(({ folder, holds, rooms }) => {
    const outside = withoutRepetition(rooms.flatMap(placesOf)).filter((place) => !`${place}/`.startsWith(`${folder}/`));
    const node = union(rooms, ({ node }) => node);
    const npm = union(rooms, ({ npm }) => npm);
    return [`\`${folder}\``, holds, code(outside), node.join(', '), npm.join(', ')];
  });
  const head = ['folder', 'what is in it', 'may import', "Node's modules", 'packages'];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function placesOf(room: Room): string[] {
  return [
    ...entries(room.rooms),
    ...entries(room.trees).map((folder) => `${folder}/**`),
    ...Object.keys(room.files ?? {}),
  ];
}

/** Leaves out what another entry opens already: a file of a room that is named, a room below a whole tree. */
function withoutRepetition(places: readonly string[]): string[] {
  return [...new Set(places)].filter(
    (place) =>
      !places.some((other) =>
        other.endsWith('/**')
          ? place !== other && place.startsWith(other.slice(0, -2))
          : place !== other && new RegExp(filesOf(other, house)).test(place),
      ),
  );
}

function union(rooms: readonly Room[], list: (room: Room) => string | undefined): string[] {
  return [...new Set(rooms.flatMap((room) => entries(list(room))))].sort();
}

function code(places: readonly string[]): string {
  return [...places]
    .sort()
    .map((place) => `\`${place}\``)
    .join(', ');
}
