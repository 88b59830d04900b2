import type { StoredFile } from '../../service/domain/records.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { JobDetails } from '../../service/persistence/persistence.ts';
import { ObjectNotFound, type LocalCopy, type ObjectStore } from '../../service/storage/object-store.ts';
import type { EngineDocument, EngineTask } from '../engines/engine.ts';

/** Everything a job signs or draws, as local files until `release` is called. */
export interface JobInputs extends Pick<EngineTask, 'document' | 'additionalDocuments' | 'appearance'> {
  release(): Promise<void>;
}

/**
 * Opens the job's input, its further data objects and its stamp image. Throws a permanent StationError when one of them
 * is no longer stored; whatever was opened before that is released again.
 */
export async function openInputs(objects: ObjectStore, details: JobDetails): Promise<JobInputs> {
  const copies: LocalCopy[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(copies.splice(0).map((copy) => copy.release()));
  };
  const open = async (file: StoredFile): Promise<EngineDocument> => {
    const copy = await localCopy(objects, file);
    copies.push(copy);
    return engineDocument(copy, file.originalFileName);
  };
  try {
    const document = await open(details.input);
    const additionalDocuments: EngineDocument[] = [];
    for (const file of details.additionalInputs) additionalDocuments.push(await open(file));
    const appearance = details.appearance === null ? null : await open(details.appearance);
    return { document, additionalDocuments, appearance, release };
  } catch (fault) {
    await release();
    throw fault;
  }
}

function engineDocument(copy: LocalCopy, originalFileName: string): EngineDocument {
  const { size, bytes } = copy;
  return {
    ...(bytes !== undefined && { bytes }),
    ...{ size, originalFileName },
    get path() {
      return copy.path;
    },
  };
}

async function localCopy(objects: ObjectStore, file: StoredFile): Promise<LocalCopy> {
  try {
    return await objects.localCopy(file.storageKey);
  } catch (fault) {
    if (!(fault instanceof ObjectNotFound)) throw fault;
    throw new StationError('SIGNING_OPERATION_FAILED', tell('INPUT_GONE'), {
      cause: fault,
    });
  }
}
