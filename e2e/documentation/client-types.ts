import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { loadConfiguration } from '../../service/config/configuration.ts';
import { openApiDocument } from '../../service/http/openapi-document.ts';
import { createOperation } from '../../service/http/operations/create-operation.ts';
import { eventOperation } from '../../service/http/operations/event-operation.ts';
import { inspectionOperation } from '../../service/http/operations/inspection-operation.ts';
import { SIGNATURE_OPERATIONS } from '../../service/http/operations/signature-operations.ts';
import { verificationOperation } from '../../service/http/operations/verification-operation.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface PathOperation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** The forms that programs send, by the ids of their operations. */
const FORMS: Readonly<Record<string, string>> = {
  createSignature: 'SignForm',
  verifyUpload: 'VerifyForm',
  inspectUpload: 'InspectForm',
};

/** The answers that the client reads. */
const ANSWERS: readonly string[] = [
  'SignatureCreated',
  'SignatureView',
  'VerificationReport',
  'Inspection',
  'ProblemDetails',
];

/** Where the types are, from the root of the project. */
export const CLIENT_TYPES_FILE = 'client/wire-types.ts';

const HEAD = `/**
 * What goes over the wire, as the station's OpenAPI document describes it. Made by \`npm run settings\`; a test holds it to
 * the document.
 */
`;

/** The text of `client/wire-types.ts`. */
export async function clientTypes(): Promise<string> {
  const { Signatures } = loadConfiguration({ argv: [], env: {} });
  const operations = [
    createOperation(Signatures, ''),
    ...SIGNATURE_OPERATIONS,
    verificationOperation(Signatures),
    inspectionOperation(Signatures),
    eventOperation,
  ];
  const document = openApiDocument(operations, { version: '0', needsKeys: false }) as unknown as Document;
  const forms = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, requestBody }) => {
      const name = FORMS[operationId];
      const schema = requestBody?.content['multipart/form-data']?.schema;
      return name === undefined || schema === undefined ? [] : [[name, schema] as const];
    });
  if (forms.length !== Object.keys(FORMS).length) throw new Error('An operation with a form has another name.');
  const answers = ANSWERS.map((name) => [name, asSchema(document.components.schemas[name])] as const);
  const types = [...answers, ...forms].map(([name, schema]) => `\nexport interface ${name} ${objectOf(schema)}\n`);
  const root = path.join(import.meta.dirname, '../..');
  const style = await resolveConfig(path.join(root, CLIENT_TYPES_FILE));
  return format(HEAD + types.join(''), { ...style, parser: 'typescript' });
}

function typeOf(schema: Schema): string {
  const { $ref, type, enum: choices, const: only, anyOf, oneOf } = schema;
  // Of a type that is written, too: the compiler says so otherwise.
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? '';
  if (Array.isArray(choices)) return choices.map((each) => JSON.stringify(each)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return (alternatives as Schema[]).map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((each: unknown) => typeOf({ ...schema, type: each })).join(' | ');
  if (type === 'object') return objectOf(schema);
  if (type === 'array') return `readonly (${typeOf(asSchema(schema['items']))})[]`;
  return scalarOf(schema);
}

function scalarOf({ type, format, contentMediaType }: Schema): string {
  if (type === 'string') return format === 'binary' || contentMediaType !== undefined ? 'Blob' : 'string';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'null') return 'null';
  throw new Error(`The client has no type for ${JSON.stringify(type)}.`);
}

function objectOf({ properties, required, additionalProperties }: Schema): string {
  if (properties === undefined) return `Readonly<Record<string, ${typeOf(asSchema(additionalProperties))}>>`;
  const needed = new Set(Array.isArray(required) ? (required as string[]) : []);
  const members = Object.entries(asSchema(properties)).map(([name, value]) => {
    const schema = asSchema(value);
    const told = typeof schema['description'] === 'string' ? `  /** ${schema['description']} */\n` : '';
    return `${told}  readonly ${name}${needed.has(name) ? '' : '?'}: ${typeOf(schema)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
