import { JsonRefused, parseStrictJson } from '../codecs/json/strict-json.ts';
import { SignatureRect, WrittenStampTemplate, type StampOptions } from '../contract/vocabulary/stamp.ts';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import type { Told } from '../contract/vocabulary/sentence.ts';
import { refusedValue } from '../contract/vocabulary/refused-value.ts';
import { StationError } from '../domain/station-error.ts';

/** Place and looks of a stamp as a request writes them; null where it says nothing of them. */
export interface StampTexts {
  /** `page,x,y,width,height`; the page a number or `last`. */
  readonly signatureRect: string | null;
  readonly signatureAnchor: string | null;
  /** JSON. */
  readonly stampTemplate: string | null;
}

/** Reads what a request says of its stamp; null when it says nothing. Throws SIGNATURE_REQUEST_INVALID. */
export function stampOptionsOf({ signatureRect, signatureAnchor, stampTemplate }: StampTexts): StampOptions | null {
  if (signatureRect === null && signatureAnchor === null && stampTemplate === null) return null;
  return {
    rect: signatureRect === null ? null : rectOf(signatureRect),
    anchor: signatureAnchor === null ? null : anchorOf(signatureAnchor),
    ...(stampTemplate === null ? { template: null } : templateOf(stampTemplate)),
  };
}

/** What `stampOptionsOf` reads, in its usual writing. */
export function stampTextsOf(options: StampOptions | null): StampTexts {
  const { rect = null, anchor = null, template = null, language } = options ?? {};
  return {
    signatureRect: rect === null ? null : [rect.page, rect.x, rect.y, rect.width, rect.height].join(','),
    signatureAnchor: anchor,
    stampTemplate: template === null ? null : JSON.stringify({ ...template, language }),
  };
}

/**
 * Whether place and looks go with the rest of the order: PAdES alone has a stamp, a place is told once, and a stamp shows
 * something. Throws SIGNATURE_REQUEST_INVALID.
 */
export function checkStampOptions(
  options: StampOptions | null,
  order: {
    readonly format: SignatureFormat;
    readonly hasPage: boolean;
    readonly hasField: boolean;
    readonly hasNote: boolean;
    readonly hasImage: boolean;
  },
): void {
  if (options === null) return;
  const { rect, anchor, template } = options;
  if (order.format !== 'PAdES') {
    throw invalid(tell('STAMP_OPTIONS_FOR_PADES'));
  }
  if (rect !== null && anchor !== null) throw invalid(tell('STAMP_PLACE_TWICE'));
  const places = rect !== null || anchor !== null;
  if (places && order.hasPage) throw invalid(tell('PAGE_BESIDE_STAMP_PLACE'));
  if (places && order.hasField) {
    throw invalid(tell('STAMP_PLACE_BESIDE_FIELD'));
  }
  if (template === null) return;
  const isShown = template.parts.some(
    (part) => (part !== 'note' || order.hasNote) && (part !== 'image' || order.hasImage),
  );
  if (!isShown) throw invalid(tell('STAMP_SHOWS_NOTHING'));
}

function rectOf(text: string): SignatureRect {
  const [page = '', ...lengths] = text.split(',').map((part) => part.trim());
  const numbers = lengths.map((part) => (/^\d{1,6}(\.\d{1,6})?$/.test(part) ? Number(part) : Number.NaN));
  const [x, y, width, height] = numbers;
  const wanted = { page: page === 'last' ? page : /^\d{1,6}$/.test(page) ? Number(page) : null, x, y, width, height };
  const result = SignatureRect.safeParse(wanted);
  if (numbers.length === 4 && result.success) return result.data;
  throw invalid(tell('STAMP_RECT_MALFORMED'));
}

function anchorOf(text: string): string {
  const anchor = text.normalize('NFC').trim();
  if (anchor === '') throw invalid(tell('STAMP_ANCHOR_BLANK'));
  return anchor;
}

function templateOf(text: string): Pick<StampOptions, 'template' | 'language'> {
  const result = WrittenStampTemplate.safeParse(jsonOf(text), { error: refusedValue });
  if (result.success) {
    const { language, ...template } = result.data;
    return language === undefined ? { template } : { template, language };
  }
  const [issue] = result.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw invalid(`stampTemplate: ${where}${issue?.message ?? 'not understood'}.`);
}

function jsonOf(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof JsonRefused) throw invalid(`stampTemplate: ${error.message}.`);
    throw invalid(tell('STAMP_TEMPLATE_NO_JSON'));
  }
}

function invalid(detail: string | Told): StationError {
  return new StationError('SIGNATURE_REQUEST_INVALID', detail);
}
