import { z } from 'zod';

/** What a visible stamp can say, in the order in which it is drawn; the image stands beside or above. */
export const STAMP_PARTS = ['name', 'identityNumber', 'date', 'note', 'image'] as const;

/** How the time of signing is written. With the time of day comes the distance to UTC. */
export const STAMP_DATE_FORMATS = [
  'yyyy-MM-dd HH:mm:ss',
  'yyyy-MM-dd HH:mm',
  'yyyy-MM-dd',
  'dd.MM.yyyy HH:mm:ss',
  'dd.MM.yyyy HH:mm',
  'dd.MM.yyyy',
  'dd/MM/yyyy HH:mm',
  'dd/MM/yyyy',
  'MM/dd/yyyy HH:mm',
  'MM/dd/yyyy',
] as const;

/** The zone of the clock on the wall where it is signed. */
export const LOCAL_ZONE = 'local';

/** In which a stamp says what it is; the page of the station has the same ones. */
export const STAMP_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type StampLanguage = (typeof STAMP_LANGUAGES)[number];

/** The largest page that readers know (ISO 32000-2 annex C.2), in points. */
const MAX_LENGTH = 14_400;
const length = z.number().min(0).max(MAX_LENGTH);

/**
 * A place on a page as it is shown, rotation and crop box applied: points from the lower left corner of what is visible,
 * whatever the page's /UserUnit.
 */
export const SignatureRect = z.strictObject({
  page: z.union([z.int().min(1).max(999_999), z.literal('last')]),
  x: length,
  y: length,
  width: length.refine((value) => value > 0, 'must be more than 0'),
  height: length.refine((value) => value > 0, 'must be more than 0'),
});
export type SignatureRect = z.infer<typeof SignatureRect>;

export const StampTemplate = z.strictObject({
  parts: z
    .array(z.enum(STAMP_PARTS))
    .min(1)
    .refine((parts) => new Set(parts).size === parts.length, 'must name each part once'),
  identityNumber: z.enum(['masked', 'full']).default('masked'),
  dateFormat: z.enum(STAMP_DATE_FORMATS).default('yyyy-MM-dd HH:mm:ss'),
  timeZone: z
    .string()
    .max(64)
    .refine((zone) => zone === LOCAL_ZONE || isTimeZone(zone), 'must be local, UTC or an IANA name as Europe/Berlin')
    .default(LOCAL_ZONE),
});
/** What a stamp says and how. */
export type StampTemplate = z.infer<typeof StampTemplate>;

/** The same as it is written, with the language of the stamp's own words; they are English without one. */
export const WrittenStampTemplate = StampTemplate.extend({ language: z.enum(STAMP_LANGUAGES).optional() });

export const MAX_ANCHOR_LENGTH = 200;

export const StampOptions = z.object({
  rect: SignatureRect.nullable(),
  /** A text of the document next to which the stamp goes. */
  anchor: z.string().max(MAX_ANCHOR_LENGTH).nullable(),
  /** Null: name, date, note and image. */
  template: StampTemplate.nullable(),
  /** Beside the template, where a station of the version before passes over it. */
  language: z.enum(STAMP_LANGUAGES).optional(),
});
/** What was asked of a stamp beyond page, note and image. */
export type StampOptions = z.infer<typeof StampOptions>;

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
