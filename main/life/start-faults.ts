import { ConfigurationError } from '../../service/config/configuration.ts';
import { isOfDatabase, machineFaultOf } from '../../service/config/machine-faults.ts';
import { english } from '../texts/english.ts';
import type { ProgramTexts } from '../texts/program-texts.ts';

/** Why something failed, in words for a person; `isEnglish` where there are none in other languages. */
export interface FaultWords {
  readonly words: string;
  readonly isEnglish: boolean;
}

/**
 * What a person is told when the station does not start: texts of our own, never those of a driver. What is wrong with a
 * setting, and that the database is of a newer version, comes in English; the page of a failure has the words of others.
 */
export function explainStartFault(fault: unknown, texts: ProgramTexts): FaultWords {
  const said = (words: string): FaultWords => ({ words, isEnglish: false });
  if (!(fault instanceof Error)) return said(texts.unexpected);
  if (fault instanceof ConfigurationError || fault.name === 'ServerFault' || isOfDatabase(fault)) {
    return { words: fault.message, isEnglish: true };
  }
  if (fault instanceof DesktopRefusal) return said(fault.words(texts));
  if (fault.name === 'InspectorIsOpen') return said(texts.inspectorIsOpen);
  if (fault.name === 'DataDirectoryInUse' && 'root' in fault) return said(texts.dataDirectoryInUse(String(fault.root)));
  const found = machineFaultOf(fault);
  if (found === undefined) return said(texts.unexpected);
  return said('place' in found ? texts[found.kind](found.place) : texts[found.kind]);
}

/** Where the station serves its page that has the data directory already; undefined where nothing of the kind is the matter. */
export function stationThatRuns(fault: unknown): string | undefined {
  if (!(fault instanceof Error) || fault.name !== 'DataDirectoryInUse' || !('url' in fault)) return undefined;
  return typeof fault.url === 'string' ? fault.url : undefined;
}

/** The program does not go on as it was started; `words` say why, in a language of the person. */
export class DesktopRefusal extends Error {
  readonly words: (texts: ProgramTexts) => string;

  constructor(words: (texts: ProgramTexts) => string) {
    super(words(english));
    this.name = 'DesktopRefusal';
    this.words = words;
  }
}
