import { z } from 'zod';

/** What the preload script of the main window gives the station's page, and all that it gives it. */
export interface DeskPort {
  /** Asks the person for a folder that the next `files` downloads go to. False: nothing was chosen, nothing changes. */
  chooseFolder(files: number): Promise<boolean>;
  /**
   * Lays a signed document ready to be dragged out. Answers the ticket that `drag` takes; null where it is too large or
   * too many lie there already. The bytes are the page's own: it has read them with the rights that it has.
   */
  stage(name: string, bytes: Uint8Array): Promise<string | null>;
  /** Hands a drag that has begun on the page over to the system, with a document that lies ready. */
  drag(ticket: string): Promise<void>;
}

const MAX_FILES = 10_000;
/** They cross from the page in one piece. */
export const MAX_STAGED_BYTES = 200_000_000;

export const FolderOrder = z.strictObject({ files: z.int().min(1).max(MAX_FILES) });
export const StageOrder = z.strictObject({
  name: z.string().min(1).max(1_000),
  bytes: z.instanceof(Uint8Array),
});
export const DragOrder = z.strictObject({ ticket: z.uuid() });
