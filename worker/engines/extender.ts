import type { SignatureProfile } from '../../service/contract/vocabulary/signature-formats.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { HashAlgorithm } from '../../service/providers/providers.ts';
import type { VerificationOutcome } from '../../service/verification/verification.ts';
import type { EngineDocument } from './engine-document.ts';
import type { LevelServices } from './level-services.ts';

/** The baseline levels above B, each holding the ones before it. */
export type ExtensionLevel = Exclude<SignatureProfile, 'B'>;

/** One signed file to be raised to a level; the signer's key is not needed. */
export interface ExtensionTask {
  /** The signed file; read only. */
  readonly inputPath: string;
  /** Where the raised file is to be written; nothing lies there yet. */
  readonly outputPath: string;
  /** What a detached signature is over; null where the signed file holds it. */
  readonly content: EngineDocument | null;
  /** The file as it was before one signature was added: the signatures of it stay as they are; null: all are raised. */
  readonly before: EngineDocument | null;
  readonly level: ExtensionLevel;
  /**
   * Every signature of the file is of level LTA: what it holds is proven by its youngest timestamp, so that evidence is
   * wanted for that one's authority only. Certificates of signers may have expired or been revoked since.
   */
  readonly isRenewal?: boolean;
  /** By which timestamps are made over the file. */
  readonly hash: HashAlgorithm;
  /** The time as of which validation data is wanted. */
  readonly at: Date;
  readonly services: LevelServices;
}

/** A raised file at the task's `outputPath`, which nobody has verified yet. */
export interface ExtendedFile {
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /**
   * Compares what the station's verifier says of the raised file with the file before: asked for while both are there,
   * before anything is handed out. The level needs the same verification, which costs as much as raising the file.
   * Rejects with StationError SIGNING_OPERATION_FAILED (permanent) where a signature that was there is worse off.
   */
  readonly requireNothingWorse: (after: VerificationOutcome) => Promise<void>;
}

/**
 * Raises every signature of a file to a level. What a level needs and is there already is not added again, except that
 * LTA always adds an archive timestamp, with evidence for the earlier ones: that is how evidence is renewed. Signed
 * bytes stay as they are; that they do is asked of the raised file. Throws StationErrors: those of the services, and permanent ones for a file that can't be raised.
 */
export interface FormatExtender {
  extend(task: ExtensionTask): Promise<ExtendedFile>;
}

/** Permanent: this file, or this level of it, is nothing that can be made. */
export function cannotRaise(why: string, cause?: unknown): StationError {
  return new StationError('SIGNATURE_PROFILE_UNSUPPORTED', `The signature cannot be raised: ${why}.`, {
    cause,
    area: 'document',
  });
}
