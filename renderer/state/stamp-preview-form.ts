import { placeField, type SigningChoices } from './signing-form.ts';
import { templateText } from './stamp-looks.ts';
import type { StampPlace } from './stamp-place.ts';

/** The body of `POST /stamp-previews`: the stamp of these choices at a place, or where the station finds one. */
export function stampPreviewForm(
  file: File,
  thumbprint: string | null,
  { note, looks, image, anchor }: Pick<SigningChoices, 'note' | 'looks' | 'image' | 'anchor'>,
  where: { readonly place: StampPlace | null; readonly page: number },
): FormData {
  const form = new FormData();
  const template = templateText(looks);
  if (thumbprint !== null) form.append('certificateThumbprint', thumbprint);
  if (note.trim() !== '') form.append('signatureNote', note.trim());
  if (template !== null) form.append('stampTemplate', template);
  form.append(...placeField({ ...where, anchor }, null));
  if (image !== null) form.append('signatureImage', image, image.name);
  form.append('file', file, file.name);
  return form;
}
