import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeApiKeys } from './api-keys.suite.ts';
import { describeApprovals } from './approvals.suite.ts';
import { describeBatches } from './batches.suite.ts';
import { describeClaims } from './claims.suite.ts';
import { describeFileNames } from './file-names.suite.ts';
import { describeJobStates } from './job-states.suite.ts';
import { describeJobs } from './jobs.suite.ts';
import { describeLists } from './lists.suite.ts';
import { describeOutbox } from './outbox.suite.ts';
import type { Persistence } from './persistence.ts';
import { describeReasons } from './reasons.suite.ts';
import { describeRenewals } from './renewals.suite.ts';
import { describeRequestArchive } from './request-archive.suite.ts';
import { describeRequests } from './requests.suite.ts';
import { acceptUnit } from './sample-records.suite.ts';
import { describeShortPages } from './short-pages.suite.ts';
import { describeUnattended } from './unattended.suite.ts';
import { describeUpkeep } from './upkeep.suite.ts';
import { describeWaitingLine } from './waiting-line.suite.ts';
import { describeWaiting } from './waiting.suite.ts';

/** An empty store of the driver under test. */
export interface OpenedPersistence {
  readonly persistence: Persistence;
  /** Closes the store and removes what it has kept. */
  dispose(): Promise<void>;
}

/** What every driver of the persistence port does, each test on a store of its own. */
export function describePersistence(name: string, open: () => Promise<OpenedPersistence>): void {
  describe(name, () => {
    let opened: OpenedPersistence;
    const current = (): Persistence => opened.persistence;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    describe('requests', () => describeRequests(current));
    describe('claims', () => describeClaims(current));
    describe('jobs', () => describeJobs(current));
    describe('job states', () => describeJobStates(current));
    describe('outbox', () => describeOutbox(current));
    describe('lists', () => describeLists(current));
    describeFileNames(current);
    describeShortPages(current);
    describeBatches(current);
    describe('reasons', () => describeReasons(current));
    describe('renewals', () => describeRenewals(current));
    describe('unattended jobs', () => describeUnattended(current));
    describe('waiting jobs', () => describeWaiting(current));
    describe('jobs in line', () => describeWaitingLine(current));
    describe('requests to be approved', () => describeApprovals(current));
    describeApiKeys(current);
    describe('requests on their way to the archive', () => describeRequestArchive(current));
    describe('upkeep', () => describeUpkeep(current));

    it('finishes what was begun before it closes, and takes nothing after', async () => {
      const unit = acceptUnit();
      const accepting = current().acceptSignatureRequest(unit);
      await current().close();
      expect(await accepting).toEqual({ outcome: 'accepted' });
      await expect(current().acceptSignatureRequest(acceptUnit())).rejects.toThrow();
    });
  });
}
