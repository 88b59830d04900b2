import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { unknownSignature } from '../../use-cases/get-signature.ts';
import { openInput } from '../../use-cases/open-input.ts';
import { contentDisposition } from '../content-disposition.ts';
import { noteSignature } from '../note-signature.ts';
import { operation, type Operation } from '../operation.ts';
import { sentChunks } from '../sent-chunks.ts';
import { IdParams } from './parameters.ts';

const InputParams = IdParams.extend({
  number: z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/, 'has to be a whole number')
    .transform(Number)
    .pipe(z.int())
    .describe('Which document of the request, counted from 1'),
});

/**
 * `GET /signatures/{id}/inputs/{number}`: a document as it was sent, for whoever looks at it before or after it is signed.
 * Always an attachment of no type: nothing in it is opened by a browser of its own accord. Not part of the specification.
 */
export const inputOperation: Operation = operation({
  id: 'getSignatureInput',
  method: 'get',
  path: '/api/v1/signatures/:id/inputs/:number',
  tag: 'Signatures',
  summary: 'A document of a request as it was sent',
  permission: 'SignaturesRead',
  params: InputParams,
  onUnknownParams: unknownSignature,
  replies: { 200: { description: 'The document', mediaType: 'application/octet-stream' } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND'],
  async handle({ ports }, { request, response, caller, params }) {
    noteSignature(params.id);
    const { file, bytes } = await openInput(ports, caller, params.id, params.number);
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Disposition', contentDisposition(file.originalFileName));
    response.setHeader('Content-Length', file.size);
    if (request.method === 'HEAD') {
      bytes.destroy();
      response.end();
    } else {
      await pipeline(bytes, (source) => sentChunks(source, file.size, response), response);
    }
    return 'sent' as const;
  },
});
