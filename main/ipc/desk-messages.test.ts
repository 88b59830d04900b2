import { describe, expect, it } from 'vitest';
import { DragOrder, FolderOrder, StageOrder } from './desk-messages.ts';
import { FaultAction } from './fault-messages.ts';

const TICKET = '0198b3a0-1111-7222-8333-444455556666';
const BYTES = Uint8Array.of(1);

describe('what the page of the station may ask the desktop for', () => {
  it('is a folder for a number of files', () => {
    expect([1, 10_000].map((files) => FolderOrder.safeParse({ files }).success)).toEqual([true, true]);
    for (const files of [0, 10_001, 1.5, '3', null]) expect(FolderOrder.safeParse({ files }).success).toBe(false);
    expect(FolderOrder.safeParse({ files: 1, folder: '/etc' }).success).toBe(false);
  });

  it('is to lay bytes ready under a name, and no path to read them from', () => {
    expect(StageOrder.safeParse({ name: 'order-signed.pdf', bytes: BYTES }).success).toBe(true);
    for (const name of ['', 'x'.repeat(1_001)])
      expect(StageOrder.safeParse({ name, bytes: BYTES }).success).toBe(false);
    for (const bytes of ['text', [1, 2], null]) expect(StageOrder.safeParse({ name: 'a', bytes }).success).toBe(false);
    expect(StageOrder.safeParse({ name: 'a', bytes: BYTES, path: '/etc/passwd' }).success).toBe(false);
  });

  it('is to drag what lies ready, by its ticket alone', () => {
    expect(DragOrder.safeParse({ ticket: TICKET }).success).toBe(true);
    for (const ticket of ['../../etc/passwd', '/tmp/a.pdf', '', 7]) {
      expect(DragOrder.safeParse({ ticket }).success).toBe(false);
    }
  });
});

describe('what the page of a failure may have done', () => {
  it('is one of its four buttons', () => {
    for (const action of ['again', 'report', 'logs', 'quit']) expect(FaultAction.safeParse(action).success).toBe(true);
    for (const action of ['restart', '', null, ['again']]) expect(FaultAction.safeParse(action).success).toBe(false);
  });
});
