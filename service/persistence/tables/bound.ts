import { sql, type Column, type SQL } from 'drizzle-orm';

/** A placeholder that converts like the column it is for; drizzle does that by itself in VALUES only. */
export function bound(column: Column, name: string): SQL {
  return sql`${sql.param(sql.placeholder(name), column)}`;
}

/** The columns of a table that a statement speaks of, whatever the driver. */
export type Columns<Name extends string> = Readonly<Record<Name, Column>>;
