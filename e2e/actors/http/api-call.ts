import { expect } from 'vitest';
import { ProblemDetails } from '../../../service/contract/http/problem-details.ts';
import { FORM_TYPE, multipart, type FormPart } from './multipart.ts';

/** What the station answered, body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One request to `url`; answers of every status are returned. */
export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Posts a form as it stands. */
export async function postForm(
  url: string,
  parts: readonly FormPart[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const body = new Uint8Array(multipart(parts));
  return call(url, { method: 'POST', headers: { 'Content-Type': FORM_TYPE, ...headers }, body });
}

export function jsonOf(answer: Answer): unknown {
  expect(answer.headers.get('content-type')).toMatch(/^application\/(problem\+)?json; charset=utf-8$/);
  return JSON.parse(answer.text);
}

/** Checks that an answer is Problem Details of this status and code, by the specification's section 2. */
export function expectProblem(answer: Answer, status: number, errorCode: string): ProblemDetails {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = ProblemDetails.strict().parse(JSON.parse(answer.text));
  expect(problem).toMatchObject({ type: `https://httpstatuses.com/${String(status)}`, status, errorCode });
  expect(problem.title).not.toBe('');
  expect(problem.detail).not.toBe('');
  expect(problem.traceId).toMatch(/^[0-9a-f]{32}$/);
  return problem;
}
