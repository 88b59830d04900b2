import type { Request, Response } from 'express';
import { z } from 'zod';
import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { Permission } from '../contract/vocabulary/permissions.ts';
import { refusedValue } from '../contract/vocabulary/refused-value.ts';
import { StationError } from '../domain/station-error.ts';
import type { Caller } from '../use-cases/ports.ts';
import type { HttpStation } from './http-station.ts';

/**
 * An operation of the API: one object from which the route, the checks and the OpenAPI document are all made, so that
 * they cannot disagree.
 */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  /** Express path; parameters as `:name`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** What an API key needs when keys are enforced; null: open to everyone that passes the guard. */
  readonly permission: Permission | null;
  /** A key with the permission is needed even where nobody else needs one: what it does outlives that setting. */
  readonly alwaysNeedsKey?: true;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: BodyDescription | null;
  readonly replies: Readonly<Record<number, ReplyDescription>>;
  readonly errors: readonly ErrorCode[];
  serve(station: HttpStation, request: Request, response: Response, caller: Caller): Promise<void>;
}

export interface ReplyDescription {
  readonly description: string;
  /** Name and schema of a JSON body. */
  readonly json?: { readonly name: string; readonly schema: z.ZodType };
  /** Media type of a body that is not plain JSON. */
  readonly mediaType?: string;
  /** Further media types that the body may have. */
  readonly mediaTypes?: readonly string[];
  /** Media type that is sent instead when the request's Accept header prefers it. */
  readonly alternative?: string;
}

/** How a request body looks; `schema` is JSON Schema. */
interface BodyDescription {
  readonly mediaType: string;
  readonly schema: () => Readonly<Record<string, unknown>>;
  readonly isOptional?: true;
}

/** Reads and checks a body. */
export interface RequestBody<T> extends BodyDescription {
  read(station: HttpStation, request: Request, response: Response, caller: Caller): Promise<T>;
}

/** What a handler gets: checked values only. */
interface Call<P, Q, B> {
  readonly request: Request;
  readonly response: Response;
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

/** A JSON answer, or `sent` when the handler has written the response itself. */
type Reply =
  { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } | 'sent';

interface OperationDefinition<P extends z.ZodObject, Q extends z.ZodObject, B> extends Omit<
  Operation,
  'params' | 'query' | 'body' | 'serve'
> {
  readonly params?: P;
  /** The answer to path parameters that cannot be any known thing's. */
  readonly onUnknownParams?: () => StationError;
  readonly query?: Q;
  readonly body?: RequestBody<B>;
  readonly handle: (station: HttpStation, call: Call<z.output<P>, z.output<Q>, B>) => Promise<Reply> | Reply;
}

const NOTHING = z.object({});
type Nothing = typeof NOTHING;

/** Makes an operation of its definition. */
export function operation<P extends z.ZodObject = Nothing, Q extends z.ZodObject = Nothing, B = undefined>(
  definition: OperationDefinition<P, Q, B>,
): Operation {
  const { params, query, body, handle, onUnknownParams, ...rest } = definition;
  return {
    ...rest,
    params: params ?? NOTHING,
    query: query ?? NOTHING,
    body: body ?? null,
    async serve(station, request, response, caller) {
      const call = {
        request,
        response,
        caller,
        params: (params === undefined ? {} : parsed(params, request.params, onUnknownParams)) as z.output<P>,
        query: (query === undefined ? {} : parsed(query, withLists(query, request.query))) as z.output<Q>,
        body: (await body?.read(station, request, response, caller)) as B,
      };
      sendReply(response, await handle(station, call));
    },
  };
}

/** A parameter that may be repeated is a list, also where it was given once. */
function withLists(schema: z.ZodObject, query: Request['query']): Record<string, unknown> {
  const isList = (name: string): boolean => {
    const field: unknown = schema.shape[name];
    return (field instanceof z.ZodOptional ? field.unwrap() : field) instanceof z.ZodArray;
  };
  const entries = Object.entries(query).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' && isList(name) ? [value] : value,
  ]);
  return Object.fromEntries(entries);
}

/** The value as the schema gives it, or SIGNATURE_REQUEST_INVALID that names the first thing that is wrong. */
export function parsed<S extends z.ZodType>(schema: S, value: unknown, onError?: () => StationError): z.output<S> {
  const result = schema.safeParse(value, { error: refusedValue });
  if (result.success) return result.data;
  throw onError?.() ?? new StationError('SIGNATURE_REQUEST_INVALID', issueText(result.error));
}

/** The first thing that is wrong, after the name of its place. */
export function issueText(error: z.ZodError): string {
  const issue = error.issues[0];
  const place = issue?.path.map(String).join('.') ?? '';
  return place === '' ? (issue?.message ?? 'Invalid input') : `${place}: ${issue?.message ?? 'invalid'}`;
}

function sendReply(response: Response, reply: Reply): void {
  if (reply === 'sent') return;
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.body === undefined) {
    response.end();
    return;
  }
  const body = Buffer.from(JSON.stringify(reply.body));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
