import type { StampLanguage, StampTemplate } from '../../service/contract/vocabulary/stamp.ts';

/** What a stamp says beside the note and the picture, which are drawn where there are any. */
export interface StampLooks {
  readonly hasName: boolean;
  readonly identityNumber: 'none' | StampTemplate['identityNumber'];
  /** Null: no time is drawn. */
  readonly dateFormat: StampTemplate['dateFormat'] | null;
  /** `local`, `UTC` or an IANA name. */
  readonly timeZone: string;
  /** Of the stamp's own words. */
  readonly language: StampLanguage;
}

export const USUAL_LOOKS: StampLooks = {
  hasName: true,
  identityNumber: 'none',
  dateFormat: 'yyyy-MM-dd HH:mm:ss',
  timeZone: 'local',
  language: 'en',
};

/** Whether somebody chose anything but the language. */
export function isChosen(looks: StampLooks): boolean {
  return templateText({ ...looks, language: USUAL_LOOKS.language }) !== null;
}

/** Whether nothing is left of the stamp but what may not be there. */
export function isBare({ hasName, identityNumber, dateFormat }: StampLooks): boolean {
  return !hasName && identityNumber === 'none' && dateFormat === null;
}

/** The looks as the station reads them; null for its usual ones. */
export function templateText(looks: StampLooks): string | null {
  const { hasName, identityNumber, dateFormat, timeZone, language } = looks;
  const isUsual = (Object.keys(USUAL_LOOKS) as (keyof StampLooks)[]).every((key) => looks[key] === USUAL_LOOKS[key]);
  if (isUsual) return null;
  const template: Partial<StampTemplate> & { readonly language?: StampLanguage } = {
    parts: [
      ...(hasName ? (['name'] as const) : []),
      ...(identityNumber === 'none' ? [] : (['identityNumber'] as const)),
      ...(dateFormat === null ? [] : (['date'] as const)),
      'note',
      'image',
    ],
    ...(identityNumber !== 'none' && { identityNumber }),
    ...(dateFormat !== null && { dateFormat, timeZone }),
    ...(language !== USUAL_LOOKS.language && { language }),
  };
  return JSON.stringify(template);
}
