import { z } from 'zod';
import { ListRefusal } from '../../contract/vocabulary/list-refusals.ts';
import { BytesSchema } from '../../processes/bytes-schema.ts';

/** The country that stands for the list of the lists. */
export const UNION = 'EU';

const ListSource = z.object({
  /** Name for people: of the file, or the address it was fetched from. */
  name: z.string(),
  file: z.string(),
  /** Where it was fetched from, and the country it was asked for; null for files of a folder. */
  location: z.string().nullable(),
  territory: z.string().nullable(),
});
export type ListSource = z.infer<typeof ListSource>;

const ListsTask = z.object({
  sources: z.array(ListSource),
  /** DER of the certificates that the Official Journal names. */
  signers: z.array(BytesSchema),
  /** Countries whose lists are wanted; null: all. */
  territories: z.array(z.string()).nullable(),
  /** The sequence numbers seen last, by territory. */
  known: z.record(z.string(), z.int()),
  at: z.date(),
  /** Folder for the compact form of what is accepted. */
  into: z.string(),
});
export type ListsTask = z.infer<typeof ListsTask>;

export const AcceptedList = z.object({
  /** The source's name. */
  name: z.string(),
  territory: z.string(),
  operator: z.string(),
  sequenceNumber: z.int(),
  issuedAt: z.date(),
  nextUpdate: z.date().nullable(),
  services: z.int(),
  /** SHA-256 of the certificate by which it is signed. */
  signer: z.string(),
  /** Name of the compact form; null for the list of the lists, which has none. */
  compactFile: z.string().nullable(),
});
export type AcceptedList = z.infer<typeof AcceptedList>;

export const RefusedList = z.object({ name: z.string(), code: ListRefusal, reason: z.string() });
export type RefusedList = z.infer<typeof RefusedList>;

/** A list that another one points to and that is not among the sources. */
export const WantedList = z.object({ location: z.string(), territory: z.string().nullable() });
export type WantedList = z.infer<typeof WantedList>;

const ListsVerdict = z.object({
  accepted: z.array(AcceptedList),
  refused: z.array(RefusedList),
  wanted: z.array(WantedList),
  /** Signers that the list of the lists names for each country, as `signer` of a list; null where none is believed. */
  entitled: z.record(z.string(), z.array(z.string())).nullable(),
});
export type ListsVerdict = z.infer<typeof ListsVerdict>;

/** Host to the process that reads trusted lists: one task, one answer. */
export const LISTS_PROTOCOL = { judge: { params: ListsTask, result: ListsVerdict } } as const;
export const LISTS_CHANNEL = 'trusted-lists';
