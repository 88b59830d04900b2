import { createHash } from 'node:crypto';
import { readTrustedList, type TrustedList } from '../../codecs/trusted-list/trusted-list.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { openXml } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { WorkBudget, WorkExceededError } from '../../verification/work-budget.ts';
import { judgeSoleSignature } from '../../verification/xades/judge-sole-signature.ts';
import { XmlWork } from '../../verification/xades/xml-work.ts';
import { ListFault } from './list-fault.ts';

const READINGS = 2;

/** A list that one signer has signed as a whole; whether that one may is not asked yet. */
export interface OpenedList extends TrustedList {
  readonly signer: Certificate;
}

/**
 * Parses a list once, judges its signature and reads it (TS 119 612 5.7: one enveloped XAdES signature over all of it).
 * Throws ListFault for everything that a file can contain.
 */
export function openList(bytes: Uint8Array): OpenedList {
  try {
    const budget = new WorkBudget(bytes.length);
    const work = new XmlWork(budget);
    // What is read of it is looked at a few times, before anything is known of its signature.
    using tree = openXml(bytes, {}, (nodes, declarations) => {
      work.parse(nodes, declarations, 0);
      work.nodes(nodes * READINGS);
    });
    const list = readTrustedList(tree.root);
    const { count, faults, signer } = judgeSoleSignature(tree, budget);
    if (count === 0) throw new ListFault('LIST_NOT_SIGNED', 'It bears no signature.');
    if (count > 1) throw new ListFault('LIST_SIGNED_SEVERAL_TIMES', 'It bears more than the one signature of a list.');
    const [fault] = faults;
    if (fault !== undefined || signer === null) {
      throw new ListFault('LIST_SIGNATURE_INVALID', `Its signature does not hold (${fault?.reason ?? 'no signer'}).`);
    }
    return { ...list, signer };
  } catch (fault) {
    if (fault instanceof ListFault) throw fault;
    if (fault instanceof XmlError) throw new ListFault('LIST_MALFORMED', `It is no trusted list: ${fault.message}.`);
    if (!(fault instanceof WorkExceededError)) throw fault;
    throw new ListFault('LIST_MALFORMED', 'Checking it takes more work than one list may cost.');
  }
}

/** SHA-256 of a certificate, as signers are compared: byte for byte. */
export function thumbprintOf(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex').toUpperCase();
}
