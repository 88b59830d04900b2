import path from 'node:path';
import { z } from 'zod';
import { buildDss } from '../../conformance/judges/dss-judge.ts';
import { installPyhanko } from '../../conformance/judges/pyhanko-judge.ts';
import { askLineByLine } from '../../conformance/judges/run-program.ts';

/** One thing that is done over and over in one thread, in a peer's process. */
export interface PeerTask {
  readonly operation: 'sign' | 'verify';
  readonly format: 'PAdES' | 'CAdES' | 'XAdES';
  /** The document to be signed, or the signed one that has to be found good. */
  readonly path: string;
  /** How long it is measured, after as long a warm-up. */
  readonly milliseconds: number;
}

/** What peers sign with and trust: the same as we. */
export interface PeerMaterial {
  /** Folders of DER files. */
  readonly anchorFolder: string;
  readonly crlFolder: string;
  /** PKCS#12 with key, certificate and chain. */
  readonly keyFile: string;
  readonly password: string;
}

export interface Peer {
  readonly name: string;
  canDo(task: PeerTask): boolean;
  /** Times a second, in the order of the tasks. Throws where the peer refuses its task. */
  rates(tasks: readonly PeerTask[]): Promise<readonly number[]>;
}

const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/conformance');
const PYHANKO = path.resolve(import.meta.dirname, '../../conformance/pyhanko/rates.py');
const Answer = z.object({ perSecond: z.number() });

/** The peers that can be had here; of each that cannot, `complain` hears why. */
export async function findPeers(material: PeerMaterial, complain: (reason: string) => void): Promise<Peer[]> {
  const { anchorFolder, crlFolder, keyFile, password } = material;
  const args = [anchorFolder, crlFolder, keyFile, password];
  const [classPath, python] = [
    await buildDss(CACHE, (reason) => complain(`EU DSS: ${reason}`)),
    await installPyhanko(CACHE, (reason) => complain(`pyHanko: ${reason}`)),
  ];
  return [
    ...(classPath === null
      ? []
      : [peer('EU DSS', 'java', ['-cp', classPath, 'conformance.Rates', ...args], () => true)]),
    ...(python === null ? [] : [peer('pyHanko', python, ['-B', PYHANKO, ...args], ({ format }) => format === 'PAdES')]),
  ];
}

function peer(name: string, program: string, args: readonly string[], canDo: Peer['canDo']): Peer {
  return {
    name,
    canDo,
    rates: async (tasks) => (await askLineByLine(program, args, tasks)).map((answer) => Answer.parse(answer).perSecond),
  };
}
