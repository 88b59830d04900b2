import { z } from 'zod';
import { SettingView } from '../../contract/http/settings.ts';
import { operation } from '../operation.ts';

/** For the settings page: what this station works with and who said so. Not part of the specification. */
export const settingsOperation = operation({
  id: 'listSettings',
  method: 'get',
  path: '/api/v1/settings',
  tag: 'Stations',
  summary: 'Every setting in force with the place where it was written; names of secrets, never secrets',
  // Paths and addresses of this machine are in it.
  permission: 'Administer',
  replies: { 200: { description: 'All of them', json: { name: 'SettingList', schema: z.array(SettingView) } } },
  errors: [],
  handle: ({ ports }) => ({ status: 200, body: [...ports.settings()] }),
});
