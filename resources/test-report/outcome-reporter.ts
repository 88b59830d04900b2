import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** What one run of vitest came to, as `npm test` adds it up and tells its failures again at the end. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
}

export interface Failure {
  /** File and titles, from the outside in. */
  readonly name: string;
  readonly messages: readonly string[];
}

/**
 * Writes the outcome to a file when a run has ended. Vitest's own JSON says of a hook that failed only that
 * its tests were skipped: here a failed hook, a file that could not be loaded and an error that nobody handled are
 * failures with their messages.
 */
export function outcomeReporter(file: string): Reporter {
  return {
    onTestRunEnd: (modules, unhandled) => writeFileSync(file, JSON.stringify(outcomeOf(modules, unhandled))),
  };
}

function outcomeOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Outcome {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const countOf = (state: string): number => tests.filter((test) => test.result().state === state).length;
  const around = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  const hooks = around.filter((place) => place.errors().length > 0).map((place) => failure(place, place.errors()));
  const nowhere = unhandled.length === 0 ? [] : [{ name: 'handled by no test', messages: messagesOf(unhandled) }];
  const failed = tests.filter((test) => test.result().state === 'failed');
  return {
    ...{ passed: countOf('passed'), skipped: countOf('skipped') },
    failed: failed.length + hooks.length + nowhere.length,
    failures: [...failed.map((test) => failure(test, test.result().errors ?? [])), ...hooks, ...nowhere],
  };
}

function failure(place: TestCase | TestSuite | TestModule, errors: readonly SerializedError[]): Failure {
  const module = place.type === 'module' ? place : place.module;
  const file = path.relative(process.cwd(), module.moduleId);
  return { name: place.type === 'module' ? file : `${file} › ${place.fullName}`, messages: messagesOf(errors) };
}

function messagesOf(errors: readonly SerializedError[]): string[] {
  return errors.map(({ message, stack }) => stack ?? message);
}
