import { buildPdf } from './pdf-builder.ts';
import { onePage } from './one-page.ts';

/** What an earlier signature permits, by name; signed only by form (the /Contents are no real signature). */
export function certifiedPdfs(): Record<
  'docmdp-1' | 'docmdp-2' | 'docmdp-3' | 'lock-all' | 'lock-p1' | 'fieldmdp-all' | 'fieldmdp-include' | 'lock-exclude',
  Buffer
> {
  const docMdp = (level: number): string =>
    `/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P ${level} /V /1.2>>>>]`;
  const fieldMdp = (rule: string): string =>
    `/Reference [<</Type /SigRef /TransformMethod /FieldMDP /TransformParams <</Type /TransformParams ${rule} /V /1.2>>>>]`;
  return {
    'docmdp-1': signedByForm(docMdp(1), '', true),
    'docmdp-2': signedByForm(docMdp(2), '', true),
    'docmdp-3': signedByForm(docMdp(3), '', true),
    'lock-all': signedByForm('', '/Lock <</Type /SigFieldLock /Action /All>>', false),
    'lock-p1': signedByForm('', '/Lock <</Type /SigFieldLock /Action /Include /Fields [(x)] /P 1>>', false),
    'lock-exclude': signedByForm('', '/Lock <</Type /SigFieldLock /Action /Exclude /Fields [(x)]>>', false),
    'fieldmdp-all': signedByForm(fieldMdp('/Action /All'), '', false),
    'fieldmdp-include': signedByForm(fieldMdp('/Action /Include /Fields [(Service1)]'), '', false),
  };
}

function signedByForm(signature: string, field: string, isCertified: boolean): Buffer {
  return buildPdf({
    pieces: onePage({
      catalog: `/AcroForm <</Fields [6 0 R] /SigFlags 3>> ${isCertified ? '/Perms <</DocMDP 7 0 R>>' : ''}`,
      page: '/Annots [6 0 R]',
      extra: {
        6: `<</Type /Annot /Subtype /Widget /FT /Sig /T (Approval) /Rect [0 0 0 0] /P 3 0 R /F 132 /V 7 0 R ${field}>>`,
        7: `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached ${signature} /ByteRange [0 1 2 3] /Contents <3000>>>`,
      },
    }),
  });
}
