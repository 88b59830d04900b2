import { z } from 'zod';
import { Diagnosis } from '../../service/contract/http/diagnosis.ts';
import { readAnswer } from './read-answer.ts';

/** What `call` needs to know of a request, beside what fetch does. */
export interface CallInit extends RequestInit {
  /** Instead of `application/json`. */
  readonly accept?: string;
}

/** The browser's cache lets one request at a time ask for an address, and the second form would wait for the first. */
const UNCACHED = { cache: 'no-store' } as const;

export interface Answer {
  readonly status: number;
  readonly body: string;
}

type Call = (path: string, init?: CallInit) => Promise<Answer>;

/**
 * The two forms of `GET /providers/{id}/diagnosis`, by way of `call`, and the permit for one more login. They reject with
 * ApiError, or as aborted.
 */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- StationClient is derived from it
export function diagnosisCalls(call: Call, providers: string) {
  const path = (id: string): string => `${providers}/${encodeURIComponent(id)}/diagnosis`;
  return {
    diagnosis: async (id: string, signal: AbortSignal): Promise<Diagnosis> => {
      const { status, body } = await call(path(id), { signal, ...UNCACHED });
      return readAnswer(Diagnosis, status, body);
    },
    permitLogin: async (id: string): Promise<void> => {
      const { status, body } = await call(`${providers}/${encodeURIComponent(id)}/login-permits`, { method: 'POST' });
      if (status !== 204) readAnswer(z.never(), status, body);
    },
    /** The station's own plain text of it. Asked for at the same time as the other form, it is of the same check. */
    diagnosisText: async (id: string, signal?: AbortSignal): Promise<string> => {
      const { status, body } = await call(path(id), {
        accept: 'text/plain',
        ...UNCACHED,
        ...(signal === undefined ? {} : { signal }),
      });
      return status === 200 ? body : readAnswer(z.never(), status, body);
    },
  };
}
