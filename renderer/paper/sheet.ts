import type { HandOver } from '../../service/contract/http/hand-over.ts';
import type {
  SignatureFinding,
  TimestampFinding,
  VerificationReport,
} from '../../service/contract/http/verification.ts';
import { displayName } from '../formatting/distinguished-name.ts';
import { curesOf } from '../messages/reason-cures.ts';
import { block, fact, type Block } from './blocks.ts';
import type { PaperTexts } from './paper-texts.ts';
import { otherTimestamps } from './report-words.ts';
import { subjectOf, verdictCounts, verdictOn } from './verdicts.ts';

/** The report on these files for paper: of several a summary first, then a sheet on each. */
export function paperBlocks(sheets: readonly HandOver[], texts: PaperTexts): readonly Block[] {
  const isSeveral = sheets.length > 1;
  const summary = isSeveral ? summaryBlocks(sheets, texts) : [];
  return [...summary, ...sheets.flatMap((sheet) => sheetBlocks(sheet, isSeveral, texts))];
}

function summaryBlocks(sheets: readonly HandOver[], { later, words }: PaperTexts): readonly Block[] {
  const { verdicts } = later.verify;
  return [
    block('title', later.handOver.title(subjectOf(sheets, later.handOver.several))),
    block(
      'text',
      verdictCounts(
        sheets.map(({ inspection }) => verdictOn(inspection)),
        later.verify.counted,
      ),
    ),
    ...sheets.map(({ fileName, inspection }) => {
      const label = verdicts[verdictOn(inspection)];
      const report = inspection?.report;
      return fact(fileName, report === undefined ? label : `${label}. ${words.leadOf(report)}`);
    }),
  ];
}

/** One file; it is named in the title where others stand before or behind it. */
function sheetBlocks(sheet: HandOver, isOneOfSeveral: boolean, texts: PaperTexts): readonly Block[] {
  const { page, later, words, station } = texts;
  const report = sheet.inspection?.report;
  const verdict = titleOf(sheet, texts);
  const made = later.handOver.made(sheet.checkedAt, stationOf(sheet), texts.dateTime);
  return [
    block('title', isOneOfSeveral ? page.formatting.labelled(sheet.fileName, verdict) : verdict),
    block('text', report === undefined ? station(sheet.inspection?.explanation ?? '') : words.leadOf(report)),
    fact(later.handOver.file, `${sheet.fileName} (${texts.bytes(sheet.size)})`),
    fact(later.handOver.sha256, sheet.sha256 ?? later.handOver.noHash),
    ...sheet.originals.map(({ name, sha256 }) => fact(later.verify.original, `${name} ${sha256 ?? ''}`)),
    ...(report === undefined ? [] : reportBlocks(report, texts)),
    block('small', made),
  ].filter(({ text }) => text !== '');
}

function titleOf({ inspection }: HandOver, { page, later }: PaperTexts): string {
  if (inspection === null) return later.verify.verdicts.failed;
  return inspection.report === undefined ? later.verify.unsigned : page.report[inspection.report.overallStatus].title;
}

function stationOf({ station, stationVersion }: HandOver): string {
  return stationVersion === null ? station : `${station} (${stationVersion})`;
}

function reportBlocks(report: VerificationReport, texts: PaperTexts): readonly Block[] {
  const { page, later, station } = texts;
  const others = otherTimestamps(report);
  const cures = report.overallStatus === 'INDETERMINATE' ? curesOf(report.reasonCodes, later) : [];
  return [
    ...report.signatures.flatMap((finding, index) => findingBlocks(finding, report, index, texts)),
    ...headed(
      later.times.others,
      others.map((one) => page.formatting.labelled(later.times.kinds[one.kind], timestampVerdict(one, texts))),
    ),
    ...headed(
      page.report.changes,
      report.changes.map(({ kind, detail, revision, page: number }) => {
        const place = page.report.changePlace(revision, number);
        return page.formatting.labelled(page.report.changeKinds[kind], `${station(detail)} (${place})`);
      }),
    ),
    ...headed(
      page.report.reasons,
      report.reasonCodes.map((code) => `${later.reasons[code]} (${code})`),
    ),
    ...headed(page.report.cures, cures),
    block('small', station(report.limitations)),
  ];
}

/** A heading with its items; nothing where there are none. */
function headed(heading: string, items: readonly string[]): readonly Block[] {
  return items.length === 0 ? [] : [block('heading', heading), ...items.map((item) => block('item', item))];
}

function findingBlocks(
  finding: SignatureFinding,
  report: VerificationReport,
  index: number,
  texts: PaperTexts,
): readonly Block[] {
  const { page, later, words } = texts;
  const { report: t } = page;
  const { certificate, signature, evidenceGoodUntil } = finding;
  const signer = signature.signerSubject === '' ? t.unknownSigner : displayName(signature.signerSubject);
  const proven = words.provenTime(finding);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [later.certificates.subject, certificate.subject],
    [t.issuer, certificate.issuer],
    ...words.listedWords(certificate).map((listed) => [t.listed, listed] as const),
    [t.serialNumber, certificate.serialNumber],
    [t.fingerprint, certificate.thumbprint],
    [later.handOver.time, words.claimedTime(finding)],
    [later.times.proven, proven],
    [t.level, words.levelWords(finding)],
    ...(finding.timestamps ?? []).map((one) => [later.times.kinds[one.kind], timestampVerdict(one, texts)] as const),
    [later.times.goodUntil, evidenceGoodUntil == null ? null : texts.date(evidenceGoodUntil)],
    [t.covers, words.coverageOf(finding, report, index)],
    [t.certificate, words.certificateWords(finding)],
    [t.revocation, words.revocationWords(finding)],
    ...(finding.counterSignatures ?? []).map((counter) => {
      const who = counter.certificate.subject === '' ? t.unknownSigner : counter.certificate.subject;
      const times = [words.claimedTime(counter), words.provenTime(counter)].filter((time) => time !== null).join('; ');
      return [
        t.counterSignatureNumber(counter.name),
        `${who} (${later.verify.verdicts[counter.status]}); ${times}`,
      ] as const;
    }),
  ];
  return [
    block(
      'heading',
      `${page.formatting.labelled(t.signatureNumber(index + 1), signer)} (${later.verify.verdicts[finding.status]})`,
    ),
    ...facts.flatMap(([label, value]) => (value == null || value === '' ? [] : [fact(label, value)])),
  ];
}

function timestampVerdict(timestamp: TimestampFinding, { later, words }: PaperTexts): string {
  return `${words.timestampWords(timestamp)} (${later.verify.verdicts[timestamp.status]})`;
}
