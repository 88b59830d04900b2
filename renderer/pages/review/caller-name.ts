import type { ApprovalList } from '../../../service/contract/http/approvals.ts';
import { watchedFolderOf } from '../../formatting/watched-folder.ts';

type Group = Pick<ApprovalList['groups'][number], 'caller' | 'callerName'>;

interface CallerWords {
  readonly program: string;
  readonly byFolder: (name: string) => string;
}

/** Who gave the documents of a group in, as a person at the station reads it. */
export function callerName(words: CallerWords, { caller, callerName: key }: Group): string {
  if (caller === 'anonymous') return words.program;
  const folder = watchedFolderOf(caller);
  return folder === undefined ? (key ?? caller) : words.byFolder(folder);
}
