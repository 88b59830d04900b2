import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { loadConfiguration } from '../../service/config/configuration.ts';
import { openApiDocument } from '../../service/http/openapi-document.ts';
import { createOperation } from '../../service/http/operations/create-operation.ts';
import { eventOperation } from '../../service/http/operations/event-operation.ts';
import { inspectionOperation } from '../../service/http/operations/inspection-operation.ts';
import { reportOperation } from '../../service/http/operations/report-operation.ts';
import { SIGNATURE_OPERATIONS } from '../../service/http/operations/signature-operations.ts';
import { stampPreviewOperation } from '../../service/http/operations/stamp-preview-operation.ts';
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
  reportOnUploads: 'ReportForm',
  previewStamp: 'StampPreviewForm',
};

/** The answers that the client reads. */
const ANSWERS: readonly string[] = [
  'SignatureCreated',
  'SignatureView',
  'VerificationReport',
  'Inspection',
  'StampPreview',
  'ProblemDetails',
];

const REPORT = 'VerificationReport';
const SIGNATURE = [REPORT, 'signatures'];

/**
 * What stands in several places of a report, by where it is found: properties, through the items of lists. What a part
 * holds is named before it.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  VerificationStatus: [REPORT, 'overallStatus'],
  ReasonCode: [REPORT, 'reasonCodes'],
  SubIndication: [...SIGNATURE, 'subIndication'],
  RevocationResult: [REPORT, 'certificate', 'revocation'],
  CertificateResult: [REPORT, 'certificate'],
  SignatureResult: [REPORT, 'signature'],
  TimestampFinding: [REPORT, 'timestamps'],
  EvidenceItem: [REPORT, 'evidence'],
  CounterSignature: [...SIGNATURE, 'counterSignatures'],
  SignatureFinding: SIGNATURE,
  DocumentChange: [REPORT, 'changes'],
};

/** The files of the types, from the root of the project. One knows the types of those before it. */
const FILES = {
  parts: 'client/verdict-types.ts',
  answers: 'client/answer-types.ts',
  forms: 'client/form-types.ts',
};

const HEAD = `/**
 * What goes over the wire, as the station's OpenAPI document describes it. Made by \`npm run settings\`; a test holds it to
 * the document.
 */
`;

/** The client's types: a text for each file, by its path from the root of the project. */
export async function clientTypes(): Promise<ReadonlyMap<string, string>> {
  const document = documentOfClient();
  const answers = ANSWERS.map((name) => [name, asSchema(document.components.schemas[name])] as const);
  const writer = new TypeWriter();
  const parts = Object.entries(PARTS).map(
    ([name, place]) => [name, writer.part(name, schemaAt(document, place))] as const,
  );
  const declare = (types: readonly (readonly [string, Schema])[]): Declarations =>
    types.map(([name, schema]) => [name, declared(name, writer.objectOf(schema))]);
  return written([
    [FILES.parts, parts],
    [FILES.answers, declare(answers)],
    [FILES.forms, declare(formsOf(document))],
  ]);
}

function documentOfClient(): Document {
  const { Signatures } = loadConfiguration({ argv: [], env: {} });
  const operations = [
    createOperation(Signatures, ''),
    ...SIGNATURE_OPERATIONS,
    verificationOperation(Signatures),
    inspectionOperation(Signatures),
    reportOperation(Signatures),
    stampPreviewOperation(Signatures),
    eventOperation,
  ];
  return openApiDocument(operations, { version: '0', needsKeys: false }) as unknown as Document;
}

function formsOf(document: Document): (readonly [string, Schema])[] {
  const forms = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, requestBody }) => {
      const name = FORMS[operationId];
      const schema = requestBody?.content['multipart/form-data']?.schema;
      return name === undefined || schema === undefined ? [] : [[name, schema] as const];
    });
  if (forms.length !== Object.keys(FORMS).length) throw new Error('An operation with a form has another name.');
  return forms;
}

type Declarations = (readonly [name: string, text: string])[];

/** The files with their declarations, each with an import of what it uses of those before it. */
async function written(files: readonly (readonly [string, Declarations])[]): Promise<ReadonlyMap<string, string>> {
  const style = await resolveConfig(path.join(import.meta.dirname, '../..', FILES.parts));
  const texts = files.map(async ([file, declarations], index) => {
    const body = declarations.map(([, text]) => text).join('');
    const imports = files.slice(0, index).map(([other, theirs]) => importOf(other, namesIn(body, theirs)));
    return [file, await format(HEAD + imports.join('') + body, { ...style, parser: 'typescript' })] as const;
  });
  return new Map(await Promise.all(texts));
}

function namesIn(body: string, declarations: Declarations): string[] {
  const types = body.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/'[^']*'|"[^"]*"/g, '');
  return declarations.map(([name]) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(types));
}

function importOf(file: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `import type { ${names.join(', ')} } from './${path.basename(file)}';\n`;
}

function declared(name: string, text: string): string {
  return text.startsWith('{') ? `\nexport interface ${name} ${text}\n` : `\nexport type ${name} = ${text};\n`;
}

/** The schema below a component; throws where the document has it no more. */
function schemaAt({ components }: Document, [component = '', ...place]: readonly string[]): Schema {
  const schema = place.reduce<Schema>((above, property) => {
    const found = asSchema(asSchema(above['properties'])[property]);
    return found['items'] === undefined ? found : asSchema(found['items']);
  }, asSchema(components.schemas[component]));
  if (Object.keys(schema).length === 0) throw new Error(`${component} has no ${place.join('.')}.`);
  return schema;
}

/** Writes schemas as types; what was written under a name before is written by that name. */
class TypeWriter {
  readonly #names = new Map<string, string>();

  /** Declares a part that is written by its name from now on. */
  part(name: string, schema: Schema): string {
    const { enum: choices } = schema;
    const text = Array.isArray(choices) ? literals(choices) : this.objectOf(schema);
    this.#names.set(text, name);
    return declared(name, text);
  }

  objectOf({ properties, required, additionalProperties }: Schema): string {
    if (properties === undefined) return `Readonly<Record<string, ${this.#typeOf(asSchema(additionalProperties))}>>`;
    const needed = new Set(Array.isArray(required) ? (required as string[]) : []);
    const members = Object.entries(asSchema(properties)).map(([name, value]) => {
      const schema = asSchema(value);
      const told = typeof schema['description'] === 'string' ? `  /** ${schema['description']} */\n` : '';
      return `${told}  readonly ${name}${needed.has(name) ? '' : '?'}: ${this.#typeOf(schema)};`;
    });
    return `{\n${members.join('\n')}\n}`;
  }

  #typeOf(schema: Schema): string {
    const { $ref, type, enum: choices, const: only, anyOf, oneOf } = schema;
    // Of a type that is written, too: the compiler says so otherwise.
    if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? '';
    if (Array.isArray(choices)) return this.#named(literals(choices)) + (choices.includes(null) ? ' | null' : '');
    if (only !== undefined) return JSON.stringify(only);
    const alternatives = anyOf ?? oneOf;
    if (Array.isArray(alternatives)) return (alternatives as Schema[]).map((each) => this.#typeOf(each)).join(' | ');
    if (Array.isArray(type)) return type.map((each: unknown) => this.#typeOf({ ...schema, type: each })).join(' | ');
    if (type === 'object') return this.#named(this.objectOf(schema));
    if (type === 'array') return `readonly (${this.#typeOf(asSchema(schema['items']))})[]`;
    return scalarOf(schema);
  }

  #named(text: string): string {
    return this.#names.get(text) ?? text;
  }
}

/** Null is written beside them. */
function literals(choices: readonly unknown[]): string {
  return choices
    .filter((each) => each !== null)
    .map((each) => JSON.stringify(each))
    .join(' | ');
}

function scalarOf({ type, format, contentMediaType }: Schema): string {
  if (type === 'string') return format === 'binary' || contentMediaType !== undefined ? 'Blob' : 'string';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'null') return 'null';
  throw new Error(`The client has no type for ${JSON.stringify(type)}.`);
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
