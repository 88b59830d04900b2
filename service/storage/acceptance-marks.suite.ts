import type { AcceptanceMarks, MarkedAcceptance } from './acceptance-marks.ts';

/** Marks in memory, for tests of those who set them; `open` tells which were begun and not ended. */
export class MemoryAcceptanceMarks implements AcceptanceMarks {
  readonly open = new Map<string, MarkedAcceptance>();
  earlier: readonly MarkedAcceptance[] = [];

  begin(acceptance: MarkedAcceptance): Promise<void> {
    this.open.set(acceptance.signatureId, acceptance);
    return Promise.resolve();
  }

  end(signatureId: string): void {
    this.open.delete(signatureId);
  }

  cutOff(): readonly MarkedAcceptance[] {
    return this.earlier;
  }

  forgetCutOff(): Promise<void> {
    this.earlier = [];
    return Promise.resolve();
  }

  close(): void {
    this.open.clear();
  }
}
