import type { ApprovalStore } from './approval-store.ts';
import type { BatchStore } from './batch-store.ts';
import type { IntakeStore } from './intake-store.ts';
import type { JobStore } from './job-store.ts';
import type { KeyStore } from './key-store.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { Persistence } from './persistence.ts';
import type { ReadingStore } from './reading-store.ts';
import type { RequestArchiveStore } from './request-archive-store.ts';
import type { UnattendedStore } from './unattended-store.ts';
import type { UpkeepStore } from './upkeep-store.ts';

/**
 * The same store as an object literal, member by member, for wrappers that change some of them: a spread would lose the
 * methods of a driver that is a class, and a member that is forgotten here is a compile error.
 */
export function delegatedPersistence(store: Persistence): Persistence {
  return {
    ...intakeAndReading(store),
    ...jobs(store),
    ...unattended(store),
    ...approvals(store),
    ...keysAndUpkeep(store),
  };
}

function intakeAndReading(store: Persistence): IntakeStore & BatchStore & ReadingStore {
  return {
    acceptSignatureRequest: (unit) => store.acceptSignatureRequest(unit),
    rejectSignatureRequest: (unit) => store.rejectSignatureRequest(unit),
    findByIdempotencyKey: (tenantId, key) => store.findByIdempotencyKey(tenantId, key),
    cancelRequest: (args) => store.cancelRequest(args),
    addBatch: (batch) => store.addBatch(batch),
    findBatch: (tenantId, id) => store.findBatch(tenantId, id),
    findRequest: (tenantId, id) => store.findRequest(tenantId, id),
    newestRenewal: (tenantId, signatureId) => store.newestRenewal(tenantId, signatureId),
    listEvidence: (query, filter) => store.listEvidence(query, filter),
    tenantsWithEvidence: (endsBefore) => store.tenantsWithEvidence(endsBefore),
    listRequests: (query, filter) => store.listRequests(query, filter),
    listJobs: (query, filter) => store.listJobs(query, filter),
    listAuditEvents: (query, filter) => store.listAuditEvents(query, filter),
    fileNamesOf: (tenantId, signatureIds) => store.fileNamesOf(tenantId, signatureIds),
    countRequests: (tenantId, filter) => store.countRequests(tenantId, filter),
    countJobs: (tenantId, filter) => store.countJobs(tenantId, filter),
    countAuditEvents: (tenantId, filter) => store.countAuditEvents(tenantId, filter),
    countReasons: (tenantId) => store.countReasons(tenantId),
    statistics: (tenantId, since) => store.statistics(tenantId, since),
    listCertificateRecords: () => store.listCertificateRecords(),
  };
}

function jobs(store: Persistence): JobStore & OutboxStore {
  return {
    claimJob: (args) => store.claimJob(args),
    startProcessing: (claim, start) => store.startProcessing(claim, start),
    stageSignature: (claim, staged) => store.stageSignature(claim, staged),
    completeJob: (claim, completion) => store.completeJob(claim, completion),
    failJob: (claim, failure) => store.failJob(claim, failure),
    releaseClaim: (claim, now) => store.releaseClaim(claim, now),
    parkJob: (claim, wait) => store.parkJob(claim, wait),
    scheduleRetry: (claim, retry) => store.scheduleRetry(claim, retry),
    dueOutboxMessages: (now, limit) => store.dueOutboxMessages(now, limit),
    nextOutboxDueAt: (now) => store.nextOutboxDueAt(now),
    markPublished: (ids, at) => store.markPublished(ids, at),
    markPublishFailed: (ids, error, again) => store.markPublishFailed(ids, error, again),
    bringForwardFailed: (now) => store.bringForwardFailed(now),
  };
}

function unattended(store: Persistence): UnattendedStore {
  return {
    releaseClaims: (claimant, now, blame) => store.releaseClaims(claimant, now, blame),
    unattendedJobs: (now) => store.unattendedJobs(now),
    handOverAgain: (messages, now) => store.handOverAgain(messages, now),
    waitingGroups: () => store.waitingGroups(),
    waitingJobs: (group, limit) => store.waitingJobs(group, limit),
    dueWaitingJobs: (now, limit) => store.dueWaitingJobs(now, limit),
    wakeJobs: (messages, now) => store.wakeJobs(messages, now),
    changeWaitReason: (group, obstacle) => store.changeWaitReason(group, obstacle),
    letWait: (jobs, now) => store.letWait(jobs, now),
    failWaitingJobs: (args) => store.failWaitingJobs(args),
  };
}

function approvals(store: Persistence): ApprovalStore {
  return {
    pendingApprovals: (tenantId, limit) => store.pendingApprovals(tenantId, limit),
    overdueApprovals: (waitingBefore, look) => store.overdueApprovals(waitingBefore, look),
    approveRequests: (given, at) => store.approveRequests(given, at),
    endApprovals: (ended, at) => store.endApprovals(ended, at),
  };
}

function keysAndUpkeep(store: Persistence): KeyStore & UpkeepStore & RequestArchiveStore {
  return {
    addApiKey: (key, audit) => store.addApiKey(key, audit),
    findApiKeyByPrefix: (prefix) => store.findApiKeyByPrefix(prefix),
    listApiKeys: () => store.listApiKeys(),
    revokeApiKey: (id, at, audit) => store.revokeApiKey(id, at, audit),
    noteApiKeysUsed: (ids, at) => store.noteApiKeysUsed(ids, at),
    appendAudit: (event) => store.appendAudit(event),
    endedWithoutOutput: (ids) => store.endedWithoutOutput(ids),
    filesEndedBefore: (args) => store.filesEndedBefore(args),
    prunePublishedMessages: (args) => store.prunePublishedMessages(args),
    auditEventsAfter: (args) => store.auditEventsAfter(args),
    deleteArchivedAuditEvents: (ids) => store.deleteArchivedAuditEvents(ids),
    requestsToArchive: (args) => store.requestsToArchive(args),
    deleteArchivedRequests: (ids) => store.deleteArchivedRequests(ids),
    findArchivedKey: (tenantId, key) => store.findArchivedKey(tenantId, key),
    reclaimSpace: () => store.reclaimSpace(),
    summarizeAudit: () => store.summarizeAudit(),
    markFileDeleted: (fileId, at, audit) => store.markFileDeleted(fileId, at, audit),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
