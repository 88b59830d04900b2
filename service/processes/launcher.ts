import type { MessageLink } from './message-link.ts';

declare const givenTo: unique symbol;

/**
 * What a child gets of the host's environment. `service/secrets` and `service/providers/token-host` make it for a child by
 * its name, so that nobody hands on what is at hand, and no child gets what is another's. Nothing at all needs no maker.
 */
export type ChildEnvironment<Child extends string = string> =
  (Readonly<Record<string, string>> & { readonly [givenTo]: Child }) | Readonly<Record<string, never>>;

export interface LaunchSpecification {
  /** Name for logs and process lists: `worker`, `publisher`, `token-host:smartcard`. */
  readonly name: string;
  /** Absolute path of the script to run. */
  readonly entry: string;
  readonly args: readonly string[];
  /** The child's whole environment; nothing is inherited. */
  readonly env: ChildEnvironment;
  /** Heap limit in MiB: the process ends when it needs more. The runtime's own limit when left out. */
  readonly heapMebibytes?: number;
  /**
   * How large half of the space for young objects may become, in MiB; the runtime's own measure when left out, by which
   * much that is garbage already is carried along.
   */
  readonly semiSpaceMebibytes?: number;
  /**
   * By how many per cent of what is in use the heap may grow before it is gone through for garbage; the runtime's own
   * measure when left out. That counts the documents in memory against a small heap, and so goes through all of it every
   * few dozen documents.
   */
  readonly heapGrowthPercent?: number;
  /** Throws away what it writes: code of others that runs in it says things that are no log lines of ours. */
  readonly discardsOutput?: boolean;
  /** It loads libraries of token makers, which macOS refuses unless told before the start. */
  readonly loadsVendorLibraries?: boolean;
}

export type ExitReason =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'failed-to-start'; readonly message: string };

export interface LaunchedProcess {
  /** Undefined until the system has made the process, which may take a moment, and where it could not. */
  readonly pid: number | undefined;
  readonly link: MessageLink;
  /** Resolves once, never rejects. */
  readonly exited: Promise<ExitReason>;
  /** Ends the process at once, or as soon as it is there; idempotent. */
  kill(): void;
}

/** What a specification asks of V8, as its command-line options. */
export function engineOptions(specification: LaunchSpecification): readonly string[] {
  const { heapMebibytes, semiSpaceMebibytes, heapGrowthPercent } = specification;
  return [
    ...(heapMebibytes === undefined ? [] : [`--max-old-space-size=${heapMebibytes}`]),
    ...(semiSpaceMebibytes === undefined ? [] : [`--max-semi-space-size=${semiSpaceMebibytes}`]),
    ...(heapGrowthPercent === undefined ? [] : [`--heap-growing-percent=${heapGrowthPercent}`]),
  ];
}

/** Starts child processes by exec (never by fork of our own state). Drivers: Node child_process, Electron utilityProcess. */
export interface ProcessLauncher {
  launch(specification: LaunchSpecification): LaunchedProcess;
}
