import type { WaitingForPerson } from '../../service/use-cases/count-waiting.ts';
import { inLanguage } from '../texts/in-language.ts';
import type { BatchResult } from './batch-watch.ts';
import type { DeskTexts, Notice } from './texts/desk-texts.ts';
import { english } from './texts/english.ts';
import { french } from './texts/french.ts';
import { german } from './texts/german.ts';
import { spanish } from './texts/spanish.ts';

/** What the tray and notifications say, in the first of the system's languages that there is. */
export function deskTextsFor(languages: readonly string[]): DeskTexts {
  return inLanguage(languages, { en: english, de: german, fr: french, es: spanish });
}

/** Beside the tray's icon. */
export function trayText(texts: DeskTexts, inProgress: number, { approvals, pins }: WaitingForPerson): string {
  const waiting = approvals + pins;
  const parts = [
    ...(waiting > 0 ? [texts.waits(waiting)] : []),
    ...(inProgress > 0 ? [texts.inProgress(inProgress)] : []),
  ];
  return parts.length === 0 ? 'Signing Station' : `Signing Station: ${parts.join(', ')}`;
}

/** What is said when everything is done and the window is not in front. */
export function batchText(texts: DeskTexts, { completed, failed }: BatchResult): Notice {
  return failed === 0 ? texts.signed(completed) : texts.failed(failed, completed);
}
