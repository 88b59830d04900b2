import { z } from 'zod';
import { ExtensionList, ExtensionView, RaisedProfile } from '../../contract/http/extensions.ts';
import { SignatureFormat } from '../../contract/vocabulary/signature-formats.ts';
import type { Configuration } from '../../config/configuration.ts';
import type { ExtensionKind } from '../../use-cases/extension-view.ts';
import { unknownSignature } from '../../use-cases/get-signature.ts';
import { getExtension, listExtensions } from '../../use-cases/list-extensions.ts';
import { requestExtension, type ExtendUpload } from '../../use-cases/request-extension.ts';
import { clientOf, idempotencyKeyOf } from '../caller.ts';
import { multipartSchema } from '../multipart-schema.ts';
import { noteSignature } from '../note-signature.ts';
import { operation, type Operation, type RequestBody } from '../operation.ts';
import { factsOf } from '../request-facts.ts';
import { checkedFields } from '../uploads/create-form.ts';
import { createFormReceiver, type ReceivedForm } from '../uploads/receive-form.ts';
import { emptyDocument, invalidForm } from '../uploads/upload-rules.ts';
import { contentOperationAt } from './content-operation.ts';
import { IdParams, pageAndFilter, PagingQuery } from './parameters.ts';
import { storedVerificationAt } from './stored-verification-operation.ts';

const ExtensionFields = z.strictObject({
  format: SignatureFormat,
  profile: RaisedProfile.describe(
    'What every signature is raised to; LTA of an LTA file adds one more archive timestamp',
  ),
});

interface ExtensionBody {
  readonly upload: ExtendUpload;
  readonly form: ReceivedForm;
}

/** `POST /extensions`; received files lie in `uploadDirectory` until they are stored. */
export function extensionOperation(settings: Configuration['Signatures'], uploadDirectory: string): Operation {
  return operation({
    id: 'createExtension',
    method: 'post',
    path: '/api/v1/extensions',
    tag: 'Extensions',
    summary: 'Give the signatures of a document timestamps and evidence, whoever made them; nothing is signed',
    permission: 'SignaturesCreate',
    body: extensionBody(settings.MaxUploadBytes, uploadDirectory),
    replies: { 202: { description: 'Accepted and kept', json: { name: 'ExtensionView', schema: ExtensionView } } },
    errors: [
      'SIGNATURE_REQUEST_INVALID',
      'SIGNATURE_FORMAT_UNSUPPORTED',
      'SIGNATURE_PROFILE_UNSUPPORTED',
      'SERVICE_UNAVAILABLE',
    ],
    async handle({ ports }, { caller, body }) {
      try {
        const view = await requestExtension(ports, caller, body.upload);
        return { status: 202, body: view, headers: { Location: view.statusUrl } };
      } finally {
        await body.form.discard();
      }
    },
  });
}

function extensionBody(maxUploadBytes: number, uploadDirectory: string): RequestBody<ExtensionBody> {
  const rule = { maxCount: 1, maxBytes: maxUploadBytes };
  const files = new Map([
    ['file', rule],
    ['originalFile', rule],
  ]);
  const receive = createFormReceiver(
    {
      files,
      maxTotalBytes: 2 * maxUploadBytes,
      checkEarly: (fields) => void checkedFields(ExtensionFields.partial(), fields, new Set()),
    },
    { kind: 'folder', directory: uploadDirectory },
  );
  return {
    mediaType: 'multipart/form-data',
    schema: () =>
      multipartSchema(ExtensionFields, {
        file: { isRequired: true, maxCount: null, description: 'The signed document' },
        originalFile: { isRequired: false, maxCount: null, description: 'The signed content of a detached signature' },
      }),
    async read(station, request, response, caller) {
      const idempotencyKey = idempotencyKeyOf(factsOf(request));
      const form = await receive(request, response, clientOf(station, request, caller));
      try {
        return { upload: { ...uploadOf(form), idempotencyKey }, form };
      } catch (error) {
        await form.discard();
        throw error;
      }
    },
  };
}

function uploadOf(form: ReceivedForm): Omit<ExtendUpload, 'idempotencyKey'> {
  const { format, profile } = checkedFields(ExtensionFields, form.fields, new Set(['format', 'profile']));
  const file = fileOf(form, 'file');
  const original = fileOf(form, 'originalFile');
  if (file === null) throw invalidForm('The field file is missing.');
  if (file.size === 0) throw emptyDocument();
  if (original !== null && format !== 'XAdES' && format !== 'CAdES') {
    throw invalidForm(`originalFile is for detached XAdES and CAdES signatures; ${format} holds what is signed.`);
  }
  return { format, profile, file, original };
}

function fileOf(form: ReceivedForm, fieldName: string): ExtendUpload['original'] {
  const part = form.parts.find((each) => each.fieldName === fieldName);
  if (part === undefined) return null;
  return { path: part.path ?? '', clientFileName: part.clientFileName, size: part.size, sha256: part.sha256 };
}

/** Status, file and verdict of what an extension or a renewal has made. */
export function resultOperations(kind: ExtensionKind, folder: string): readonly Operation[] {
  const name = kind.toLowerCase();
  return [
    operation({
      id: `get${kind}`,
      method: 'get',
      path: `/api/v1/${folder}/:id`,
      tag: `${kind}s`,
      summary: `Status of the ${name}`,
      permission: 'SignaturesRead',
      params: IdParams,
      onUnknownParams: unknownSignature,
      replies: { 200: { description: 'The status', json: { name: 'ExtensionView', schema: ExtensionView } } },
      errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND'],
      async handle({ ports }, { caller, params }) {
        noteSignature(params.id);
        return { status: 200, body: await getExtension(ports, caller, params.id, kind) };
      },
    }),
    contentOperationAt({
      id: `get${kind}Content`,
      path: `/api/v1/${folder}/:id/content`,
      tag: `${kind}s`,
      summary: `The file as the completed ${name} has made it`,
      kind,
    }),
    storedVerificationAt({
      id: `verify${kind}`,
      path: `/api/v1/${folder}/:id/verification`,
      tag: `${kind}s`,
      summary: `Verify the file as the completed ${name} has made it`,
      kind,
    }),
  ];
}

/** Pages of all extensions of uploads, or of all renewals of signed outputs. */
export function listOperationAt({
  list,
  ...names
}: Pick<Operation, 'id' | 'path' | 'tag' | 'summary'> & { readonly list: typeof listExtensions }): Operation {
  return operation({
    ...names,
    method: 'get',
    permission: 'SignaturesRead',
    query: PagingQuery,
    replies: { 200: { description: 'A page', json: { name: 'ExtensionList', schema: ExtensionList } } },
    errors: ['SIGNATURE_REQUEST_INVALID'],
    async handle({ ports }, { caller, query }) {
      const { page } = pageAndFilter(query);
      return { status: 200, body: await list(ports, caller, page) };
    },
  });
}

const list = listOperationAt({
  id: 'listExtensions',
  path: '/api/v1/extensions',
  tag: 'Extensions',
  summary: 'Extensions of uploads, newest first',
  list: listExtensions,
});

export const EXTENSION_OPERATIONS: readonly Operation[] = [list, ...resultOperations('Extension', 'extensions')];
