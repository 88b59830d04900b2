import type { IncomingMessage } from 'node:http';
import type { StampPreview } from '../../service/contract/http/stamp-previews.ts';
import { answerPreview } from '../../service/stamps/preview-stamp.ts';
import { stampOptionsOf } from '../../service/use-cases/stamp-options.ts';
import { readForm, Refusal } from './fake-http.ts';

/** Drawn by the station's own code, at a time that is always the same. */
export async function fakeStampPreview(request: IncomingMessage): Promise<StampPreview> {
  const form = await readForm(request);
  const file = form.get('file');
  if (!(file instanceof File)) throw new Refusal('SIGNATURE_REQUEST_INVALID', 'The field file is missing.');
  const { rect, anchor, template, language } = {
    ...{ rect: null, anchor: null, template: null, language: undefined },
    ...stampOptionsOf({
      signatureRect: textOf(form, 'signatureRect'),
      signatureAnchor: textOf(form, 'signatureAnchor'),
      stampTemplate: textOf(form, 'stampTemplate'),
    }),
  };
  const answer = await answerPreview(new Uint8Array(await file.arrayBuffer()), {
    ...{ signerName: 'Anna Grüber', identityNumber: 'PNOHR-12345678901', at: new Date('2026-03-04T05:06:07Z') },
    ...{ template, language, image: null, signatureNote: textOf(form, 'signatureNote') },
    appearancePageNumber: Number(textOf(form, 'signaturePage') ?? 1),
    wish: anchor === null ? rect : { anchor },
  });
  if ('fault' in answer) throw new Refusal('SIGNATURE_REQUEST_INVALID', answer.fault, 'document');
  return answer;
}

function textOf(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === 'string' ? value : null;
}
