import type { ListRefusal } from '../../contract/vocabulary/list-refusals.ts';

/** Why a list is not used; `message` is one sentence for a person that quotes nothing of the list. */
export class ListFault extends Error {
  readonly code: ListRefusal;

  constructor(code: ListRefusal, message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'ListFault';
    this.code = code;
  }
}
