import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectNotFound, type ObjectStore } from './object-store.ts';
import { isOutput, isStagedOutput, requestKeys } from './storage-keys.ts';

/** An empty store of the driver under test, and how to be rid of it. */
export interface OpenedObjectStore {
  readonly store: ObjectStore;
  dispose(): Promise<void>;
}

/** What every driver of the object store port does. */
export function describeObjectStore(name: string, open: () => Promise<OpenedObjectStore>): void {
  describe(name, () => {
    let opened: OpenedObjectStore;
    let store: ObjectStore;
    let folder: string;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
      folder = await mkdtemp(join(tmpdir(), 'object-store-'));
    });
    afterAll(async () => {
      await opened.dispose();
      await rm(folder, { recursive: true });
    });

    const freshKeys = () => requestKeys('acme', randomUUID(), new Date(Date.UTC(2026, 0, 31)));

    async function put(key: string, bytes: Uint8Array): Promise<void> {
      const path = join(folder, randomUUID());
      await writeFile(path, bytes);
      await store.putFile(key, path);
    }

    const content = async (key: string) => buffer(await store.read(key));

    it('answers to a ping', () => expect(store.ping()).resolves.toBeUndefined());

    it('gives back what was put, byte for byte', async () => {
      const { input } = freshKeys();
      const bytes = randomBytes(300_000);
      await put(input, bytes);
      expect(await content(input)).toEqual(bytes);
      expect(await store.size(input)).toBe(bytes.length);
    });

    it('keeps an empty object', async () => {
      const { input } = freshKeys();
      await put(input, new Uint8Array());
      expect(await store.size(input)).toBe(0);
      expect(await content(input)).toHaveLength(0);
    });

    it('tells what was staged, by its age and where it is asked to look', async () => {
      const keys = freshKeys();
      const staged = keys.stagedOutput(1);
      await put(keys.input, randomBytes(10));
      await put(staged, randomBytes(10));
      const found = async (writtenBefore: number, mayHold: (folder: string) => boolean): Promise<string[]> => {
        const search = { writtenBefore: new Date(writtenBefore), mayHold, isStaged: isStagedOutput, isOutput };
        const keysFound: string[] = [];
        for await (const { key, isUnfinished } of store.leftovers(search)) if (!isUnfinished) keysFound.push(key);
        return keysFound;
      };
      const later = Date.now() + 60_000;
      expect(await found(later, () => true)).toContain(staged);
      expect(await found(later, () => true)).not.toContain(keys.input);
      expect(await found(later, (folder) => staged.startsWith(`${folder}/`))).toEqual([staged]);
      expect(await found(later, (folder) => !staged.startsWith(`${folder}/`))).not.toContain(staged);
      expect(await found(Date.now() - 60_000, () => true)).toEqual([]);
      expect(await store.delete(staged)).toBe(true);
      expect(await found(later, () => true)).not.toContain(staged);
    });

    it('reads a range, both ends included', async () => {
      const { input } = freshKeys();
      await put(input, Buffer.from('0123456789'));
      expect(String(await buffer(await store.read(input, { start: 2, end: 4 })))).toBe('234');
      expect(String(await buffer(await store.read(input, { start: 9, end: 9 })))).toBe('9');
    });

    it('takes over a file written at its staging path', async () => {
      const { input } = freshKeys();
      const path = await store.stagingPath(input);
      await writeFile(path, 'staged');
      expect(await store.size(input)).toBeUndefined();
      await store.putFile(input, path);
      expect(String(await content(input))).toBe('staged');
    });

    it('lets nothing be found before it is allowed, and nothing at all where that fails', async () => {
      const { input, appearance } = freshKeys();
      const path = join(folder, randomUUID());
      await writeFile(path, 'awaited');
      const allowed = Promise.withResolvers<undefined>();
      const putting = store.putFile(input, path, allowed.promise);
      await delay(50);
      expect(await store.size(input)).toBeUndefined();
      allowed.resolve(undefined);
      await putting;
      expect(String(await content(input))).toBe('awaited');
      await writeFile(path, 'refused');
      await expect(store.putFile(appearance, path, Promise.reject(new Error('no mark')))).rejects.toThrow('no mark');
      expect(await store.size(appearance)).toBeUndefined();
    });

    it('gives every caller a staging path of its own', async () => {
      const { input } = freshKeys();
      expect(await store.stagingPath(input)).not.toBe(await store.stagingPath(input));
    });

    it('offers the object as a local file', async () => {
      const { input } = freshKeys();
      await put(input, Buffer.from('local'));
      const copy = await store.localCopy(input);
      expect(copy.size).toBe(5);
      expect(String(await readFile(copy.path))).toBe('local');
      await copy.release();
      expect(String(await content(input))).toBe('local');
    });

    it('says so when there is no object', async () => {
      const { input } = freshKeys();
      expect(await store.size(input)).toBeUndefined();
      await expect(store.read(input)).rejects.toBeInstanceOf(ObjectNotFound);
      await expect(store.localCopy(input)).rejects.toMatchObject({ name: 'ObjectNotFound', key: input });
      expect(await store.delete(input)).toBe(false);
    });

    it('takes no part of a key for an object', async () => {
      const { input } = freshKeys();
      await put(input, Buffer.from('x'));
      const parent = input.slice(0, input.lastIndexOf('/'));
      expect(await store.size(parent)).toBeUndefined();
      await expect(store.read(parent)).rejects.toBeInstanceOf(ObjectNotFound);
    });

    it('replaces an object as a whole', async () => {
      const { input } = freshKeys();
      await put(input, Buffer.from('first and longer'));
      await put(input, Buffer.from('second'));
      expect(String(await content(input))).toBe('second');
    });

    it('makes a staged object visible under its final key, and again to no effect', async () => {
      const { signed, ...keys } = freshKeys();
      await put(keys.stagedOutput(1), Buffer.from('signed'));
      expect(await store.size(signed)).toBeUndefined();
      await store.promote(keys.stagedOutput(1), signed);
      await store.promote(keys.stagedOutput(1), signed);
      expect(String(await content(signed))).toBe('signed');
      expect(await store.size(keys.stagedOutput(1))).toBeUndefined();
    });

    it('promotes one staged object when several do it at once', async () => {
      const { signed, ...keys } = freshKeys();
      await put(keys.stagedOutput(3), Buffer.from('once'));
      await Promise.all(Array.from({ length: 8 }, () => store.promote(keys.stagedOutput(3), signed)));
      expect(String(await content(signed))).toBe('once');
    });

    it('keeps the winner of two attempts at an output, wherever each was put', async () => {
      const { signed, ...keys } = freshKeys();
      const put = async (text: string, attempt: number): Promise<string | null> => {
        const path = await store.stagingPath(keys.stagedOutput(attempt));
        await writeFile(path, text);
        return store.putOutput(path, { key: signed, stagedKey: keys.stagedOutput(attempt) });
      };
      await put('of an attempt that never completed', 1);
      const place = await put('of the winner', 2);
      expect(String(await content(place ?? signed))).toBe('of the winner');
      if (place !== null) await store.promote(place, signed);
      expect(String(await content(signed))).toBe('of the winner');
    });

    it('can promote nothing that was never staged', async () => {
      const { signed, ...keys } = freshKeys();
      await expect(store.promote(keys.stagedOutput(1), signed)).rejects.toBeInstanceOf(ObjectNotFound);
    });

    it('deletes once', async () => {
      const { input, appearance } = freshKeys();
      await put(input, Buffer.from('a'));
      await put(appearance, Buffer.from('b'));
      expect(await store.delete(input)).toBe(true);
      expect(await store.delete(input)).toBe(false);
      expect(await store.size(input)).toBeUndefined();
      expect(String(await content(appearance))).toBe('b');
      expect(await store.delete(appearance)).toBe(true);
      await put(input, Buffer.from('again'));
      expect(String(await content(input))).toBe('again');
    });

    it('takes many objects of one day at once', async () => {
      const keys = Array.from({ length: 64 }, () => freshKeys().input);
      await Promise.all(keys.map((key) => put(key, Buffer.from(key))));
      const contents = await Promise.all(keys.map(async (key) => String(await content(key))));
      expect(contents).toEqual(keys);
    });

    it.each([
      ['', 'empty'],
      ['/etc/passwd', 'absolute'],
      ['a/../../b', 'a step up'],
      ['..', 'only a step up'],
      ['a/./b', 'a step nowhere'],
      ['a//b', 'an empty component'],
      ['a/', 'a slash at the end'],
      ['a\\..\\b', 'backslashes'],
      ['C:/x', 'a drive'],
      ['a/b\0c', 'NUL'],
      ['a/b\nc', 'a control character'],
      [`a/${'x'.repeat(2000)}`, 'too long'],
    ])('refuses the key %j (%s)', async (key) => {
      const path = join(folder, randomUUID());
      await writeFile(path, 'x');
      await expect(store.putFile(key, path)).rejects.toThrow('storage key');
      const place = { key, stagedKey: key };
      await expect(store.putOutput(path, place)).rejects.toThrow('storage key');
      await expect(store.stagingPath(key)).rejects.toThrow('storage key');
      await expect(store.read(key)).rejects.toThrow('storage key');
      await expect(store.localCopy(key)).rejects.toThrow('storage key');
      await expect(store.size(key)).rejects.toThrow('storage key');
      await expect(store.promote(key, 'a/b')).rejects.toThrow('storage key');
      await expect(store.promote('a/b', key)).rejects.toThrow('storage key');
      await expect(store.delete(key)).rejects.toThrow('storage key');
      expect(String(await readFile(path))).toBe('x');
    });
  });
}
