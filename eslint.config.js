import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import unicorn from 'eslint-plugin-unicorn';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { defineConfig } from 'eslint/config';
import { frenchSpaces } from './resources/lint/french-spaces.ts';
import { namedImport } from './resources/lint/named-import.ts';
import { auditEvent, verdictOrder } from './resources/lint/one-place.ts';
import { portSpread } from './resources/lint/port-spread.ts';
import { REPLACING_MODULES } from './resources/coverage/unit-tests.ts';

const noDefaultExport = { selector: 'ExportDefaultDeclaration', message: 'Use named exports.' };
const noTopLevelAwait = {
  selector: 'AwaitExpression:not(:function AwaitExpression), ForOfStatement[await=true]:not(:function ForOfStatement)',
  message: 'Electron emits `ready` only after the entry has been evaluated: a top-level await can wait for ever.',
};

/** Their imports are the business of `resources/layers`, which does not see what is there without one. */
const network = ['fetch', 'WebSocket', 'EventSource'].map((name) => ({
  name,
  message: 'What goes into the network is in rooms that may import node:http, and handed in elsewhere.',
}));

/** Unit tests share the modules they have loaded. */
const replacesModules = ['mock', 'doMock', 'resetModules'].map((property) => ({
  object: 'vi',
  property,
  message:
    'Hand a stand-in in, or name the file in resources/coverage/unit-tests.ts, which gives it modules of its own.',
}));

/** The rules of this house. */
const station = {
  station: {
    rules: {
      'audit-event': auditEvent,
      'french-spaces': frenchSpaces,
      'named-import': namedImport,
      'port-spread': portSpread,
      'verdict-order': verdictOrder,
    },
  },
};

/** One form of class and factory; docs/architecture.md says it in words. */
const oneFormOfClass = [
  {
    selector: ':matches(PropertyDefinition, MethodDefinition)[accessibility=/^(private|public)$/]',
    message: 'Hide a member with `#`; what is not hidden needs no word.',
  },
  {
    selector: 'MethodDefinition[static=true]',
    message: 'A function beside the class makes it; the class is exported as a type then.',
  },
  {
    selector: 'ExportNamedDeclaration > ClassDeclaration[implements.0]',
    message: 'What stands behind an interface comes out of a function, and its class is not exported.',
  },
];

export default defineConfig(
  { ignores: ['dist/**', 'node_modules/**', '**/*.cjs', 'test-results/**', 'playwright-report/**'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js'] },
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: tseslint.parser } },
  },
  {
    plugins: { unicorn },
    rules: {
      'unicorn/filename-case': ['error', { case: 'kebabCase' }],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', 60],
      complexity: ['error', 12],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': ['error', noDefaultExport, ...oneFormOfClass],
    },
  },
  {
    files: ['{main,native,service,worker}/**/*.ts'],
    ignores: ['**/*.{test,suite}.ts'],
    plugins: station,
    rules: { 'station/port-spread': 'error' },
  },
  {
    files: ['{client,main,native,renderer,service,worker}/**/*.{ts,svelte}'],
    ignores: ['**/*.{test,suite}.ts'],
    plugins: station,
    rules: { 'station/named-import': 'error' },
  },
  {
    files: ['{main,native,service,worker}/**/*.ts'],
    // Exit codes have an order of their own: they are numbers that scripts know.
    ignores: ['**/*.{test,suite}.ts', 'service/contract/**', 'service/command-line/exit-codes.ts'],
    plugins: station,
    rules: { 'station/verdict-order': 'error' },
  },
  {
    files: ['{main,native,service,worker}/**/*.ts'],
    // Drivers make rows of events, and events of rows.
    ignores: ['**/*.{test,suite}.ts', 'service/{contract,persistence}/**', 'service/domain/audit-events.ts'],
    plugins: station,
    rules: { 'station/audit-event': 'error' },
  },
  {
    files: ['{main,native,service,worker}/**/*.ts'],
    // Commands and the report for the help desk ask a station, as any client of it does.
    ignores: ['**/*.{test,suite}.ts', 'service/command-line/**', 'main/desk/copy-report.ts'],
    rules: { 'no-restricted-globals': ['error', { globals: network, checkGlobalObject: true }] },
  },
  {
    files: ['renderer/messages/fr/**', '{main,renderer}/**/french*.ts'],
    plugins: station,
    rules: { 'station/french-spaces': 'error', 'no-irregular-whitespace': ['error', { skipTemplates: true }] },
  },
  {
    files: ['service/domain/**', 'service/use-cases/**', 'service/codecs/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { globals: [...network, { name: 'process', message: 'Configuration is injected.' }], checkGlobalObject: true },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Inject a clock.' },
        { object: 'Math', property: 'random', message: 'Inject it.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Inject a clock.' },
        noDefaultExport,
        ...oneFormOfClass,
      ],
    },
  },
  {
    files: ['main/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, noTopLevelAwait, ...oneFormOfClass] },
  },
  { files: ['**/*.test.ts', '**/*.suite.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['**/*.test.ts'],
    ignores: REPLACING_MODULES,
    rules: { 'no-restricted-properties': ['error', ...replacesModules] },
  },
  // Stand-ins that a test tells what to do, and those of Electron's classes.
  {
    files: ['e2e/desktop/stand-in/**', '**/*.suite.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  { files: ['e2e/**'], rules: { 'no-console': 'off', complexity: ['error', 20] } },
  { files: ['e2e/**/*.{test,suite,spec}.ts'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['service/cli/**', 'service/headless.ts', 'e2e/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.svelte'], rules: { 'unicorn/filename-case': 'off' } },
  {
    files: ['renderer/main.ts', '**/*.config.{js,ts}'],
    rules: { 'no-restricted-syntax': 'off', '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  { files: ['**/*.{js,mjs}'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
    rules: {
      'no-restricted-syntax': 'off',
      'no-console': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
  prettier,
);
