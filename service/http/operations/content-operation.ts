import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { RequestKind } from '../../contract/vocabulary/request-kinds.ts';
import { FORMAT_FILES, SIGNATURE_FORMATS } from '../../contract/vocabulary/signature-formats.ts';
import { ProblemDetails } from '../../contract/http/problem-details.ts';
import { StationError } from '../../domain/station-error.ts';
import { unknownSignature } from '../../use-cases/get-signature.ts';
import { openContent, type SignedContent } from '../../use-cases/open-content.ts';
import { contentDisposition } from '../content-disposition.ts';
import { isVersionWanted, matchesEtag, requestedRange, type ByteRange } from '../byte-range.ts';
import { noteSignature } from '../note-signature.ts';
import { operation, type Operation } from '../operation.ts';
import { sentChunks } from '../sent-chunks.ts';
import { IdParams } from './parameters.ts';

const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]{1,100}\/[A-Za-z0-9!#$&^_.+-]{1,100}$/;

/** What outputs are. */
const OUTPUT_TYPES = SIGNATURE_FORMATS.flatMap((format) => FORMAT_FILES[format].map(({ contentType }) => contentType));

const PROBLEM = {
  json: { name: 'ProblemDetails', schema: ProblemDetails },
  mediaType: 'application/problem+json',
} as const;

interface ContentPlace {
  readonly id: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly kind: RequestKind;
}

/** `GET /signatures/{id}/content`: the signed file as an attachment; ETag, Range and the conditions as in RFC 9110. */
export const contentOperation: Operation = contentOperationAt({
  id: 'getSignatureContent',
  path: '/api/v1/signatures/:id/content',
  tag: 'Signatures',
  summary: 'The signed output of a completed request',
  kind: 'Signature',
});

/** The same for the output of a request of any kind. */
export function contentOperationAt({ kind, ...place }: ContentPlace): Operation {
  return operation({
    ...place,
    method: 'get',
    permission: 'SignaturesRead',
    params: IdParams,
    onUnknownParams: unknownSignature,
    replies: {
      200: { description: 'The signed file', mediaTypes: OUTPUT_TYPES, mediaType: 'application/octet-stream' },
      206: {
        description: 'The part of it that was asked for',
        mediaTypes: OUTPUT_TYPES,
        mediaType: 'application/octet-stream',
      },
      304: { description: 'The file that the client has already' },
      412: { description: 'The file is not the version that If-Match names', ...PROBLEM },
      416: { description: 'The range lies outside the file', ...PROBLEM },
    },
    errors: ['SIGNATURE_REQUEST_INVALID', 'SIGNATURE_INPUT_NOT_FOUND', 'SIGNATURE_OUTPUT_NOT_FOUND'],
    async handle({ ports }, { request, response, caller, params }) {
      noteSignature(params.id);
      const content = await openContent(ports, caller, params.id, kind);
      const { output } = content;
      const etag = `"${output.sha256}"`;
      response.setHeader('ETag', etag);
      response.setHeader('Accept-Ranges', 'bytes');
      if (!isVersionWanted(request.headers['if-match'], etag)) {
        throw new StationError('SIGNATURE_REQUEST_INVALID', 'The file is not the version that If-Match names.', {
          status: 412,
        });
      }
      if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304 };
      const isHead = request.method === 'HEAD';
      // Ranges are those of GET alone (RFC 9110, 14.2).
      const range = isHead ? null : requestedRange(request.headers, output.size, etag);
      if (range === 'unsatisfiable') {
        response.setHeader('Content-Range', `bytes */${output.size}`);
        throw new StationError('SIGNATURE_REQUEST_INVALID', 'The range lies outside the file.', { status: 416 });
      }
      await send(response, isHead, content, range);
      return 'sent';
    },
  });
}

async function send(
  response: Response,
  isHead: boolean,
  content: SignedContent,
  range: ByteRange | null,
): Promise<void> {
  const { output } = content;
  const { start, end } = range ?? { start: 0, end: output.size - 1 };
  // Opened before the first header is written: a missing file is still a 409.
  const bytes = isHead ? null : await content.read(range);
  response.statusCode = range === null ? 200 : 206;
  response.setHeader(
    'Content-Type',
    MEDIA_TYPE.test(output.contentType) ? output.contentType : 'application/octet-stream',
  );
  response.setHeader('Content-Disposition', contentDisposition(output.originalFileName));
  response.setHeader('Content-Length', end - start + 1);
  if (range !== null) response.setHeader('Content-Range', `bytes ${start}-${end}/${output.size}`);
  if (bytes === null) {
    response.end();
    return;
  }
  await pipeline(bytes, (source) => sentChunks(source, end - start + 1, response), response);
}
