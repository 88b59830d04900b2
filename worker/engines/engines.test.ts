import { expect, it } from 'vitest';
import { SIGNATURE_FORMATS } from '../../service/contract/vocabulary/signature-formats.ts';
import { createEngines, expectTaskOf } from './engines.ts';
import type { LazyEngine } from './lazy-engine.ts';

it('has an engine for each format, and reads the one ahead that a message names', () => {
  expect(Object.keys(createEngines()).sort()).toEqual([...SIGNATURE_FORMATS].sort());
  const expected: string[] = [];
  const engine = (name: string) => ({ expectTask: () => void expected.push(name) }) as unknown as LazyEngine;
  const others = { PAdES: engine('PAdES'), CAdES: engine('CAdES'), ASiC_S: engine('ASiC_S'), ASiC_E: engine('ASiC_E') };
  const engines = { ...others, XAdES: engine('XAdES') };
  for (const named of ['XAdES', 'xades', '__proto__', 'constructor', '']) expectTaskOf(engines, named);
  expect(expected).toEqual(['XAdES']);
});
