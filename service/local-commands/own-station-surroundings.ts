import type { Terminal } from '../command-line/terminal.ts';
import { printLine } from '../command-line/terminal.ts';
import type { CommandSurroundings } from '../command-line/run-station-command.ts';
import { nearestKey } from '../config/configuration-keys.ts';
import { SECRET_VARIABLE_PREFIX, secretVariableName } from '../secrets/secret-names.ts';
import { hostSecrets } from '../composition/host-secrets.ts';
import { withOwnStation, type OwnStationParts } from './own-station.ts';

interface Parts extends Omit<OwnStationParts, 'warn'> {
  readonly terminal: Omit<Terminal, 'signal'>;
  readonly signal: AbortSignal;
}

/** What commands for a station need of the composition: secrets, and a station of their own where none runs. */
export function ownStationSurroundings(parts: Parts): CommandSurroundings {
  const { configuration, environment } = parts;
  const terminal = { ...parts.terminal, signal: parts.signal };
  const secrets = hostSecrets(environment, configuration.Data.Directory);
  return {
    ...{ configuration, terminal },
    nearest: nearestKey,
    readSecret: (name) => secrets.read(name),
    variableOf: (secretName) => SECRET_VARIABLE_PREFIX + secretVariableName(secretName),
    withOwnStation: (variables, use) =>
      withOwnStation(
        {
          ...parts,
          environment: { ...environment, ...variables },
          warn: (line) => printLine(terminal.messages, line),
        },
        use,
      ),
  };
}
