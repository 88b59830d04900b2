import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

describe('what is refused', () => {
  it.each([
    [{ colour: 'red' }, 'There is no field "colour" here'],
    [{ profile: 'Q' }, 'profile: takes one of B, T, LT, LTA'],
    [{ file: 'contract.pdf' }, 'The field file has to be sent as a file, with the name of the file.'],
    [{ stampTemplate: '{}' }, 'stampTemplate: parts: is missing.'],
  ])('says of the form %j what it should be', async (fields, words) => {
    const body = createForm(fields, 'file' in fields ? null : undefined);
    const response = await fetch(`${station.api}/signatures`, { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(ProblemDetails.parse(await response.json()).detail).toBe(words);
  });

  it.each([
    ['limit=0', 'limit: has to be 1 or more'],
    ['limit=many', 'limit: has to be a whole number'],
    ['createdFrom=yesterday', 'createdFrom: has to be a time with its zone, such as 2026-01-31T09:00:00Z'],
    ['color=red', 'There is no field "color" here'],
  ])('says of the query %s what it should be', async (query, words) => {
    const response = await fetch(`${station.api}/signatures?${query}`);
    expect(ProblemDetails.parse(await response.json()).detail).toBe(words);
  });
});
