import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PROGRAMS, run, type Command, type GeneratedClient } from './generated-client.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MODULES = path.join(ROOT, 'node_modules');
const NODE = path.join(MODULES, 'node/bin/node');
const GENERATOR = { group: 'org.openapitools', name: 'openapi-generator-cli', version: '7.25.0' } as const;
const COPY_GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
const GO_MODULE = 'station.invalid/desk/client';

/**
 * Types by openapi-typescript, calls by openapi-fetch: the one that needs nothing but this project's packages. Its program
 * is text here, since what it imports is not there before it is made.
 */
export const typescriptClient: GeneratedClient = {
  name: 'typescript',
  async build(document, folder) {
    await symlink(MODULES, path.join(folder, 'node_modules'));
    const program = path.join(folder, 'sign.mts');
    await copyFile(path.join(PROGRAMS, 'sign.mts.txt'), program);
    await run(folder, NODE, path.join(MODULES, 'openapi-typescript/bin/cli.js'), document, '-o', 'station.d.mts');
    const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck'];
    const dialect = [
      '--ignoreConfig',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      'node',
      '--allowImportingTsExtensions',
    ];
    await run(folder, NODE, path.join(MODULES, 'typescript/bin/tsc'), '--noEmit', ...strict, ...dialect, program);
    return [NODE, program];
  },
};

const pythonClient: GeneratedClient = {
  name: 'python',
  async build(document, folder) {
    const made = await generate(document, folder, 'python', 'packageName=station_client');
    await run(folder, 'python3', '-m', 'venv', 'venv');
    const python = path.join(folder, 'venv/bin/python');
    await run(folder, python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', made);
    return [python, path.join(PROGRAMS, 'sign.py')];
  },
};

const goClient: GeneratedClient = {
  name: 'go',
  async build(document, folder) {
    const [host, user, repository] = GO_MODULE.split('/');
    const made = await generate(
      ...[document, folder, 'go', 'withGoMod=true'],
      ...['--git-host', host ?? '', '--git-user-id', user ?? '', '--git-repo-id', repository ?? ''],
    );
    const place = path.join(made, 'cmd/sign');
    await mkdir(place, { recursive: true });
    await copyFile(path.join(PROGRAMS, 'sign.go'), path.join(place, 'main.go'));
    const program = path.join(folder, 'sign');
    await run(made, 'go', 'vet', '.');
    await run(made, 'go', 'build', '-buildvcs=false', '-o', program, './cmd/sign');
    return [program];
  },
};

const javaClient: GeneratedClient = {
  name: 'java',
  async build(document, folder) {
    const made = await generate(document, folder, 'java', 'hideGenerationTimestamp=true');
    await copyFile(path.join(PROGRAMS, 'Sign.java'), path.join(made, 'src/main/java/Sign.java'));
    const listing = path.join(folder, 'classpath.txt');
    const goals = ['compile', 'dependency:build-classpath', `-Dmdep.outputFile=${listing}`];
    // Java 8, which the generator writes for, knows neither List.of nor Path.of.
    await run(made, 'mvn', '-q', '-B', '-Djava.version=17', ...goals);
    const libraries = (await readFile(listing, 'utf8')).trim();
    return ['java', '-cp', [path.join(made, 'target/classes'), libraries].join(path.delimiter), 'Sign'];
  },
};

/** All of them; what openapi-generator makes needs Java and Maven, and the languages themselves. */
export const CLIENTS: readonly GeneratedClient[] = [typescriptClient, pythonClient, goClient, javaClient];

/** What openapi-generator makes of a document, in a folder below `folder`; its warnings are kept beside that. */
async function generate(
  document: string,
  folder: string,
  language: string,
  properties: string,
  ...more: readonly string[]
): Promise<string> {
  const generator = await fetchGenerator();
  const target = path.join(folder, language);
  const choices = ['-g', language, '-o', target, `--additional-properties=${properties}`, ...more];
  const command: Command = ['java', '-jar', generator, 'generate', '-i', document, ...choices];
  await writeFile(path.join(folder, 'generator.txt'), await run(folder, ...command));
  return target;
}

/** The generator's program out of Maven's local repository; from Maven Central where it is not there yet. */
async function fetchGenerator(): Promise<string> {
  const { group, name, version } = GENERATOR;
  const folder = path.join(MODULES, '.cache/clients');
  await mkdir(folder, { recursive: true });
  const what = [`-Dartifact=${group}:${name}:${version}`, `-DoutputDirectory=${folder}`];
  await run(folder, 'mvn', '-q', '-B', COPY_GOAL, ...what);
  return path.join(folder, `${name}-${version}.jar`);
}
