import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import type { CertificateRecord } from '../../service/domain/records.ts';
import type { WorkerStore } from '../../service/persistence/persistence.ts';
import type { SigningDevice } from '../../service/providers/providers.ts';
import type { ObjectStore } from '../../service/storage/object-store.ts';
import type { ImprintHash, TimestampAuthority } from '../../service/timestamping/timestamp-authority.ts';
import type { ValidationDataSource } from '../../service/validation-data/validation-data.ts';
import type { FormatEngine } from '../engines/engine.ts';
import type { DocumentTurn } from './document-turns.ts';

/** What a job needs of the worker to be signed. */
export interface SigningContext {
  readonly store: WorkerStore;
  readonly objects: ObjectStore;
  readonly device: SigningDevice;
  /** Whatever parses a document or writes one runs `at` it. */
  readonly turn: DocumentTurn;
  readonly engines: Partial<Readonly<Record<SignatureFormat, FormatEngine>>>;
  readonly timestamping: Pick<TimestampAuthority, 'ensureReady' | 'timestamp'>;
  /** By which documents are digested for a timestamp. */
  readonly imprintHash: ImprintHash;
  /** Evidence for levels LT and LTA. */
  readonly validationData: ValidationDataSource;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Certificate facts for the record; DER in. */
  readonly describeCertificate: (
    certificate: Uint8Array,
  ) => Pick<CertificateRecord, 'thumbprint' | 'subject' | 'issuer' | 'serialNumber' | 'notBefore' | 'notAfter'>;
  /** A promotion that failed: the output is complete and is promoted when it is next read. */
  readonly onPromotionFailure: (fault: unknown) => void;
}
