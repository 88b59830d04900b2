import { types, type PoolClient, type Submittable } from 'pg';

/** A statement under a name, as drizzle and `writtenStatement` give it to the client. */
interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly rowMode?: string;
  readonly types?: TextReaders;
}

interface TextReaders {
  getTypeParser(type: number, format: 'text'): (text: string) => unknown;
}

interface NamedResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
}

/** What this needs of a connection of pg. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts by the names that the server has them under. */
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(portal: { readonly portal: string; readonly statement: string; readonly values: readonly Sent[] }): void;
  describe(portal: { readonly type: 'P'; readonly name: string }): void;
  execute(portal: { readonly portal: string }): void;
  sync(): void;
}

/** As it goes over the wire. */
type Sent = string | Buffer | null;
type Answered = (fault: Error | null, result?: NamedResult) => void;

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** How the rows of a statement are read, as the server has once described them. */
type Columns = readonly { readonly name: string; readonly parse: (text: string) => unknown }[];

/**
 * Asks `client` for statements under names without having the server describe the rows that it knows already: of a statement
 * of sixty columns that was a third of what its answer cost. A server lets the rows of a statement not change while it has it
 * ("cached plan must not change result type"), so they are described once for each connection. Everything else goes the
 * client's own way.
 */
export function describingOnce(client: PoolClient): Pick<PoolClient, 'query'> {
  const known = new Map<string, Columns>();
  const query = (first: unknown, second?: unknown): unknown => {
    const named = namedQuery(first, second);
    const sent = named?.values?.map(sentValue);
    if (named === undefined || sent === undefined || sent.includes(undefined)) {
      return (client.query as (...args: unknown[]) => unknown)(first, ...(second === undefined ? [] : [second]));
    }
    return new Promise<NamedResult>((resolve, reject) => {
      const answered: Answered = (fault, result) => {
        if (result === undefined) reject(fault ?? new Error('The database gave no result.'));
        else resolve(result);
      };
      client.query(new NamedStatement(named, sent as readonly Sent[], known, answered));
    });
  };
  return { query: query as PoolClient['query'] };
}

function namedQuery(first: unknown, second: unknown): NamedQuery | undefined {
  if (typeof first !== 'object' || first === null || !('name' in first) || typeof first.name !== 'string') return;
  const query = first as NamedQuery;
  return Array.isArray(second) ? { ...query, values: second } : { ...query, values: query.values ?? [] };
}

/** Undefined for what pg knows to write (lists). */
function sentValue(value: unknown): Sent | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || value instanceof Buffer) return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return value instanceof Date ? value.toISOString() : undefined;
}

/** One execution, in the messages of "Extended Query" (PostgreSQL, Frontend/Backend Protocol). pg calls what it hears. */
class NamedStatement implements Submittable {
  readonly name: string;
  readonly text: string;
  /** pg puts its own over it, which ends the wait for a silent server. */
  callback: Answered;
  readonly #query: NamedQuery;
  readonly #sent: readonly Sent[];
  readonly #known: Map<string, Columns>;
  readonly #rows: unknown[] = [];
  #columns: Columns | undefined;
  #rowCount: number | null = null;
  #fault: Error | undefined;

  constructor(query: NamedQuery, sent: readonly Sent[], known: Map<string, Columns>, callback: Answered) {
    this.name = query.name;
    this.text = query.text;
    this.callback = callback;
    this.#query = query;
    this.#sent = sent;
    this.#known = known;
  }

  readonly submit = (connection: unknown): Error | null => {
    const wire = connection as Wire;
    const { name, text } = this;
    const parsed = wire.parsedStatements[name];
    if (parsed !== undefined && parsed !== text) return new Error(`Two statements have the name ${name}.`);
    this.#columns = parsed === undefined ? undefined : this.#known.get(this.#key());
    wire.stream.cork();
    try {
      if (parsed === undefined) wire.parse({ name, text });
      wire.bind({ portal: '', statement: name, values: this.#sent });
      if (this.#columns === undefined) wire.describe({ type: 'P', name: '' });
      wire.execute({ portal: '' });
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const readers: TextReaders = this.#query.types ?? types;
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: readers.getTypeParser(dataTypeID, 'text') }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#columns ?? [];
    try {
      const values = columns.map(({ parse }, index) => {
        const text = fields[index];
        return text === null || text === undefined ? null : parse(text);
      });
      this.#rows.push(this.#query.rowMode === 'array' ? values : rowOf(columns, values));
    } catch (fault) {
      this.#fault ??= fault instanceof Error ? fault : new Error('A row of the database cannot be read.');
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const count = /\d+$/.exec(text)?.[0];
    this.#rowCount = count === undefined ? null : Number(count);
    // Of what gives no rows the server describes none.
    this.#known.set(this.#key(), this.#columns ?? []);
  }

  handleReadyForQuery(): void {
    if (this.#fault === undefined) this.callback(null, { rows: this.#rows, rowCount: this.#rowCount });
    else this.callback(this.#fault);
  }

  handleError(fault: Error): void {
    this.callback(fault);
  }

  /** Two ways to read the rows of one statement are two. */
  #key(): string {
    return `${this.#query.types === undefined ? 'plain' : 'own'} ${this.name}`;
  }
}

function rowOf(columns: Columns, values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [index, { name }] of columns.entries()) row[name] = values[index];
  return row;
}
