import { bytesSource, type ByteSource } from '../codecs/byte-source.ts';
import { openFileSource } from '../storage/file-source.ts';
import type { DocumentInput, VerificationOutcome, VerificationTask } from './verification.ts';

/**
 * Judges one document in this process; each format's code is loaded when it is first needed. Rejects only for what is
 * not the document's fault: node:fs errors for files that cannot be read.
 */
export async function verifyDocument(task: VerificationTask): Promise<VerificationOutcome> {
  return withSource(task.document, (document) => {
    const { original } = task;
    return original === null
      ? judge(task, document, null)
      : withSource(original, (bytes) => judge(task, document, bytes));
  });
}

async function judge(
  task: VerificationTask,
  document: ByteSource,
  original: ByteSource | null,
): Promise<VerificationOutcome> {
  switch (task.format) {
    case 'PAdES': {
      const { verifyPades } = await import('./pades/verify-pades.ts');
      const { createContentsJudge } = await import('./pades/contents-judge.ts');
      return verifyPades(document, createContentsJudge(task), task.at);
    }
    case 'CAdES':
      return (await import('./cades/verify-cades.ts')).verifyCades(document, original, task);
    case 'XAdES':
      return (await import('./xades/verify-xades.ts')).verifyXades(document, original, task);
    case 'ASiC_S':
    case 'ASiC_E':
      return (await import('./asic/verify-asic.ts')).verifyAsic(task.format, document, task);
  }
}

async function withSource<T>(input: DocumentInput, use: (source: ByteSource) => Promise<T>): Promise<T> {
  if (input.kind === 'bytes') return use(bytesSource(input.bytes));
  const file = openFileSource(input.path);
  try {
    return await use(file);
  } finally {
    file.close();
  }
}
