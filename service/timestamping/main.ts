import { StationError } from '../domain/station-error.ts';
import { endOnFatalFaults } from '../processes/fatal-faults.ts';
import { refuseInspection } from '../processes/inspection.ts';
import { connectParentLink, leaveWithParent } from '../processes/parent-link.ts';
import { createPeer } from '../processes/request-reply.ts';
import { ignoreTerminalSignals } from '../processes/signals.ts';
import { takeEnvironmentSecrets } from '../secrets/environment/environment-secret-store.ts';
import { createFileSecretStore } from '../secrets/file/file-secret-store.ts';
import { layeredSecretStore } from '../secrets/layered/layered-secret-store.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { timestampClientInForce } from './client/open-client.ts';
import { TIMESTAMP_CLIENT_CHANNEL, TIMESTAMP_CLIENT_PROTOCOL } from './protocol.ts';
import type { TimestampAuthority } from './timestamp-authority.ts';

/**
 * Entry of the timestamp client: the only process that holds the authority's password and speaks to it. It sees digests
 * and what authorities answer, never a document.
 */
endOnFatalFaults('timestamp-client');
refuseInspection();
ignoreTerminalSignals();
const environmentSecrets = takeEnvironmentSecrets(process.env);
process.report.excludeEnv = true;
const link = connectParentLink();
leaveWithParent(link);

let client: (() => Promise<TimestampAuthority>) | undefined;

function opened(): Promise<TimestampAuthority> {
  if (client === undefined) {
    throw new StationError('SERVICE_UNAVAILABLE', 'The timestamp client was not told its settings yet.');
  }
  return client();
}

function secretsBelow(folder: string): SecretStore {
  return layeredSecretStore([environmentSecrets, createFileSecretStore(folder)]);
}

createPeer({
  link,
  channel: TIMESTAMP_CLIENT_CHANNEL,
  local: {
    protocol: TIMESTAMP_CLIENT_PROTOCOL,
    handlers: {
      configure(told) {
        client = timestampClientInForce(told, secretsBelow(told.secretsDirectory), () => performance.now());
        return Promise.resolve(undefined);
      },
      ensureTimestampAuthority: async () => (await opened()).ensureReady(),
      timestamp: async (imprint) => (await opened()).timestamp(imprint),
      settingsFault: async () => {
        try {
          await opened();
          return null;
        } catch (fault) {
          if (fault instanceof StationError && fault.code === 'TIMESTAMP_AUTHORITY_UNAVAILABLE') return fault.message;
          throw fault;
        }
      },
      tryAll: async () => [...(await (await opened()).tryAll())],
    },
  },
  remote: {},
});
