import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Asn1Error } from '../codecs/asn1/asn1-error.ts';
import { parseCrl } from '../codecs/crl/crl.ts';
import { parseOcspResponse } from '../codecs/ocsp/ocsp-response.ts';
import { parseCertificate } from '../codecs/x509/certificate.ts';
import { TRUST_FOLDERS, type Configuration } from '../config/configuration.ts';
import type { UnreadTrustFile } from '../contract/http/trust-anchors.ts';
import type { TrustMaterial } from '../verification/verification.ts';
import { codeOf, KnownFiles } from './known-files.ts';
import type { ListSigners } from './lists/list-watch.ts';
import type { ListsReading } from './lists/lists-in-force.ts';

/** `moreAnchors`: folders of anchors beside the configured one. */
export function trustFolders(
  { Data, Verification, ValidationData }: Pick<Configuration, 'Data' | 'Verification' | 'ValidationData'>,
  moreAnchors: readonly string[] = [],
): TrustFolders {
  const unnamed = Object.values(TRUST_FOLDERS).map((folder) => path.resolve(Data.Directory, folder));
  return {
    mayBeMissing: new Set([...unnamed, ...moreAnchors]),
    trustAnchors: [Verification.TrustAnchors, ...moreAnchors],
    intermediates: ValidationData.Certificates,
    crls: ValidationData.Crls,
    ocspResponses: ValidationData.OcspResponses,
  };
}

export interface TrustFolders {
  /** Of these: folders that are empty where they are not there. Others were named by somebody, who meant some that is. */
  readonly mayBeMissing: ReadonlySet<string>;
  readonly trustAnchors: readonly string[];
  readonly intermediates: string;
  readonly crls: string;
  readonly ocspResponses: string;
}

/** An anchor and where it lies; `folder` and `file` are names without what is above them. */
export interface PlacedAnchor {
  readonly der: Uint8Array;
  readonly folder: string;
  readonly file: string;
}

export interface TrustReading {
  readonly material: TrustMaterial;
  readonly anchors: readonly PlacedAnchor[];
  readonly unread: readonly UnreadTrustFile[];
  /** Trusted lists; missing where the settings name none. */
  readonly lists?: ListsReading;
}

/**
 * Reads all trust folders: DER or PEM files, several PEM blocks to a file allowed; links are followed, names with a dot
 * in front left out. A folder that does not exist is empty where it may be missing; the operating system's own store is never consulted. What
 * cannot be read or is something else is named in `unread` and not in the material; never throws for anything that lies
 * there. `known`: what was found the last time, of which files that were not written since are not read again.
 */
export async function readTrustMaterial(folders: TrustFolders, known = new KnownFiles()): Promise<TrustReading> {
  const unread: UnreadTrustFile[] = [];
  const { mayBeMissing } = folders;
  const read = async (kind: UnreadTrustFile['kind'], folder: string): Promise<Uint8Array[]> =>
    (await readFolder(kind, folder, { unread, mayBeMissing, known })).map(({ der }) => der);
  const anchors: PlacedAnchor[] = [];
  for (const folder of folders.trustAnchors) {
    anchors.push(...(await readFolder('trust anchor', folder, { unread, mayBeMissing, known })));
  }
  const material = {
    trustAnchors: anchors.map(({ der }) => der),
    intermediates: await read('certificate', folders.intermediates),
    crls: await read('CRL', folders.crls),
    ocspResponses: await read('OCSP response', folders.ocspResponses),
  };
  known.forgetOthers();
  return { material, anchors, unread };
}

/** The same with trusted lists beside the folders, and what lies among their signers and is not used. */
export function withLists(
  reading: TrustReading,
  lists: ListsReading,
  unreadSigners: readonly UnreadTrustFile[],
): TrustReading {
  const material = lists.lists === null ? reading.material : { ...reading.material, lists: lists.lists };
  return { ...reading, material, lists, unread: [...reading.unread, ...unreadSigners] };
}

/** The certificates (DER) in the folder of those who sign trusted lists; what else lies there is named in `unread`. */
export async function readListSigners(folder: string): Promise<ListSigners> {
  const unread: UnreadTrustFile[] = [];
  const found = await readFolder('signer of trusted lists', folder, {
    ...{ unread, mayBeMissing: new Set([folder]), known: new KnownFiles() },
  });
  return { certificates: found.map(({ der }) => der), unread };
}

interface Reading {
  readonly unread: UnreadTrustFile[];
  readonly mayBeMissing: ReadonlySet<string>;
  readonly known: KnownFiles;
}

async function readFolder(
  kind: UnreadTrustFile['kind'],
  folder: string,
  { unread, mayBeMissing, known }: Reading,
): Promise<PlacedAnchor[]> {
  const items: PlacedAnchor[] = [];
  for (const file of (await namesIn(kind, folder, unread, mayBeMissing)).sort()) {
    const found = await known.read(path.join(folder, file), kind, (der) => faultOf(kind, der));
    for (const der of found.items) items.push({ der, folder: path.basename(folder), file });
    for (const reason of found.faults) unread.push({ kind, file, reason });
  }
  return items;
}

async function namesIn(
  kind: UnreadTrustFile['kind'],
  folder: string,
  unread: UnreadTrustFile[],
  mayBeMissing: ReadonlySet<string>,
): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.'));
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' || !mayBeMissing.has(folder)) {
      unread.push({ kind, file: path.basename(folder), reason: `the folder cannot be read (${code})` });
    }
    return [];
  }
}

/** Null for what can be used. The reason quotes nothing of the file. */
function faultOf(kind: UnreadTrustFile['kind'], der: Uint8Array): string | null {
  try {
    if (kind === 'CRL') parseCrl(der);
    else if (kind === 'OCSP response') return parseOcspResponse(der).response === null ? 'it holds no answer' : null;
    else parseCertificate(der);
    return null;
  } catch (error) {
    const isCertificate = kind === 'trust anchor' || kind === 'signer of trusted lists';
    if (error instanceof Asn1Error) return `it is no ${isCertificate ? 'certificate' : kind}: ${error.message}`;
    throw error;
  }
}
