import type { MessageLink } from './message-link.ts';

export interface LaunchSpecification {
  /** Name for logs and process lists: `worker`, `publisher`, `token-host:smartcard`. */
  readonly name: string;
  /** Absolute path of the script to run. */
  readonly entry: string;
  readonly args: readonly string[];
  /** The child's whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Heap limit in MiB: the process ends when it needs more. The runtime's own limit when left out. */
  readonly heapMebibytes?: number;
  /** Throws away what it writes: code of others that runs in it says things that are no log lines of ours. */
  readonly discardsOutput?: boolean;
}

/** Arguments for the runtime that a specification asks for. */
export function runtimeArguments({ heapMebibytes }: LaunchSpecification): string[] {
  return heapMebibytes === undefined ? [] : [`--max-old-space-size=${heapMebibytes}`];
}

export type ExitReason =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'failed-to-start'; readonly message: string };

export interface LaunchedProcess {
  readonly pid: number | undefined;
  readonly link: MessageLink;
  /** Resolves once, never rejects. */
  readonly exited: Promise<ExitReason>;
  /** Ends the process at once; idempotent. */
  kill(): void;
}

/** Starts child processes by exec (never by fork of our own state). Drivers: Node child_process, Electron utilityProcess. */
export interface ProcessLauncher {
  launch(specification: LaunchSpecification): LaunchedProcess;
}
