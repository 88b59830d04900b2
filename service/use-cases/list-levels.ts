import type { LevelView } from '../contract/http/levels.ts';
import { SIGNATURE_PROFILES, type SignatureProfile } from '../contract/vocabulary/signature-formats.ts';

/** What the levels of signatures depend on. */
export interface LevelFacts {
  /** Another station that shares the work may be set up otherwise: then nothing is known to be missing. */
  readonly signsHere: boolean;
  readonly hasTimestampAuthority: boolean;
  /** There are lists or responses in the registered folders, or they are asked for. */
  readonly hasEvidence: boolean;
}

/** Every level, from the lowest, with what it lacks here. */
export function listLevels(facts: LevelFacts): LevelView[] {
  return SIGNATURE_PROFILES.map((profile) => {
    const obstacle = facts.signsHere ? OBSTACLES[profile](facts) : null;
    return { profile, isOffered: obstacle === null, obstacle };
  });
}

const authority = ({ hasTimestampAuthority }: LevelFacts): LevelView['obstacle'] =>
  hasTimestampAuthority ? null : 'NoTimestampAuthority';
const authorityAndEvidence = (facts: LevelFacts): LevelView['obstacle'] =>
  authority(facts) ?? (facts.hasEvidence ? null : 'NoEvidence');

const OBSTACLES: Readonly<Record<SignatureProfile, (facts: LevelFacts) => LevelView['obstacle']>> = {
  B: () => null,
  T: authority,
  LT: authorityAndEvidence,
  LTA: authorityAndEvidence,
};
