import { foldCase } from '../fold-case.ts';

/**
 * What the texts of a block of audit events say, small: ids and hashes, which no two events share, are taken out of the
 * texts, so that the rest is the same in most of them and kept once. Of an id only its end is kept, by which a whole one is
 * found. A text that is looked for and is a part of an event's text passes the summary of its block for certain; the
 * events of a block that passes are read.
 */

/** Stands for an id or a hash. No text of a person or a program has these characters. */
const MASK = '\u{1}';
/** Before the end of each id or hash of the block. */
const ID = '\u{2}';
const ID_END = 12;

/** Letters that ids and hashes are written with. */
const RUN = /[0-9a-f-]+/g;
const LEADING_RUN = /^[0-9a-f-]+/;
const TRAILING_RUN = /[0-9a-f-]+$/;
/** A UUID, or a SHA-256. */
const WHOLE_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})$/;
// eslint-disable-next-line no-control-regex -- the marks above
const UNUSUAL = /[\u{0}-\u{1f}]/u;

/** The summary of texts, each of which is looked through by itself. */
export function summarizeTexts(texts: Iterable<string>): string {
  const kept = new Set<string>();
  for (const text of new Set(texts)) kept.add(mask(foldCase(text), (id) => kept.add(`${ID}${id.slice(-ID_END)}`)));
  return [...kept].join('\n');
}

/** Whether a summary is one of texts of which one may have this text as a part; it may say so of others. */
export function summaryTest(text: string): (summary: string) => boolean {
  const folded = foldCase(text);
  if (UNUSUAL.test(folded)) return () => true;
  const [leading = ''] = LEADING_RUN.exec(folded) ?? [];
  if (leading === folded) return testOfRun(folded);
  const [trailing = ''] = TRAILING_RUN.exec(folded) ?? [];
  const body = mask(folded.slice(leading.length, folded.length - trailing.length), () => undefined);
  // At its ends the text may begin or end within an id.
  const begins = leading === '' ? [''] : [leading, MASK];
  const ends = trailing === '' ? [''] : [trailing, MASK];
  const parts = begins.flatMap((begin) => ends.map((end) => `${begin}${body}${end}`));
  return (summary) => summary.includes(body) && parts.some((part) => summary.includes(part));
}

/** A part of an id could be anywhere; a whole one may also lie in a longer run, which is kept as it is. */
function testOfRun(run: string): (summary: string) => boolean {
  if (!WHOLE_ID.test(run)) return () => true;
  const end = `${ID}${run.slice(-ID_END)}`;
  return (summary) => summary.includes(end) || summary.includes(run);
}

function mask(text: string, onId: (id: string) => void): string {
  return text.replace(RUN, (run, at: number) => {
    if (WHOLE_ID.test(run)) {
      onId(run);
      return MASK;
    }
    // Sizes and the like: the values of numbers in metadata.
    return text[at - 1] === ':' && /^[0-9]+$/.test(run) ? MASK : run;
  });
}
