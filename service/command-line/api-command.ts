/** Where a value of a request goes. */
export type Place = 'query' | 'form' | 'body' | 'header' | 'file';

/** An option that is a field of the REST interface, under the field's own name in kebab case. */
export interface FieldOption {
  readonly field: string;
  readonly place: Place;
  readonly meaning: string;
  /** How JSON has it; text elsewhere. */
  readonly type?: 'text' | 'boolean' | 'integer' | 'list';
  readonly choices?: readonly string[];
}

/** What a command prints: an object, a list, a page with nextCursor, bytes, an endless stream, or nothing. */
export type Answer = 'object' | 'list' | 'page' | 'file' | 'stream' | 'nothing';

/** A command that is one call of the REST interface. */
export interface ApiCommand {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** `operationId` of the interface's description. */
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  /** Path with `{name}` for the operand of that name. */
  readonly path: string;
  /** Names of what follows the command; those in the path once, `ids` of the body as often as wanted. */
  readonly operands: readonly string[];
  readonly options: readonly FieldOption[];
  readonly answer: Answer;
  /** Fields of a list that people are shown; JSON has all. */
  readonly columns?: readonly string[];
  /** Statuses beside 2xx that carry an answer and no problem. */
  readonly alsoAnswers?: readonly number[];
  /** Field of an object that is false where all is not well; without it the status alone says so. */
  readonly goodWhere?: string;
}

const HEADER_OPTIONS: Readonly<Record<string, string>> = {
  'X-Tenant-Id': 'tenant-id',
  'X-Correlation-Id': 'correlation-id',
  'Idempotency-Key': 'idempotency-key',
};

/** `signingProvider` is `signing-provider`, `X-Tenant-Id` is `tenant-id`. */
export function optionName(field: string): string {
  return HEADER_OPTIONS[field] ?? field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
