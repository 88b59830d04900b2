import { z } from 'zod';

/**
 * How often the PIN is entered: once for all, for each document (the card's rule), one of the two (only a login shows
 * which), or by the keys of the reader.
 */
export type PinWay = 'once' | 'each' | 'unknown' | 'reader';

export interface QuestionDocument {
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
  readonly format: string;
  readonly profile: string;
  readonly createdBy: string;
}

/** Why a PIN was not taken: the station's English words, and the same as a code with what stands in it. */
export interface Refusal {
  readonly english: string;
  readonly sentence: { readonly code: string; readonly parameters: Readonly<Record<string, string | number>> } | null;
}

/** What the person at the desk is asked. Texts of others (names of files, tokens) in it are texts and nothing else. */
export interface PinQuestion {
  /** An answer to an earlier question is no answer to this one. */
  readonly id: number;
  readonly providerName: string;
  /** Null while no token is there. */
  readonly tokenLabel: string | null;
  readonly way: PinWay;
  /** What this PIN signs, and nothing else. */
  readonly documents: readonly QuestionDocument[];
  /** Documents that are asked for afterwards. */
  readonly behind: number;
  /** In bytes of UTF-8, where the token says it. */
  readonly length: { readonly min: number; readonly max: number } | null;
  readonly tries: 'unknown' | 'low' | 'last' | 'locked';
  /** Why the question stands here again. */
  readonly refusal: Refusal | null;
  /** Whether the PIN may be kept on this machine; null: it is one that is entered each time. */
  readonly keeping: 'offered' | 'unprotected' | 'unavailable' | null;
}

/** What follows an answer: the next question, the reader's turn, or nothing more. */
export type PinReaction =
  | { readonly kind: 'question'; readonly question: PinQuestion }
  | { readonly kind: 'at-reader'; readonly documents: number; readonly seconds: number }
  | { readonly kind: 'done' };

/** What the preload script of the PIN window gives its page, and all that it gives it. */
export interface PinPort {
  question(): Promise<PinReaction>;
  answer(reply: PinReply): Promise<PinReaction>;
}

/** No token takes longer PINs. */
const MAX_PIN_BYTES = 255;
const QuestionId = z.int().min(1);

export const PinReply = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('enter'),
    questionId: QuestionId,
    /** In UTF-8; empty where the reader asks. Overwritten once it has been handed on. */
    pin: z.instanceof(Uint8Array).refine((bytes) => bytes.length <= MAX_PIN_BYTES),
    /** The person knows that few tries are left, or the last one. */
    isConfirmed: z.boolean(),
    /** The person wants it kept on this machine. */
    isKept: z.boolean().optional(),
  }),
  /** Not now: the documents go on waiting. */
  z.strictObject({ kind: z.literal('later'), questionId: QuestionId }),
  /** Signs nothing: the documents are cancelled. */
  z.strictObject({ kind: z.literal('decline'), questionId: QuestionId }),
]);
export type PinReply = z.infer<typeof PinReply>;
