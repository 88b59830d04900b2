import { durationMilliseconds } from './duration.ts';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { readStrictJson } from '../codecs/json/strict-json.ts';
import { ConfigurationSchema, type ParsedConfiguration } from './settings-schema.ts';
import { refusedSetting } from './refused-setting.ts';
import { argumentProblems } from './command-line-arguments.ts';
import { allKeys, keyTree, nearestKey } from './configuration-keys.ts';
import {
  contradictions,
  mergeSettings,
  misspeltVariables,
  settingsOfArguments,
  settingsOfEnvironment,
  settingsOfObject,
  type MergedSettings,
} from './configuration-layers.ts';
import { accessProblems, roleProblems } from './access-rules.ts';
import { brokerProblems, storageProblems } from './server-rules.ts';
import { privacyProblems } from './private-files.ts';
import { watchedFolderProblems } from './watched-folders.ts';
import { refusedValue } from '../contract/vocabulary/refused-value.ts';

/** The paths that are null in a parsed configuration only until they are filled in below `Data:Directory`. */
interface CompletePaths {
  readonly Database: { readonly ConnectionString: string };
  readonly Storage: { readonly Root: string };
  readonly Verification: { readonly TrustAnchors: string };
  readonly TrustedLists: { readonly Signers: string };
  readonly ValidationData: { readonly Certificates: string; readonly Crls: string; readonly OcspResponses: string };
}

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** The station's settings, parsed, complete and frozen. Paths are absolute. Holds no secret but connection texts. */
export type Configuration = DeepReadonly<ParsedConfiguration> & CompletePaths;

/** Everything that is wrong with the configuration, one sentence each. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(['The configuration cannot be used.', ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

export interface ConfigurationSources {
  /** Arguments after the script's name. */
  readonly argv: readonly string[];
  /** Arguments of the starting program itself, spelled in full; every other one that is no setting stops the start. */
  readonly switches?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the starting program sets below everything else, nested as in the file. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly platform?: NodeJS.Platform;
}

const ROOT = keyTree(ConfigurationSchema);
/** A list is an address with commas in its path to whoever reads it as one. */
const SEVERAL_ADDRESSES = /[\s,;|]https?:\/\//i;

/**
 * Defaults, then the JSON file, then the environment, then the arguments; the later wins. The file is the one named by
 * `--config`, or `config.json` in `Data:Directory` where there is one. Throws ConfigurationError with all problems.
 */
export function loadConfiguration(from: ConfigurationSources): Configuration {
  const platform = from.platform ?? process.platform;
  const ownDefaults = { Data: { Directory: defaultDataDirectory(from.env, platform) } };
  const below = [
    ...settingsOfObject(ownDefaults, 'the built-in defaults'),
    ...settingsOfObject(from.defaults ?? {}, "the program's defaults"),
  ];
  const [ofEnvironment, ofArguments] = [settingsOfEnvironment(from.env, ROOT), settingsOfArguments(from.argv)];
  const above = [...ofEnvironment, ...ofArguments];
  const filePath = configurationFile(from.argv, mergeSettings([...below, ...above], ROOT));
  const file = filePath === null ? [] : settingsOfObject(readJson(filePath), `the file ${filePath}`);
  const merged = mergeSettings([...below, ...file, ...above], ROOT);
  const misspelt = [
    ...argumentProblems(from.argv, from.switches ?? [], allKeys(ROOT)),
    ...misspeltVariables(from.env),
    ...[file, ofEnvironment, ofArguments].flatMap((source) => contradictions(source, ROOT)),
    ...merged.problems,
  ];
  const parsed = ConfigurationSchema.safeParse(merged.values, { error: refusedValue });
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => refusedSetting(issue, merged));
    throw new ConfigurationError([...misspelt, ...issues]);
  }
  const configuration = complete(parsed.data);
  const problems = [
    ...privacyProblems(configuration, filePath),
    ...misspelt,
    ...crossProblems(configuration, platform),
    ...accessProblems(configuration),
  ];
  if (problems.length > 0) throw new ConfigurationError(problems);
  sources.set(configuration, { origins: merged.origins, file: filePath });
  return deepFreeze(configuration);
}

/** Beside the values, so that nothing that takes a configuration has to carry both. */
const sources = new WeakMap<
  Configuration,
  { readonly origins: ReadonlyMap<string, string>; readonly file: string | null }
>();

/** Where the settings of a loaded configuration were written, by full key; what has no entry is a built-in default. */
export function originsOf(configuration: Configuration): ReadonlyMap<string, string> {
  return sources.get(configuration)?.origins ?? new Map();
}

/** The file that was read for a loaded configuration, as an absolute path; null without one. */
export function fileOf(configuration: Configuration): string | null {
  return sources.get(configuration)?.file ?? null;
}

/** The setting or one of `others` that is spelled most like `name`. */
export function nearestName(name: string, others: readonly string[]): string {
  return nearestKey(name, [...others, ...allKeys(ROOT)]);
}

/** The names of the first parts of all keys. */
export function sectionNames(): string[] {
  return ROOT.kind === 'section' ? [...ROOT.keys.values()].map(({ name }) => name) : [];
}

/** Shows the configuration instead of starting. */
export const PRINT_SWITCH = '--print-config';

/** True when the arguments ask to show the configuration instead of starting. */
export function asksToPrint(argv: readonly string[]): boolean {
  return argv.includes(PRINT_SWITCH);
}

function configurationFile(argv: readonly string[], known: MergedSettings): string | null {
  const index = argv.findIndex((argument) => argument === '--config' || argument.startsWith('--config='));
  const argument = argv[index];
  if (argument !== undefined) {
    const path = argument === '--config' ? argv[index + 1] : argument.slice('--config='.length);
    if (path === undefined || path === '') throw new ConfigurationError(['--config needs the path of a JSON file.']);
    if (!existsSync(path)) throw new ConfigurationError([`The configuration file ${path} does not exist.`]);
    return resolve(path);
  }
  const data = known.values['Data'];
  const directory = typeof data === 'object' && data !== null && 'Directory' in data ? data.Directory : undefined;
  const path = typeof directory === 'string' ? resolve(directory, 'config.json') : null;
  return path !== null && isNamed(path) ? path : null;
}

/** Also a link to what is not there, and a file in a folder that is closed: settings that cannot be read are not left out. */
function isNamed(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOTDIR');
  }
}

function readJson(path: string): unknown {
  try {
    const value = readStrictJson(readFileSync(path));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it is not a JSON object');
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new ConfigurationError([`The configuration file ${path} cannot be read: ${reason}.`]);
  }
}

function defaultDataDirectory(env: ConfigurationSources['env'], platform: NodeJS.Platform): string {
  const home = env['HOME'] ?? homedir();
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'signing-station');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'signing-station');
  const xdg = env['XDG_DATA_HOME'];
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'signing-station');
}

/** Folders of trust below the data directory, where settings name no others: they need not be there. */
export const TRUST_FOLDERS = {
  anchors: 'trust-anchors',
  certificates: join('validation-data', 'certificates'),
  crls: join('validation-data', 'crls'),
  ocspResponses: join('validation-data', 'ocsp-responses'),
};

function complete(parsed: ParsedConfiguration): Configuration {
  const directory = resolve(parsed.Data.Directory);
  const below = (path: string | null, fallback: string): string => resolve(directory, path ?? fallback);
  const { Server, Database, Storage, Broker, Verification, ValidationData, Signing, Timestamping, TrustedLists } =
    parsed;
  const { Tls } = Server;
  const connection =
    Database.Provider === 'sqlite' ? below(Database.ConnectionString, 'station.db') : (Database.ConnectionString ?? '');
  return {
    ...parsed,
    Data: { Directory: directory },
    Server: {
      ...Server,
      Tls: Tls && { ...Tls, Certificate: resolve(directory, Tls.Certificate), Key: resolve(directory, Tls.Key) },
    },
    Database: { ...Database, ConnectionString: connection },
    Storage: {
      ...Storage,
      Root: below(Storage.Root, 'files'),
      CertificateAuthorities: Storage.CertificateAuthorities && resolve(directory, Storage.CertificateAuthorities),
    },
    Broker: {
      ...Broker,
      CertificateAuthorities: Broker.CertificateAuthorities && resolve(directory, Broker.CertificateAuthorities),
    },
    Verification: { ...Verification, TrustAnchors: below(Verification.TrustAnchors, TRUST_FOLDERS.anchors) },
    TrustedLists: {
      ...TrustedLists,
      Folder: TrustedLists.Folder && resolve(directory, TrustedLists.Folder),
      Signers: below(TrustedLists.Signers, join('trusted-lists', 'signers')),
    },
    ValidationData: {
      ...ValidationData,
      Certificates: below(ValidationData.Certificates, TRUST_FOLDERS.certificates),
      Crls: below(ValidationData.Crls, TRUST_FOLDERS.crls),
      OcspResponses: below(ValidationData.OcspResponses, TRUST_FOLDERS.ocspResponses),
    },
    Timestamping: {
      ...Timestamping,
      TrustedRoots: Timestamping.TrustedRoots && resolve(directory, Timestamping.TrustedRoots),
      ClientCertificate: Timestamping.ClientCertificate && {
        Certificate: resolve(directory, Timestamping.ClientCertificate.Certificate),
        Key: resolve(directory, Timestamping.ClientCertificate.Key),
      },
    },
    WatchedFolders: parsed.WatchedFolders.map((folder) => ({
      ...folder,
      In: resolve(directory, folder.In),
      Out: resolve(directory, folder.Out),
      Done: resolve(directory, folder.Done),
      Failed: resolve(directory, folder.Failed),
    })),
    Signing: { ...Signing, Pfx: Signing.Pfx && { ...Signing.Pfx, Path: resolve(directory, Signing.Pfx.Path) } },
  };
}

function crossProblems(configuration: Configuration, platform: NodeJS.Platform): string[] {
  const { Server, Database, SigningJobRetry, Signing, Timestamping, ValidationData } = configuration;
  const problems: string[] = [];
  // The kernel has to tell whose a connection is.
  if (Server.LocalUsers === 'own' && platform !== 'linux') {
    problems.push('Server:LocalUsers own is there on Linux only; other systems need Server:LocalUsers any.');
  }
  if (Database.ConnectionString === '')
    problems.push('Database:ConnectionString is needed with Database:Provider postgres.');
  problems.push(...storageProblems(configuration), ...brokerProblems(configuration), ...roleProblems(configuration));
  problems.push(...watchedFolderProblems(configuration));
  if (Timestamping.Url === null && Timestamping.AlternativeUrls.length > 0) {
    problems.push('Timestamping:AlternativeUrls are asked after Timestamping:Url, which is not set.');
  }
  if (Timestamping.Url !== null && SEVERAL_ADDRESSES.test(Timestamping.Url)) {
    problems.push(
      'Timestamping:Url holds several addresses. Leave one there; Timestamping:AlternativeUrls has the others.',
    );
  }
  const { GracePeriod } = ValidationData;
  if (GracePeriod !== null && durationMilliseconds(GracePeriod) >= durationMilliseconds(Signing.MaxWait)) {
    problems.push(
      'ValidationData:GracePeriod is not below Signing:MaxWait: every job for LT would fail while it waits.',
    );
  }
  if (SigningJobRetry.MaxBackoffMilliseconds < SigningJobRetry.InitialBackoffMilliseconds) {
    problems.push('SigningJobRetry:MaxBackoffMilliseconds is below SigningJobRetry:InitialBackoffMilliseconds.');
  }
  const ids = [Signing.Pfx, Signing.SmartCard, Signing.Hsm, ...Signing.Pkcs11].flatMap(
    (entry) => entry?.ProviderId ?? [],
  );
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) problems.push(`ProviderId ${repeated} is used by more than one signing provider.`);
  return problems;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}
