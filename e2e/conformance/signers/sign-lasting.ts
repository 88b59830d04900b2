import path from 'node:path';
import type { LevelServices } from '../../../worker/engines/level-services.ts';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';
import { softwareSignerOf } from '../../actors/engines/sign-with-engine.ts';
import type { SignedFile } from '../judges/judge.ts';
import { levelChains } from '../levels/level-chains.ts';
import { raiseChain } from '../levels/raise-chain.ts';
import { addSigner } from './add-signer.ts';

const KEY = 'p-256';

/** A file of level LTA, and what became of it when somebody else signed it, too. */
export interface SignedAgain {
  readonly before: SignedFile;
  readonly after: SignedFile;
}

/** In every packaging: a signature raised to LTA, then another signer. Throws where one is refused. */
export async function signLasting(ca: TestCa, services: LevelServices, folder: string): Promise<SignedAgain[]> {
  const again: SignedAgain[] = [];
  for (const chain of levelChains('all').filter(({ key }) => key === KEY)) {
    const before = (await raiseChain(chain, ca, services, folder)).get('LTA');
    if (before === undefined) throw new Error('The chain has no LTA.');
    const output = path.join(path.dirname(before.path), 'signed-again');
    const added = await addSigner(before, softwareSignerOf(ca, 'rsa-2048'), output);
    if ('refusal' in added) throw new Error(`${before.id}: another signer was refused: ${added.refusal}`);
    again.push({ before, after: { ...before, id: `${before.id} signed again`, path: output } });
  }
  return again;
}
