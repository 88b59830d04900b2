import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { parsePfx } from '../../service/codecs/pkcs12/pfx-parser.ts';
import { Pkcs12Error } from '../../service/codecs/pkcs12/pkcs12-error.ts';
import type { PfxContents } from '../../service/codecs/pkcs12/safe-bags.ts';
import type { KeyFile } from '../../service/contract/http/diagnosis.ts';
import type { KeyFileContents } from '../../service/providers/token-host/doctor-protocol.ts';
import type { PfxEntry } from '../../service/providers/token-host/protocol.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';
import { readCertificateFacts } from '../host/certificate-facts.ts';
import { diagnosedCertificate } from '../host/diagnosed-certificate.ts';
import { importKey, spkiOf } from '../pkcs12/pfx-device.ts';

type State = KeyFile['state'];

/** The state of a key file, and what lies in it where it could be opened. */
interface LookedInto {
  readonly state: State;
  readonly contents: KeyFileContents | null;
}

/** A key file has no tries to lose: whether the password opens it is seen by opening it. Without one it stays closed. */
export async function lookIntoKeyFile(
  { path: file, passwordSecretName }: PfxEntry,
  secrets: SecretStore,
): Promise<LookedInto> {
  const state = await stateOf(file);
  const password = passwordSecretName === null ? '' : await secrets.read(passwordSecretName).catch(() => undefined);
  if (state !== 'ready' || password === undefined) return { state, contents: null };
  try {
    return { state, contents: contentsOf(await parsePfx(await readFile(file), password)) };
  } catch (error) {
    return { state: stateAfter(error), contents: null };
  }
}

function stateAfter(error: unknown): State {
  if (!(error instanceof Pkcs12Error)) return 'unreadable';
  return error.code === 'PKCS12_PASSWORD_WRONG' ? 'password-wrong' : 'damaged';
}

function contentsOf({ keys, certificates }: PfxContents): KeyFileContents {
  const privateKeys = keys.flatMap(({ pkcs8 }) => importKey(pkcs8));
  const unreadCertificates: string[] = [];
  return {
    certificates: certificates.flatMap(({ der }) => {
      const facts = readCertificateFacts(der, unreadCertificates);
      if (facts === undefined) return [];
      const hasVisibleKey = facts.publicKey !== undefined && privateKeys.some(({ spki }) => spki.equals(spkiOf(facts)));
      return diagnosedCertificate(facts, {
        ...{ hasVisibleKey, keyPair: hasVisibleKey ? 'same-id' : 'absent', keyMaySign: null },
      });
    }),
    unreadCertificates,
  };
}

async function stateOf(file: string): Promise<State> {
  try {
    // Without O_NONBLOCK a pipe would keep us waiting for whoever writes into it. Windows has no such flag and needs none.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const status = await handle.stat();
      if (status.isDirectory()) return 'directory';
      if (!status.isFile()) return 'not-pkcs12';
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
      return isPfxStart(buffer.subarray(0, bytesRead)) ? 'ready' : 'not-pkcs12';
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EISDIR') return 'directory';
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  }
}

/** RFC 7292: a PFX is a DER (or BER) SEQUENCE that begins with the INTEGER 3. */
function isPfxStart(start: Buffer): boolean {
  const [tag, length = 0] = start;
  const lengthBytes = length > 0x80 ? length - 0x80 : 0;
  return tag === 0x30 && start.subarray(2 + lengthBytes, 5 + lengthBytes).toString('hex') === '020103';
}
