import type { ChildEnvironment, ProcessLauncher } from '../../processes/launcher.ts';
import { createPeer } from '../../processes/request-reply.ts';
import { LISTS_CHANNEL, LISTS_PROTOCOL, type ListsTask, type ListsVerdict } from './lists-protocol.ts';

export interface ListsProcessOptions {
  readonly launcher: ProcessLauncher;
  /** Absolute path of the script. */
  readonly entry: string;
  /** Its whole environment. */
  readonly env: ChildEnvironment<'trusted-lists'>;
}

/** All lists of the Union together take a few seconds. */
const TIMEOUT_MILLISECONDS = 180_000;
const HEAP_MEBIBYTES = 512;

/**
 * Judges lists in a process of its own that is gone afterwards: the host never parses one. Rejects with a StationError
 * where the process ended by itself, needed too much memory, or took too long.
 */
export async function judgeInProcess(
  { launcher, entry, env }: ListsProcessOptions,
  task: ListsTask,
): Promise<ListsVerdict> {
  const child = launcher.launch({ name: 'trusted-lists', entry, args: [], env, heapMebibytes: HEAP_MEBIBYTES });
  try {
    const peer = createPeer({
      link: child.link,
      channel: LISTS_CHANNEL,
      local: { protocol: {}, handlers: {} },
      remote: LISTS_PROTOCOL,
    });
    return await peer.call('judge', task, { timeoutMilliseconds: TIMEOUT_MILLISECONDS });
  } finally {
    child.kill();
    await child.exited;
  }
}
