import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TrustMaterial } from '../verification/verification.ts';

export interface TrustFolders {
  readonly trustAnchors: readonly string[];
  readonly intermediates: string;
  readonly crls: string;
  readonly ocspResponses: string;
}

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;

/**
 * Reads all trust folders: DER or PEM files, several PEM blocks to a file allowed. A folder that does not exist is
 * empty; the operating system's own store is never consulted.
 */
export async function readTrustMaterial(folders: TrustFolders): Promise<TrustMaterial> {
  const anchors = await Promise.all(folders.trustAnchors.map(readDerFiles));
  return {
    trustAnchors: anchors.flat(),
    intermediates: await readDerFiles(folders.intermediates),
    crls: await readDerFiles(folders.crls),
    ocspResponses: await readDerFiles(folders.ocspResponses),
  };
}

async function readDerFiles(folder: string): Promise<Uint8Array[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map((entry) => entry.name);
  const files = await Promise.all(names.sort().map((name) => readDerFile(path.join(folder, name))));
  return files.flat();
}

async function readDerFile(file: string): Promise<Uint8Array[]> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_FILE_BYTES) return [];
  const text = bytes.subarray(0, MAX_FILE_BYTES).toString('latin1');
  if (!text.includes('-----BEGIN ')) return [new Uint8Array(bytes)];
  return [...text.matchAll(PEM_BLOCK)].map((block) => new Uint8Array(Buffer.from(block[2] ?? '', 'base64')));
}
