import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MILLISECONDS = 3_000;
/** Of the time since the last look. More than this is work, which a pass over the whole heap would hold up. */
const REST_UTILIZATION = 0.03;
/** Room without objects that is worth such a pass, which takes some 50 ms. */
const WORTHWHILE_BYTES = 12 * 1024 * 1024;

/** The heap of a process: bytes that it has taken and bytes of objects in it. */
export interface Heap {
  size(): { readonly taken: number; readonly used: number };
  /** Collects all garbage and gives back what then is free. */
  shrink(): void;
  /** The share of time since the last call in which the event loop was busy, from 0 to 1. */
  utilization(): number;
}

/**
 * Gives back, whenever a process has come to rest, what its start or a burst of work took of memory: V8 itself looks only
 * while objects are made, and keeps 20 MiB of room for young objects all day in a station to which nobody talks. Answers
 * what ends it.
 */
export function giveBackHeapAtRest(heap: Heap = v8Heap()): () => void {
  let kept = 0;
  const timer = setInterval(() => {
    if (heap.utilization() > REST_UTILIZATION) return;
    const { taken, used } = heap.size();
    // What the last pass could not give back the next one cannot either.
    if (taken - used < WORTHWHILE_BYTES || taken - kept < WORTHWHILE_BYTES) return;
    heap.shrink();
    kept = heap.size().taken;
  }, LOOK_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

/** This process's own. */
export function v8Heap(): Heap {
  let last = performance.eventLoopUtilization();
  return {
    size() {
      const { total_heap_size: taken, used_heap_size: used } = getHeapStatistics();
      return { taken, used };
    },
    // Other kinds of passes leave the room for young objects as large as it is.
    shrink() {
      collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    },
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
  };
}

/** V8 gives it to contexts that are made while the flag is set, and to no other. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
