import type { StationView } from '../../service/contract/http/stations.ts';

/** How the command line of the station that answers is called; null: it brings none, or it is not known yet. */
export function ownCommandLine(stations: readonly Pick<StationView, 'isThis' | 'commandLine'>[] | null): string | null {
  return stations?.find(({ isThis }) => isThis)?.commandLine ?? null;
}
