import { paginateListObjectsV2, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import type { Leftover, LeftoverSearch } from '../object-store.ts';
import type { BucketClient } from './upload.ts';

/** Keys of ours have none of these characters, so that what they name is no object. */
const UPLOAD_MARK = '?uploadId=';

/** Names an unfinished multipart upload for `delete`. */
export function uploadLeftover(key: string, uploadId: string): string {
  return `${key}${UPLOAD_MARK}${encodeURIComponent(uploadId)}`;
}

/** Key and upload of such a name; undefined for a storage key. */
export function parseUploadLeftover(name: string): { readonly key: string; readonly uploadId: string } | undefined {
  const at = name.indexOf(UPLOAD_MARK);
  if (at === -1) return undefined;
  return { key: name.slice(0, at), uploadId: decodeURIComponent(name.slice(at + UPLOAD_MARK.length)) };
}

/** Multipart uploads that were begun before `writtenBefore` and neither finished nor aborted. */
export async function* unfinishedUploads(target: BucketClient, search: LeftoverSearch): AsyncGenerator<Leftover> {
  const { client, bucket } = target;
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...from }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key === undefined || UploadId === undefined || Initiated === undefined) continue;
      if (Initiated < search.writtenBefore) yield { key: uploadLeftover(Key, UploadId), isUnfinished: true };
    }
    if (page.IsTruncated !== true) return;
    from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/**
 * Staged objects and outputs, in the order of keys. A folder that `mayHold` refuses is left with one request: the listing goes on
 * behind its last possible key.
 */
export async function* stagedObjects(target: BucketClient, search: LeftoverSearch): AsyncGenerator<Leftover> {
  let startAfter: string | undefined;
  do startAfter = yield* listUntilRefused(target, search, startAfter);
  while (startAfter !== undefined);
}

async function* listUntilRefused(
  { client, bucket }: BucketClient,
  search: LeftoverSearch,
  startAfter: string | undefined,
): AsyncGenerator<Leftover, string | undefined> {
  const input = { Bucket: bucket, ...(startAfter === undefined ? {} : { StartAfter: startAfter }) };
  let folder = '';
  for await (const page of paginateListObjectsV2({ client }, input)) {
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key === undefined) continue;
      if (folderOf(Key) !== folder) {
        folder = folderOf(Key);
        const refused = foldersAbove(Key).find((each) => !search.mayHold(each));
        if (refused !== undefined) return `${refused}/\u{10FFFF}`;
      }
      const isOld = LastModified !== undefined && LastModified < search.writtenBefore;
      if (isOld && (search.isStaged(Key) || search.isOutput(Key))) yield { key: Key, isUnfinished: false };
    }
  }
  return undefined;
}

function folderOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

/** `a`, `a/b` for `a/b/c`: the widest first. */
function foldersAbove(key: string): string[] {
  const parts = key.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
