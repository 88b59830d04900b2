import path from 'node:path';

interface WatchedFolder {
  readonly Name: string;
  readonly In: string;
  readonly Out: string;
  readonly Done: string;
  readonly Failed: string;
}

interface Settings {
  readonly WatchedFolders: readonly WatchedFolder[];
  readonly Roles: readonly string[];
  readonly Data: { readonly Directory: string };
  readonly Storage: { readonly Root: string };
}

/**
 * Why the watched folders cannot be watched together: signed files would be signed again, a document would belong to two
 * folders, or the station's own files would lie in one.
 */
export function watchedFolderProblems({ WatchedFolders, Roles, Data, Storage }: Settings): string[] {
  if (WatchedFolders.length === 0) return [];
  const names = WatchedFolders.map(({ Name }) => Name.toLowerCase());
  return [
    ...(Roles.includes('api') ? [] : ['WatchedFolders need the role api, which accepts documents.']),
    ...[...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
      (name) => `WatchedFolders: the name ${name} is used more than once.`,
    ),
    ...WatchedFolders.flatMap((folder, index) => [
      ...ownPlaceProblems(folder),
      ...stationProblems(folder, [path.join(Data.Directory, 'secrets'), Storage.Root]),
      ...WatchedFolders.slice(0, index).flatMap((other) => sharedProblems(folder, other)),
    ]),
  ];
}

function ownPlaceProblems({ Name, In, Out, Done, Failed }: WatchedFolder): string[] {
  const others = Object.entries({ Out, Done, Failed });
  return [
    ...others
      .filter(([, place]) => isWithin(place, In))
      .map(([key]) => `WatchedFolders ${Name}: ${key} lies in In, so that its files would be signed again.`),
    ...(new Set([Out, Done, Failed]).size === 3
      ? []
      : [`WatchedFolders ${Name}: Out, Done and Failed have to be three folders.`]),
  ];
}

function stationProblems({ Name, In, Out, Done, Failed }: WatchedFolder, own: readonly string[]): string[] {
  return Object.entries({ In, Out, Done, Failed })
    .filter(([, place]) => own.some((folder) => isWithin(place, folder) || isWithin(folder, place)))
    .map(([key]) => `WatchedFolders ${Name}: ${key} holds files of the station itself, or lies among them.`);
}

/** Only the folders that are looked into have to be apart: results may go to one place. */
function sharedProblems(folder: WatchedFolder, other: WatchedFolder): string[] {
  const isShared = isWithin(folder.In, other.In) || isWithin(other.In, folder.In);
  const [one, two] = [other.Name, folder.Name];
  if (isShared)
    return [`WatchedFolders ${one} and ${two}: one In lies in the other, so that documents would belong to both.`];
  const isFed = (from: WatchedFolder, to: WatchedFolder): boolean =>
    [from.Out, from.Done, from.Failed].some((place) => isWithin(place, to.In));
  if (!isFed(folder, other) || !isFed(other, folder)) return [];
  return [`WatchedFolders ${one} and ${two} feed each other without an end.`];
}

function isWithin(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
