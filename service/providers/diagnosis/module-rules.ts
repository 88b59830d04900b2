import type { DiagnosedModule, Finding } from '../../contract/http/diagnosis.ts';
import { asTokenEntry } from '../token-host/provider-entries.ts';
import { finding, isDetectable, type DiagnosisFacts, type Rule } from './facts.ts';
import { unmetNeed } from './unmet-needs.ts';

/** What is wrong with the choice of middleware and with each module. */
export const MODULE_RULES: readonly Rule[] = [choice, eachModule, leftOut, registeredTwice];

function choice({ entry, middleware, modules }: DiagnosisFacts): readonly Finding[] {
  if (asTokenEntry(entry) === null || middleware === 'configured') return [];
  const usable = modules.filter((module) => isDetectable(module));
  const example = driverToName(usable, middleware);
  const hint = example === undefined ? '' : `, for instance ${example}`;
  switch (middleware) {
    case 'none':
      return [
        finding(
          'MODULE_NOT_CONFIGURED',
          'error',
          `The provider ${entry.name} names no PKCS#11 module.`,
          `Set Signing:SmartCard:ModulePath to the driver of the card${hint}, or AutoDetect to true for development.`,
        ),
      ];
    case 'detection-off':
      return [
        finding(
          'AUTODETECT_OFF_IN_PRODUCTION',
          'error',
          'Signing:SmartCard:AutoDetect is meant for development and does nothing in Production.',
          `Set Signing:SmartCard:ModulePath to the driver of the card${hint}.`,
        ),
      ];
    case 'detected':
      return example !== undefined
        ? []
        : [
            finding(
              'MIDDLEWARE_NOT_FOUND',
              'error',
              `No PKCS#11 module ${usable.length === 0 ? 'was found' : 'that works was found'} on this computer.`,
              'Install the software that came with the card or token, or OpenSC.',
            ),
          ];
  }
}

/** The module to propose, or to have been detected; `undefined` when none would do. */
function driverToName(
  usable: readonly DiagnosedModule[],
  middleware: DiagnosisFacts['middleware'],
): string | undefined {
  if (middleware === 'detected') return usable.find(({ outcome }) => outcome === 'ready')?.path;
  // Tokens in software are for trying out; whoever has a card needs the driver of a card.
  const ready = usable.filter(({ outcome }) => outcome === 'ready' || outcome === 'not-tried');
  return (ready.find(({ kind }) => isOfCards(kind)) ?? ready.find(({ kind }) => kind === 'unknown'))?.path;
}

function isOfCards(kind: DiagnosedModule['kind']): boolean {
  return kind === 'card' || kind === 'national-id';
}

function eachModule(facts: DiagnosisFacts): Finding[] {
  return facts.modules.flatMap((module) => moduleFindings(module, facts));
}

function moduleFindings(module: DiagnosedModule, facts: DiagnosisFacts): readonly Finding[] {
  const isConfigured = module.foundBy === 'configuration';
  const records = module.kind === 'debug' && isConfigured ? [recordsPins(module)] : [];
  // What it is put in front of is told to it by a variable that the station passes on to no module.
  if (records.length > 0 && module.outcome !== 'ready' && module.outcome !== 'missing') return records;
  return [...records, ...faultsOf(module, facts, isConfigured ? 'error' : 'warning')];
}

function faultsOf(module: DiagnosedModule, facts: DiagnosisFacts, severity: Finding['severity']): readonly Finding[] {
  const unmet = module.unmetNeeds.map((need) => unmetNeed(module, need, severity));
  if (unmet.length > 0) return unmet;
  const explained = explanation(module, facts);
  if (explained === undefined) return [];
  const [code, cause, cure] = explained;
  return [finding(code, code === 'MODULE_NOT_TRIED' ? 'info' : severity, cause, cure)];
}

function recordsPins({ path, outcome }: DiagnosedModule): Finding {
  return finding(
    'MODULE_RECORDS_PINS',
    outcome === 'ready' ? 'warning' : 'error',
    `The module ${path} is a debugging tool that writes every call, PINs included, to a file.`,
    'Set the ModulePath of the provider to the module that it was put in front of.',
  );
}

type Explanation = readonly [code: Finding['code'], cause: string, cure: string];

function explanation(module: DiagnosedModule, facts: DiagnosisFacts): Explanation | undefined {
  switch (module.outcome) {
    case 'ready':
      return undefined;
    case 'missing':
      return missing(module);
    case 'load-failed':
      return loadFailure(module, facts);
    case 'crashed':
    case 'hung':
    case 'not-tried':
    case 'no-function-list':
    case 'initialize-failed':
    case 'slot-list-failed':
      return runFault(module.outcome, module);
    default:
      return fileFault(module.outcome, module, facts);
  }
}

type RunOutcome = 'crashed' | 'hung' | 'not-tried' | 'no-function-list' | 'initialize-failed' | 'slot-list-failed';

/** What went wrong once the file itself was found to be in order. */
function runFault(outcome: RunOutcome, { path, detail, kind }: DiagnosedModule): Explanation {
  const call = detail ?? 'a call';
  switch (outcome) {
    case 'crashed':
      return [
        'MODULE_CRASHED',
        `The module ${path} crashed in ${call}.`,
        'Update or reinstall the software of the token, and unplug other readers and tokens to see which one it is.',
      ];
    case 'hung':
      return [
        'MODULE_HUNG',
        `The module ${path} did not come back from ${call} in time.`,
        'Look for a window of its own that waits for you, then unplug the token and plug it in again.',
      ];
    case 'not-tried':
      return [
        'MODULE_NOT_TRIED',
        `The module ${path} was found and not tried: ${detail ?? 'there was no time left'}.`,
        kind === 'debug' ? 'Nothing needs to be done.' : TRY,
      ];
    case 'no-function-list':
      return [
        'MODULE_NO_FUNCTION_LIST',
        `The file ${path} is a library without C_GetFunctionList, so it is no PKCS#11 module.`,
        'Configure the PKCS#11 module of the token, which often lies beside this library.',
      ];
    case 'initialize-failed':
      return [
        'MODULE_INITIALIZE_FAILED',
        `The module ${path} refused to start (${withoutStop(call)}).`,
        initializeCure(call),
      ];
    case 'slot-list-failed':
      return [
        'MODULE_SLOTS_UNREADABLE',
        `The module ${path} started and cannot look for readers and tokens (${withoutStop(call)}).`,
        'Unplug the reader or token and plug it in again, and restart the smart card service of the computer.',
      ];
  }
}

/** Faults of a device begin at its plug; the others at what the software was installed with. */
function initializeCure(call: string): string {
  return /CKR_(DEVICE_|TOKEN_NOT)/.test(call)
    ? 'Unplug the reader or token and plug it in again, then restart the computer if its own software does not see it either.'
    : 'Check that the services and settings it needs are there, and start the software of the token once.';
}

const TRY = 'Set the ModulePath of the provider to it if it is the driver of your token.';

function missing({ path, foundBy }: DiagnosedModule): Explanation {
  return foundBy === 'configuration'
    ? [
        'MODULE_MISSING',
        `The configured module ${path} does not exist.`,
        path === path.trim()
          ? 'Install the software of the token, or correct the ModulePath of the provider.'
          : 'Take away the blank with which the ModulePath of the provider begins or ends.',
      ]
    : [
        'MODULE_MISSING',
        `The module ${path} is registered with p11-kit and does not exist.`,
        'Install the package it belongs to, or remove its registration.',
      ];
}

function fileFault(
  outcome: 'path-refused' | 'link-loop' | 'directory' | 'unreadable' | 'not-a-library' | 'wrong-architecture',
  { path, architectures }: DiagnosedModule,
  facts: DiagnosisFacts,
): Explanation {
  switch (outcome) {
    case 'path-refused':
      return [
        'MODULE_PATH_REFUSED',
        `The path ${path} is not an absolute one on this computer.`,
        'Give the full path of a module on a disk of this computer.',
      ];
    case 'link-loop':
      return [
        'MODULE_MISSING',
        `The module ${path} is a link that leads back to itself, so that there is no file behind it.`,
        'Set the ModulePath of the provider to the file itself, or install the software of the token anew.',
      ];
    case 'directory':
      return [
        'MODULE_IS_DIRECTORY',
        `The configured module ${path} is a folder.`,
        'Give the path of the library in it, not of the folder.',
      ];
    case 'unreadable':
      return [
        'MODULE_UNREADABLE',
        `The module ${path} cannot be read by the user that the station runs as.`,
        'Give that user the right to read the file and the folders above it.',
      ];
    case 'not-a-library':
      return [
        'MODULE_NOT_A_LIBRARY',
        `The file ${path} is not a library of this kind of system.`,
        'Configure the library itself, not an installer, a link file or the driver of another system.',
      ];
    case 'wrong-architecture':
      return wrongArchitecture(path, architectures ?? [], facts);
  }
}

function wrongArchitecture(path: string, found: readonly string[], { architecture }: DiagnosisFacts): Explanation {
  const built = found.length === 0 ? 'another kind of processor' : found.join(' and ');
  return [
    'MODULE_WRONG_ARCHITECTURE',
    `The module ${path} is built for ${built}; this program needs ${architecture}.`,
    `Install the ${architecture} version of the software of the token.`,
  ];
}

/** Told apart by what the loaders of Linux, macOS and Windows write. */
function loadFailure({ path, detail, architectures }: DiagnosedModule, facts: DiagnosisFacts): Explanation {
  const text = detail ?? '';
  if (/wrong ELF class|incompatible architecture|not a valid Win32|\b193\b/.test(text)) {
    return wrongArchitecture(path, architectures ?? [], facts);
  }
  if (/version [`'"]?[\w.]+[`'"]? not found|undefined symbol|symbol not found/i.test(text)) {
    return [
      'MODULE_SYSTEM_TOO_OLD',
      `The module ${path} does not fit the libraries of this system (${withoutStop(text)}).`,
      'Install the version of the software of the token that is made for this release of the system.',
    ];
  }
  if (/cannot open shared object|Library not loaded|image not found|module could not be found|\b126\b/i.test(text)) {
    const library = /^([^\s:]+): cannot open/.exec(text)?.[1] ?? /Library not loaded: (\S+)/.exec(text)?.[1];
    return [
      'MODULE_DEPENDENCY_MISSING',
      `The module ${path} needs ${library === undefined ? 'a library' : `the library ${library}`} that is not there.`,
      'Install the missing library, or reinstall the software of the token, which should bring it.',
    ];
  }
  return [
    'MODULE_LOAD_REFUSED',
    `The system refused to load the module ${path} (${withoutStop(text)}).`,
    'Reinstall the software of the token, and check that security software does not block it.',
  ];
}

function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, '');
}

function leftOut({ leftOut: modules }: DiagnosisFacts): Finding[] {
  return modules.map(({ path, product, reason }) =>
    finding(
      'MODULE_LEFT_OUT',
      'info',
      `The module ${path} (${product}) is left out on purpose: it ${reason}.`,
      'Set the ModulePath of the provider to it if you want it all the same.',
    ),
  );
}

function registeredTwice({ modules }: DiagnosisFacts): Finding[] {
  return modules
    .filter(({ alsoAt }) => alsoAt.length > 0)
    .map(({ path, alsoAt }) =>
      finding(
        'MODULE_REGISTERED_TWICE',
        'info',
        `The module ${path} was found under several names as well: ${alsoAt.join(', ')}.`,
        'Nothing needs to be done: it is loaded once.',
      ),
    );
}
