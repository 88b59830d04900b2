import { endOnFatalFaults } from '../../service/processes/fatal-faults.ts';
import { refuseInspection } from '../../service/processes/inspection.ts';
import { ignoreTerminalSignals } from '../../service/processes/signals.ts';
import { connectParentLink, leaveWithParent } from '../../service/processes/parent-link.ts';
import { createPeer } from '../../service/processes/request-reply.ts';
import {
  TOKEN_HOST_CHANNEL,
  TOKEN_HOST_PROTOCOL,
  TOPIC_DEVICE_HUNG,
  TOPIC_TOKENS_CHANGED,
} from '../../service/providers/token-host/protocol.ts';
import { takeEnvironmentSecrets } from '../../service/secrets/environment/environment-secret-store.ts';
import { SPAN_TOPIC } from '../../service/telemetry/span-messages.ts';
import { createLogger, errorFields } from '../../service/telemetry/logger.ts';
import { openDevices } from './open-devices.ts';
import { createTokenHost } from './token-host.ts';

/** A token-host: the only kind of process that holds keys, PINs and sessions, and the only one to load vendor code. */
function main(): void {
  endOnFatalFaults('token-host');
  refuseInspection();
  ignoreTerminalSignals();
  const secrets = takeEnvironmentSecrets(process.env);
  process.report.excludeEnv = true;
  const link = connectParentLink();
  leaveWithParent(link);
  const logger = createLogger({ level: 'info', clock: () => new Date(), processName: 'token-host' });
  const peer = createPeer({
    link,
    // The host is told no more than that it failed.
    onFault: (fault) => logger.error('The token-host failed unexpectedly.', errorFields(fault)),
    channel: TOKEN_HOST_CHANNEL,
    local: {
      protocol: TOKEN_HOST_PROTOCOL,
      handlers: createTokenHost({
        openDevices: (context) => openDevices(context, secrets),
        now: () => new Date(),
        onSpan: (span) => peer.notify(SPAN_TOPIC, span),
        logger,
        notifyTokensChanged: () => peer.notify(TOPIC_TOKENS_CHANGED, null),
        notifyDeviceHung: () => peer.notify(TOPIC_DEVICE_HUNG, null),
      }),
    },
    remote: {},
  });
}

main();
