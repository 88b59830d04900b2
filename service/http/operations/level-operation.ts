import { z } from 'zod';
import { LevelView } from '../../contract/http/levels.ts';
import { listLevels } from '../../use-cases/list-levels.ts';
import { operation } from '../operation.ts';

/** For forms: what to offer. Not part of the specification. */
export const levelOperation = operation({
  id: 'listLevels',
  method: 'get',
  path: '/api/v1/levels',
  tag: 'Signatures',
  summary: 'The levels of signatures, and what this station lacks for those that it is not set up for',
  permission: 'CertificatesRead',
  replies: { 200: { description: 'All of them', json: { name: 'LevelList', schema: z.array(LevelView) } } },
  errors: [],
  handle: async ({ ports }) => ({ status: 200, body: listLevels(await ports.levelFacts()) }),
});
