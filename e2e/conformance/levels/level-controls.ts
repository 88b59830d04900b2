import path from 'node:path';
import type { LevelServices } from '../../../worker/engines/level-services.ts';
import { makeTestCa, type TestCa } from '../../actors/ca/make-test-ca.ts';
import type { SoftwareSigner } from '../../actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../actors/levels/local-level-services.ts';
import type { SignedFile } from '../judges/judge.ts';
import { kinds } from '../kinds.ts';
import { raiseChain, STEPS, type StepName } from './raise-chain.ts';

const KEY = 'p-256';
const DAY = 86_400_000;

/** Files whose verdict rests on when something was, or on whose it is, in every format and packaging. */
export interface LevelControls {
  /** Must be refused by who has what the file was made with: another authority's timestamp; lists that ended before. */
  readonly refused: readonly SignedFile[];
  /** Must be refused by who knows the lists of now: timestamped after the revocation. */
  readonly revokedBefore: readonly SignedFile[];
  /** Must pass at T, LT and LTA for the same: timestamped before it. */
  readonly revokedAfter: readonly SignedFile[];
}

/** Makes them, and revokes their signer meanwhile: the lists of `ca` are others afterwards. */
export async function makeLevelControls(ca: TestCa, services: LevelServices, folder: string): Promise<LevelControls> {
  const { certificate, privateKey } = ca.issue('revoked-meanwhile');
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  const signer: SoftwareSigner = { certificate, chain: ca.intermediates, privateKey, algorithm };
  // Lists have to be younger than the certificate, and times in them are whole seconds.
  await nextSecond();
  ca.renewCrls();
  const raise = async (text: string, upTo: StepName, by = services): Promise<SignedFile[]> => {
    const steps = STEPS.slice(0, STEPS.findIndex(({ name }) => name === upTo) + 1);
    const files: SignedFile[] = [];
    for (const kind of kinds()) {
      files.push(...(await raiseChain({ ...kind, key: KEY }, ca, by, folder, { text, signer, steps })).values());
    }
    return files;
  };
  const foreign = await raise('timestamp of a foreign authority', 'T', foreignTimestamps(services, folder));
  const stale = await raise('stale lists', 'LT', staleLists(ca, services));
  const revokedAfter = await raise('revoked after the timestamp', 'LTA');
  await nextSecond();
  ca.revoke('revoked-meanwhile');
  ca.renewCrls();
  await nextSecond();
  const revokedBefore = await raise('revoked before the timestamp', 'T');
  return { refused: [...foreign, ...stale.filter(({ profile }) => profile === 'LT')], revokedAfter, revokedBefore };
}

function foreignTimestamps(services: LevelServices, folder: string): LevelServices {
  const stranger = localLevelServices(makeTestCa(path.join(folder, 'stranger')));
  return { ...services, timestamp: (...asked) => stranger.timestamp(...asked) };
}

function staleLists(ca: TestCa, services: LevelServices): LevelServices {
  const now = Date.now();
  ca.renewCrls(new Date(now - 30 * DAY), new Date(now - 20 * DAY));
  const crls = ca.crls();
  ca.renewCrls();
  return { ...services, validationData: async (task) => ({ ...(await services.validationData(task)), crls }) };
}

function nextSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_100));
}
