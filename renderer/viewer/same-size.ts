import { openPdfFile } from './pdf-file.ts';

/** Points by which pages of one size may differ: programs round millimetres in their own ways. */
const TOLERANCE = 1;

/** Whether a page of a PDF is as large as it is shown; false for what has no such page, or cannot be read. */
export async function hasPageOfSize(
  file: File,
  page: number | 'last',
  size: { readonly width: number; readonly height: number },
): Promise<boolean> {
  try {
    const pdf = await openPdfFile(new Uint8Array(await file.arrayBuffer()));
    try {
      const { width, height } = await pdf.sizeOf(page === 'last' ? pdf.pageCount : page);
      return Math.abs(width - size.width) <= TOLERANCE && Math.abs(height - size.height) <= TOLERANCE;
    } finally {
      pdf.close();
    }
  } catch {
    return false;
  }
}
