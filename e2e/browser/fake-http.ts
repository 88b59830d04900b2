import { createReadStream, existsSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { FailureArea } from '../../service/contract/vocabulary/failures.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';

/** The built page; another build of it can be tested by naming its folder. */
const ROOT = path.resolve(process.env['RENDERER_DIRECTORY'] ?? path.join(import.meta.dirname, '../../dist/renderer'));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
/** As strict as the desktop window's. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
  "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'; " +
  "require-trusted-types-for 'script'";

/** Of the script that parses documents, as the station sends it. */
const PARSER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** An error that is answered as Problem Details. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly area: FailureArea;

  constructor(code: ErrorCode, detail: string, area: FailureArea = 'station') {
    super(detail);
    this.code = code;
    this.area = area;
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

export function sendProblem(response: ServerResponse, error: unknown): void {
  const code = error instanceof Refusal ? error.code : 'SIGNING_OPERATION_FAILED';
  const failureArea = error instanceof Refusal ? error.area : 'station';
  const { status, title } = ERROR_CATALOGUE[code];
  const type = `https://httpstatuses.com/${String(status)}`;
  const detail = error instanceof Error ? error.message : String(error);
  sendJson(response, status, {
    type,
    title,
    status,
    detail,
    sentence: null,
    errorCode: code,
    failureArea,
    traceId: '4bf92f3577b34da6',
  });
}

/** Throws when there is no built page to test. */
export function requireBuiltPage(): void {
  if (!existsSync(path.join(ROOT, 'index.html'))) throw new Error(`${ROOT} is missing: run \`npx vite build\` first`);
}

/** Files of dist/renderer; index.html for everything else, as the host does. */
export function sendFile(response: ServerResponse, pathname: string): void {
  const wanted = path.join(ROOT, path.normalize(pathname));
  const isFile = wanted.startsWith(ROOT) && existsSync(wanted) && statSync(wanted).isFile();
  if (!isFile && pathname.startsWith('/assets/')) throw new Refusal('ROUTE_NOT_FOUND', 'No such file');
  const file = isFile ? wanted : path.join(ROOT, 'index.html');
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
  const policy = path.basename(file).startsWith('pdf.worker') ? PARSER_POLICY : PAGE_POLICY;
  response.writeHead(200, { 'content-type': type, 'content-security-policy': policy });
  createReadStream(file).pipe(response);
}

async function readBytes(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request as AsyncIterable<Uint8Array>) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** The JSON body of a request; refused, as by the station, when it is not sent as JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type'] !== 'application/json') {
    throw new Refusal('SIGNATURE_REQUEST_INVALID', 'The body must be JSON.');
  }
  return JSON.parse(new TextDecoder().decode(await readBytes(request)));
}

export async function readForm(request: IncomingMessage): Promise<FormData> {
  const bytes = await readBytes(request);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- small bodies of our own tests, not a server
  return await new Response(bytes, { headers }).formData();
}

/** Fields by name; files as `name:size`. */
export function describeForm(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    const said = value instanceof File ? `${value.name}:${String(value.size)}` : value;
    fields[name] = fields[name] === undefined ? said : `${fields[name]}, ${said}`;
  }
  return fields;
}
