import type { JobDetails } from '../../service/persistence/persistence.ts';

/** Tells the host of a job whether its document is under work: a process that dies makes suspects of those alone. */
export interface DocumentWatch {
  /** The job waits for something else: its device, an authority, its turn. */
  away(jobId: string): void;
  /** Its document is about to be worked on again; resolves when the host knows. */
  back(jobId: string): Promise<unknown>;
}

/** One job's way to its document and back, as often as it takes. */
export interface DocumentTurn {
  /** Works on the document: beside others, or by itself where a process has died over it. */
  at<T>(work: () => Promise<T>): Promise<T>;
  /** Inside of `at`: waits for something outside, and keeps nobody from theirs meanwhile. */
  away<T>(wait: () => Promise<T>): Promise<T>;
}

/** Who may work on a document now, in one process. */
export interface DocumentTurns {
  /** Runs a job with a turn of its own; outside of `at` the job counts as waiting. */
  during<T>(job: Pick<JobDetails['job'], 'id' | 'interruptions'>, run: (turn: DocumentTurn) => Promise<T>): Promise<T>;
}

/**
 * The host is told of waits that last longer, and takes a job for being at its document until then: the ordinary job says
 * nothing, and none is at its document without the host's knowing.
 */
const LONG_WAIT_MILLISECONDS = 100;

interface Waiting {
  readonly isAlone: boolean;
  readonly go: () => void;
}

/** In the order in which they came: neither suspects nor others can keep the rest from their documents for ever. */
export function createDocumentTurns(watch: DocumentWatch): DocumentTurns {
  const waiting: Waiting[] = [];
  let present = 0;
  let isSomebodyAlone = false;

  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (isSomebodyAlone || (next.isAlone && present > 0)) return;
      waiting.shift();
      present += 1;
      isSomebodyAlone = next.isAlone;
      next.go();
    }
  };
  const room = {
    enter: (isAlone: boolean): Promise<void> =>
      new Promise((go) => {
        waiting.push({ isAlone, go });
        admit();
      }),
    leave: (isAlone: boolean): void => {
      present -= 1;
      if (isAlone) isSomebodyAlone = false;
      admit();
    },
  };
  return {
    async during({ id, interruptions }, run) {
      const isSuspect = interruptions > 0;
      const absence = isSuspect ? tellAbsence(watch, id) : noteAbsence(watch, id);
      absence.begin();
      try {
        await letOthersGoFirst(interruptions);
        return await run(turnOf(room, absence, isSuspect));
      } finally {
        absence.forget();
      }
    },
  };
}

/**
 * After a death all jobs come back at once and in their order, and the cause at the head of them would keep the others from
 * their documents until it is given up, which takes a minute: the more often a process died over a job, the longer it waits.
 */
async function letOthersGoFirst(interruptions: number): Promise<void> {
  if (interruptions < 2) return;
  await new Promise((resolve) => setTimeout(resolve, (interruptions - 1) * LONG_WAIT_MILLISECONDS));
}

interface Room {
  enter(isAlone: boolean): Promise<void>;
  leave(isAlone: boolean): void;
}

function turnOf(room: Room, absence: Absence, isAlone: boolean): DocumentTurn {
  let isInside = false;
  const leave = (): void => {
    if (!isInside) return;
    isInside = false;
    absence.begin();
    room.leave(isAlone);
  };
  const enter = async (): Promise<void> => {
    await room.enter(isAlone);
    isInside = true;
    try {
      await absence.end();
    } catch (fault) {
      leave();
      throw fault;
    }
  };
  return {
    async at(work) {
      await enter();
      try {
        // Documents come in batches, and messages leave between turns of the event loop: those of the documents before
        // this one go first, and the host goes on with them meanwhile.
        await new Promise(setImmediate);
        return await work();
      } finally {
        leave();
      }
    },
    async away(wait) {
      leave();
      try {
        return await wait();
      } finally {
        await enter();
      }
    },
  };
}

interface Absence {
  begin(): void;
  /** Resolves when the host knows that it is over. */
  end(): Promise<void>;
  forget(): void;
}

/**
 * A document that kills does so at once, again and again, while others wait for their turns: whoever a process has died
 * over before is at its document only when the host was told so, and is not from the moment on in which it leaves it.
 */
function tellAbsence(watch: DocumentWatch, jobId: string): Absence {
  // The host takes a suspect for being away when it is claimed.
  let isKnown = true;
  return {
    begin() {
      if (!isKnown) watch.away(jobId);
      isKnown = true;
    },
    async end() {
      isKnown = false;
      await watch.back(jobId);
    },
    forget: () => undefined,
  };
}

function noteAbsence(watch: DocumentWatch, jobId: string): Absence {
  let timer: NodeJS.Timeout | undefined;
  let isKnown = false;
  return {
    begin() {
      timer = setTimeout(() => {
        isKnown = true;
        watch.away(jobId);
      }, LONG_WAIT_MILLISECONDS);
    },
    async end() {
      clearTimeout(timer);
      if (!isKnown) return;
      isKnown = false;
      await watch.back(jobId);
    },
    forget: () => clearTimeout(timer),
  };
}
