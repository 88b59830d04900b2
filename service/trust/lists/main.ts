import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { writeDurably } from '../../files/durable-file.ts';
import { endOnFatalFaults } from '../../processes/fatal-faults.ts';
import { refuseInspection } from '../../processes/inspection.ts';
import { connectParentLink, leaveWithParent } from '../../processes/parent-link.ts';
import { createPeer, NO_METHODS } from '../../processes/request-reply.ts';
import { ignoreTerminalSignals } from '../../processes/signals.ts';
import { compactListOf } from './compact.ts';
import { judgeLists, type JudgedSource } from './judge-lists.ts';
import { LISTS_CHANNEL, LISTS_PROTOCOL, type AcceptedList } from './lists-protocol.ts';
import { thumbprintOf } from './open-list.ts';

/**
 * Entry of the process that reads trusted lists: it parses and judges them once, writes what verification needs of each
 * to a file, and is gone when it has answered.
 */
endOnFatalFaults('trusted-lists');
refuseInspection();
ignoreTerminalSignals();
const link = connectParentLink();
leaveWithParent(link);

const MAX_LIST_BYTES = 64 * 1024 * 1024;

createPeer({
  link,
  channel: LISTS_CHANNEL,
  local: {
    protocol: LISTS_PROTOCOL,
    handlers: {
      judge: (task) => {
        const { accepted, refused, wanted, entitled } = judgeLists({ ...task, read });
        const described = accepted.map((one, place) => describe(one, place === 0 ? null : task.into));
        return Promise.resolve({ accepted: described, refused: [...refused], wanted: [...wanted], entitled });
      },
    },
  },
  remote: NO_METHODS,
});

function read(file: string): Uint8Array {
  if (statSync(file).size > MAX_LIST_BYTES) throw new Error('The file is too large.');
  return new Uint8Array(readFileSync(file));
}

/** `into`: null for the list of the lists. */
function describe({ source, list }: JudgedSource, into: string | null): AcceptedList {
  const compactFile = into === null ? null : `${list.territory}-${list.sequenceNumber}.json`;
  if (into !== null && compactFile !== null) {
    writeDurably(path.join(into, compactFile), JSON.stringify(compactListOf(list)));
  }
  const { territory, operator, sequenceNumber, issuedAt, nextUpdate, services } = list;
  const about = { territory, operator, sequenceNumber, issuedAt, nextUpdate, services: services.length };
  return { name: source.name, ...about, signer: thumbprintOf(list.signer.der), compactFile };
}
