import { rectText, type SigningChoices, type StampPlace } from './signing-form.ts';

/** The body of `POST /stamp-previews`: the stamp of these choices at a place, or where the station finds one. */
export function stampPreviewForm(
  file: File,
  thumbprint: string | null,
  { note, image }: Pick<SigningChoices, 'note' | 'image'>,
  where: { readonly place: StampPlace | null; readonly page: number },
): FormData {
  const form = new FormData();
  if (thumbprint !== null) form.append('certificateThumbprint', thumbprint);
  if (note.trim() !== '') form.append('signatureNote', note.trim());
  if (where.place === null) form.append('signaturePage', String(where.page));
  else form.append('signatureRect', rectText(where.place));
  if (image !== null) form.append('signatureImage', image, image.name);
  form.append('file', file, file.name);
  return form;
}
