import { eachChildNamed } from '../xmldsig/find-elements.ts';
import type { XmlElement } from '../xmldsig/xml-document.ts';
import { XmlError } from '../xmldsig/xml-error.ts';
import { readServices, type ServiceEntry } from './services.ts';
import { atMost, certificatesIn, child, inEnglish, instant, need, TSL, textOf } from './tsl-elements.ts';

/** A trusted list of ETSI TS 119 612 as it is written, before anything of it is believed. */
export interface TrustedList {
  readonly sequenceNumber: number;
  /** URI of the kind of list (clause 5.3.3). */
  readonly type: string;
  /** Country code, or EU. */
  readonly territory: string;
  readonly operator: string;
  readonly issuedAt: Date;
  /** Null: the list is closed and no further one follows (5.3.15). */
  readonly nextUpdate: Date | null;
  /** Clause 5.3.7: where to learn of the list; a list of the lists names its pivots here, the youngest first. */
  readonly informationUris: readonly string[];
  readonly pointers: readonly ListPointer[];
  readonly services: readonly ServiceEntry[];
}

/** Clause 5.3.13: another list, and who may sign it. */
export interface ListPointer {
  readonly location: string;
  readonly territory: string;
  readonly type: string;
  readonly mimeType: string;
  /** DER. */
  readonly certificates: readonly Uint8Array[];
}

export const LIST_OF_LISTS = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists';
export const NATIONAL_LIST = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric';

const ADDITIONAL_TYPES = 'http://uri.etsi.org/02231/v2/additionaltypes#';
const VERSION = '5';
const MAX_POINTERS = 200;
/** The list of the lists names each of its pivots, and pages in the languages of the Union. */
const MAX_URIS = 1_000;
const MAX_INFORMATION = 1_000;

/** What the scheme information of a list of the Union has to hold (clause 5.3). */
const REQUIRED = [
  ...['TSLVersionIdentifier', 'TSLSequenceNumber', 'TSLType', 'SchemeOperatorName', 'SchemeOperatorAddress'],
  ...['SchemeName', 'SchemeInformationURI', 'StatusDeterminationApproach', 'SchemeTypeCommunityRules'],
  ...['SchemeTerritory', 'PolicyOrLegalNotice', 'HistoricalInformationPeriod', 'ListIssueDateTime', 'NextUpdate'],
];

/** Reads a list; throws XmlError XML_STRUCTURE_INVALID for what is no list of version 5, XML_LIMIT_EXCEEDED. */
export function readTrustedList(root: XmlElement): TrustedList {
  if (!root.is(TSL, 'TrustServiceStatusList')) {
    throw new XmlError('XML_STRUCTURE_INVALID', 'it is no trusted list');
  }
  const scheme = need(root, 'SchemeInformation');
  for (const name of REQUIRED) need(scheme, name);
  if (textOf(need(scheme, 'TSLVersionIdentifier')) !== VERSION) {
    throw new XmlError('XML_STRUCTURE_INVALID', 'the list is of another version than 5');
  }
  const next = child(need(scheme, 'NextUpdate'), 'dateTime');
  return {
    sequenceNumber: sequenceNumberOf(textOf(need(scheme, 'TSLSequenceNumber'))),
    type: textOf(need(scheme, 'TSLType')),
    territory: textOf(need(scheme, 'SchemeTerritory')),
    operator: inEnglish(need(scheme, 'SchemeOperatorName')),
    issuedAt: instant(need(scheme, 'ListIssueDateTime')),
    nextUpdate: next === null ? null : instant(next),
    informationUris: atMost(
      MAX_URIS,
      need(scheme, 'SchemeInformationURI'),
      'URI',
      'the list names too many addresses',
    ).map(textOf),
    pointers: readPointers(child(scheme, 'PointersToOtherTSL')),
    services: readServices(child(root, 'TrustServiceProviderList')),
  };
}

function sequenceNumberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new XmlError('XML_STRUCTURE_INVALID', 'the sequence number is none');
  return Number(text);
}

function readPointers(pointers: XmlElement | null): ListPointer[] {
  const found =
    pointers === null ? [] : atMost(MAX_POINTERS, pointers, 'OtherTSLPointer', 'the list points to too many lists');
  return found.map((pointer) => {
    const additional = child(pointer, 'AdditionalInformation');
    const information =
      additional === null
        ? []
        : atMost(MAX_INFORMATION, additional, 'OtherInformation', 'a pointer says too much about its list');
    const about = (name: string, namespace = TSL): string => {
      for (const one of information) {
        const [element] = eachChildNamed(one, namespace, name);
        if (element !== undefined) return textOf(element);
      }
      return '';
    };
    const identities = child(pointer, 'ServiceDigitalIdentities');
    return {
      location: textOf(need(pointer, 'TSLLocation')),
      territory: about('SchemeTerritory'),
      type: about('TSLType'),
      mimeType: about('MimeType', ADDITIONAL_TYPES),
      certificates: identities === null ? [] : certificatesIn(identities),
    };
  });
}
