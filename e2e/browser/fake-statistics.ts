import type { SignatureView, Statistics } from '../../service/contract/http/signatures.ts';
import { SIGNATURE_FORMATS } from '../../service/contract/vocabulary/signature-formats.ts';
import { SIGNATURE_STATUSES } from '../../service/contract/vocabulary/states.ts';
import { iso } from './fake-values.ts';

/** Figures of the first page, of the requests there are and many that went before them. */
export function statistics(signatures: readonly SignatureView[], isEmpty: boolean): Statistics {
  const count = <T extends string>(values: readonly T[], of: (view: SignatureView) => T): Record<T, number> =>
    Object.fromEntries(
      values.map((value) => [value, signatures.filter((view) => of(view) === value).length]),
    ) as Record<T, number>;
  const byStatus = count(SIGNATURE_STATUSES, (view) => view.status);
  const extra = isEmpty ? 0 : 1_264;
  return {
    total: signatures.length + extra,
    byStatus: { ...byStatus, Completed: byStatus.Completed + extra },
    byFormat: {
      ...count(SIGNATURE_FORMATS, (view) => view.format),
      ...(extra > 0 ? { PAdES: 1_120, XAdES: 96, CAdES: 41 } : {}),
    },
    completedLastHour: isEmpty ? 0 : 38,
    failedLastHour: isEmpty ? 0 : 1,
    oldestQueuedAt: byStatus.Queued > 0 ? iso(-12_000) : null,
    medianDurationMilliseconds: isEmpty ? null : 64,
  };
}
