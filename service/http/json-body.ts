import { z } from 'zod';
import { JsonRefused, readStrictJson } from '../codecs/json/strict-json.ts';
import { parsed, type RequestBody } from './operation.ts';
import { factsOf } from './request-facts.ts';
import { invalidForm, tooLarge } from './uploads/upload-rules.ts';

const MAX_JSON_BYTES = 64 * 1024;
const NO_JSON = 'The body is not JSON.';

/** A small JSON body. Throws SIGNATURE_REQUEST_INVALID, with status 413 above 64 KiB. */
export function jsonBody<S extends z.ZodType>(schema: S): RequestBody<z.output<S>> {
  return {
    mediaType: 'application/json',
    schema: () => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: withoutBooleanConstant }),
    async read(_station, request, response) {
      if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
        throw invalidForm('The body must be application/json.');
      }
      if (Number(request.headers['content-length'] ?? 0) > MAX_JSON_BYTES) throw tooLarge('The body is too large.');
      const facts = factsOf(request);
      if (facts.awaitsContinue) {
        facts.awaitsContinue = false;
        response.writeContinue();
      }
      return parsed(schema, jsonOf(await bytesOf(request)));
    },
  };
}

/** The one value that a boolean may have is checked and not described: clients generated for Java do not compile with it. */
function withoutBooleanConstant({ jsonSchema }: { readonly jsonSchema: { const?: unknown } }): void {
  if (typeof jsonSchema.const === 'boolean') delete jsonSchema.const;
}

/** A small JSON body that may be left out: then the schema decides about an empty object. */
export function optionalJsonBody<S extends z.ZodType>(
  schema: S,
): RequestBody<z.output<S>> & { readonly isOptional: true } {
  const body = jsonBody(schema);
  return {
    mediaType: body.mediaType,
    schema: body.schema,
    isOptional: true,
    read(station, request, response, caller) {
      const length = request.headers['content-length'] ?? '0';
      const isEmpty = length === '0' && request.headers['transfer-encoding'] === undefined;
      return isEmpty ? Promise.try(() => parsed(schema, {})) : body.read(station, request, response, caller);
    },
  };
}

async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_JSON_BYTES) throw tooLarge('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return readStrictJson(bytes);
  } catch (error) {
    const repeated = error instanceof JsonRefused ? error.repeatedName : null;
    throw invalidForm(repeated === null ? NO_JSON : `The body names ${repeated} more than once.`, error);
  }
}
