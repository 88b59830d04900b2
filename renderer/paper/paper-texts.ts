import { formatBytes } from '../formatting/bytes.ts';
import { formatDate, formatDateTime, withLocalTimes } from '../formatting/times.ts';
import type { LaterTexts, PageTexts } from '../messages/page-texts.ts';
import { stationWords, type StationTexts } from '../messages/station-words.ts';
import { reportWords, type ReportWords } from './report-words.ts';

/** What the paper needs of a language. */
export interface PaperTexts {
  readonly page: Pick<PageTexts, 'formatting' | 'report'>;
  readonly later: Pick<
    LaterTexts,
    'certificates' | 'verify' | 'handOver' | 'times' | 'reasons' | 'cures' | 'fallbackCure'
  >;
  readonly words: ReportWords;
  readonly bytes: (size: number) => string;
  readonly date: (iso: string) => string;
  readonly dateTime: (iso: string) => string;
  /** What the station says in English, in this language where it is known, with times as the language writes them. */
  readonly station: (english: string) => string;
}

/** `station` is null for English, which the station says by itself. */
export function paperTexts(
  page: PaperTexts['page'],
  later: PaperTexts['later'],
  station: StationTexts | null,
): PaperTexts {
  const { formatting } = page;
  const date = (iso: string): string => formatDate(iso, formatting);
  const dateTime = (iso: string): string => formatDateTime(iso, formatting);
  const say = (english: string): string => withLocalTimes(stationWords(english, null, station).words, formatting);
  const { report } = page;
  return {
    ...{ page, later, date, dateTime, station: say },
    words: reportWords({ report, times: later.times, formatDate: date, formatDateTime: dateTime, station: say }),
    bytes: (size) => formatBytes(size, formatting),
  };
}
