import type { Area, Room } from './room.ts';

/** The tools of this project: what installs, builds, packs and checks it. */
export const toolRooms: readonly Area[] = [
  {
    folder: 'resources/setup',
    holds: 'what `npm start`, `npm test` and the build do; runs before any package is installed',
    rooms: [
      { place: 'resources/setup', node: 'child_process crypto fs os path url' },
      {
        place: 'resources/setup/bundle.mjs',
        rooms: 'resources/setup',
        node: 'fs path',
        npm: 'rolldown',
        note: 'Started as a program of its own once the packages are there.',
      },
    ],
  },
  {
    folder: 'resources/package',
    holds: 'what packages are made of: icons; the server package (`npm run package:server`)',
    rooms: [{ place: 'resources/package', node: 'child_process crypto fs os path zlib' }],
  },
  {
    folder: 'resources/coverage',
    holds: 'which share of each room the unit tests run, and what it is not to fall below',
    rooms: [{ place: 'resources/coverage', node: 'child_process fs os path' }],
  },
  {
    folder: 'resources/test-order',
    holds: 'which test files begin first',
    rooms: [{ place: 'resources/test-order', node: 'crypto path', npm: 'vitest' }],
  },
  {
    folder: 'resources/test-report',
    holds: 'what a run of the tests came to, with every failure in words',
    rooms: [{ place: 'resources/test-report', node: 'fs path', npm: 'vitest' }],
  },
  {
    folder: 'resources/layers',
    holds: 'who may import what, and the check of it',
    rooms: [{ place: 'resources/layers', node: 'fs module path', npm: 'dependency-cruiser typescript' }],
  },
  {
    folder: 'resources/lint',
    holds: 'rules of this house for the linter, and the check that each of them finds what it is for',
    rooms: [{ place: 'resources/lint', npm: 'eslint typescript' }],
  },
];

/** Settings of tools, which lie at the root of the project. */
export const toolSettings: readonly Room[] = [
  {
    place: 'eslint.config.js',
    rooms: 'resources/lint',
    files: { 'resources/coverage/unit-tests.ts': 'in which tests modules may be replaced' },
    npm: `
        @eslint/js eslint eslint-config-prettier eslint-plugin-svelte eslint-plugin-unicorn globals
        typescript-eslint`,
  },
  { place: 'playwright.config.ts', node: 'fs', npm: '@playwright/test' },
  { place: 'vite.config.ts', npm: '@sveltejs/vite-plugin-svelte vite' },
  {
    place: 'vitest.config.ts',
    files: {
      'resources/coverage/unit-tests.ts': 'which tests have modules of their own, and what of the code is measured',
      'resources/test-order/long-first.ts': 'in which order test files begin',
      'resources/test-report/outcome-reporter.ts': 'what the run came to',
    },
    npm: 'vitest',
  },
];
