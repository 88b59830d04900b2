import type { HandOver } from '../../service/contract/http/hand-over.ts';
import type { PaperTexts } from './paper-texts.ts';
import { pdfOf } from './pdf-paper.ts';
import { paperBlocks } from './sheet.ts';
import { subjectOf } from './verdicts.ts';

/** A report as a file. */
export interface ReportFile {
  readonly name: string;
  readonly pdf: Blob;
}

/**
 * The report on files as a PDF, the same wherever it is made. `language` is the BCP 47 tag of `texts`, `fontFile` the bytes
 * of DejaVu Sans.
 */
export async function reportPdf(
  sheets: readonly HandOver[],
  texts: PaperTexts,
  language: string,
  fontFile: Uint8Array<ArrayBuffer>,
): Promise<ReportFile> {
  const { title, several, pageOf } = texts.later.handOver;
  const subject = subjectOf(sheets, several);
  const paper = {
    title: title(subject),
    language,
    blocks: paperBlocks(sheets, texts),
    footOf: (page: number, pages: number) => pageOf(subject, page, pages),
  };
  return { name: `${subject}.verification.pdf`, pdf: await pdfOf(paper, fontFile) };
}
