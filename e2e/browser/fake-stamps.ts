import type { IncomingMessage } from 'node:http';
import { SignatureRect, StampTemplate } from '../../service/contract/vocabulary/stamp.ts';
import type { StampPreview } from '../../service/contract/http/stamp-previews.ts';
import { answerPreview } from '../../service/stamps/preview-stamp.ts';
import { readForm, Refusal } from './fake-http.ts';

/** Drawn by the station's own code, at a time that is always the same. */
export async function fakeStampPreview(request: IncomingMessage): Promise<StampPreview> {
  const form = await readForm(request);
  const file = form.get('file');
  if (!(file instanceof File)) throw new Refusal('SIGNATURE_REQUEST_INVALID', 'The field file is missing.');
  const anchor = textOf(form, 'signatureAnchor');
  const answer = await answerPreview(new Uint8Array(await file.arrayBuffer()), {
    ...{ signerName: 'Anna Grüber', identityNumber: 'PNOHR-12345678901', at: new Date('2026-03-04T05:06:07Z') },
    ...{
      template: templateOf(textOf(form, 'stampTemplate')),
      image: null,
      signatureNote: textOf(form, 'signatureNote'),
    },
    appearancePageNumber: Number(textOf(form, 'signaturePage') ?? 1),
    wish: anchor === null ? placeOf(textOf(form, 'signatureRect')) : { anchor },
  });
  if ('fault' in answer) throw new Refusal('SIGNATURE_REQUEST_INVALID', answer.fault, 'document');
  return answer;
}

function textOf(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === 'string' ? value : null;
}

function templateOf(text: string | null): StampTemplate | null {
  return text === null ? null : StampTemplate.parse(JSON.parse(text));
}

function placeOf(rect: string | null): SignatureRect | null {
  if (rect === null) return null;
  const [page = '', ...numbers] = rect.split(',');
  const [x, y, width, height] = numbers.map(Number);
  return SignatureRect.parse({ page: page === 'last' ? page : Number(page), x, y, width, height });
}
