import { CATALOGUES } from '../../renderer/messages/languages.ts';
import { PhraseBook, templateOf } from '../../renderer/messages/phrase-book.ts';
import type { StationTexts } from '../../renderer/messages/station-words.ts';
import { paperTexts, type PaperTexts } from '../../renderer/paper/paper-texts.ts';
import { reportPdf } from '../../renderer/paper/report-pdf.ts';
import type { HandOver } from '../contract/http/hand-over.ts';
import type { ReportLanguage } from '../contract/vocabulary/report-languages.ts';
import { readStampFont } from '../stamps/stamp-fonts.ts';

/** Of the languages that reports were asked for in, ready to be used again. */
const known = new Map<ReportLanguage, PaperTexts>();

/**
 * The report on verdicts as a PDF, by the code and in the words of the verification page; times are those of this
 * machine's zone. Throws errors of node:fs where the font cannot be read.
 */
export async function drawReport(
  sheets: readonly HandOver[],
  language: ReportLanguage,
): Promise<{ readonly fileName: string; readonly bytes: Uint8Array }> {
  const texts = known.get(language) ?? (await textsOf(language));
  known.set(language, texts);
  const { name, pdf } = await reportPdf(sheets, texts, language, readStampFont());
  return { fileName: name, bytes: new Uint8Array(await pdf.arrayBuffer()) };
}

async function textsOf(language: ReportLanguage): Promise<PaperTexts> {
  const { first, later, station } = CATALOGUES[language];
  const [page, more, spoken] = await Promise.all([first(), later(), station === null ? null : station.phrases()]);
  return paperTexts(page.texts, more.texts, spoken === null ? null : spokenBy(spoken.phrases));
}

/** What verdicts say is among the phrases: the sentences, which have the language of a page, are not needed. */
function spokenBy(phrases: Readonly<Record<string, string>>): StationTexts {
  return { sentences: {}, book: new PhraseBook(Object.entries(phrases).map((entry) => templateOf(...entry))) };
}
