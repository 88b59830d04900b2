import { generateKeyPairSync } from 'node:crypto';
import { LIST_OF_LISTS, NATIONAL_LIST } from '../../codecs/trusted-list/trusted-list.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { issue, signers, type TestSigner } from '../../verification/cades/cms-forgery.suite.ts';
import { base64, HERE, sign, signatureTemplate, x509Data } from '../../verification/xades/signed-xml.suite.ts';

/** Trusted lists of the tests: small ones, with keys of their own. */
export interface ListParts {
  readonly signer: TestSigner;
  readonly sequenceNumber: number;
  readonly type: string;
  readonly territory: string;
  readonly issuedAt: string;
  readonly nextUpdate: string;
  readonly informationUris: readonly string[];
  readonly pointers: string;
  readonly services: string;
  /** Changes the text before it is signed. */
  readonly before: (xml: string) => string;
}

export const CA_QC = 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC';
const STATUS = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/';

export function operator(name: string): TestSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = issue(publicKey, { subject: encodeName([['CN', name]]) });
  return { algorithm: signers.ec.algorithm, privateKey, certificate };
}

export function list(parts: Partial<ListParts> & Pick<ListParts, 'signer'>): Uint8Array {
  const { signer, before = (xml: string): string => xml } = parts;
  const signature = signatureTemplate({ signer, keyInfo: x509Data(signer.certificate) });
  return Buffer.from(sign(before(unsigned(parts)).replace(HERE, signature), signer));
}

function unsigned(parts: Partial<ListParts>): string {
  const { sequenceNumber = 1, type = NATIONAL_LIST, territory = 'XA', informationUris = [], services = '' } = parts;
  const { issuedAt = '2026-09-01T00:00:00Z', nextUpdate = '2027-02-01T00:00:00Z', pointers = '' } = parts;
  const name = '<Name xml:lang="de">Stelle</Name><Name xml:lang="en">Operator</Name>';
  return (
    '<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="L"><SchemeInformation>' +
    `<TSLVersionIdentifier>5</TSLVersionIdentifier><TSLSequenceNumber>${String(sequenceNumber)}</TSLSequenceNumber>` +
    `<TSLType>${type}</TSLType><SchemeOperatorName>${name}</SchemeOperatorName><SchemeOperatorAddress/><SchemeName/>` +
    `<SchemeInformationURI>${informationUris.map((uri) => `<URI xml:lang="en">${uri}</URI>`).join('')}</SchemeInformationURI>` +
    '<StatusDeterminationApproach/><SchemeTypeCommunityRules/>' +
    `<SchemeTerritory>${territory}</SchemeTerritory><PolicyOrLegalNotice/><HistoricalInformationPeriod/>` +
    `<PointersToOtherTSL>${pointers}</PointersToOtherTSL><ListIssueDateTime>${issuedAt}</ListIssueDateTime>` +
    `<NextUpdate>${nextUpdate === '' ? '' : `<dateTime>${nextUpdate}</dateTime>`}</NextUpdate></SchemeInformation>` +
    `<TrustServiceProviderList><TrustServiceProvider><TSPInformation><TSPName>${name}</TSPName></TSPInformation>` +
    `<TSPServices>${services}</TSPServices></TrustServiceProvider></TrustServiceProviderList>${HERE}` +
    '</TrustServiceStatusList>'
  );
}

export function pointer(type: string, territory: string, location: string, ...allowed: readonly TestSigner[]): string {
  const identities = allowed.map(
    ({ certificate }) => `<ServiceDigitalIdentity>${digitalId(certificate)}</ServiceDigitalIdentity>`,
  );
  return (
    `<OtherTSLPointer><ServiceDigitalIdentities>${identities.join('')}</ServiceDigitalIdentities>` +
    `<TSLLocation>${location}</TSLLocation><AdditionalInformation>` +
    `<OtherInformation><TSLType>${type}</TSLType></OtherInformation>` +
    `<OtherInformation><SchemeTerritory>${territory}</SchemeTerritory></OtherInformation>` +
    '</AdditionalInformation></OtherTSLPointer>'
  );
}

function digitalId(certificate: Uint8Array): string {
  return `<DigitalId><X509Certificate>\n${base64(certificate)}\n</X509Certificate></DigitalId>`;
}

export interface Period {
  readonly status: string;
  readonly from: string;
}

/** A service under a certificate, or the identifier of a key alone; the present period first. */
export function service(identity: Uint8Array | string, type: string, ...periods: readonly Period[]): string {
  const id =
    typeof identity === 'string' ? `<DigitalId><X509SKI>${identity}</X509SKI></DigitalId>` : digitalId(identity);
  const [first = '', ...earlier] = periods.map(
    ({ status, from }) =>
      `<ServiceTypeIdentifier>${type}</ServiceTypeIdentifier><ServiceName><Name xml:lang="en">Service</Name></ServiceName>` +
      `<ServiceDigitalIdentity>${id}</ServiceDigitalIdentity><ServiceStatus>${STATUS}${status}</ServiceStatus>` +
      `<StatusStartingTime>${from}</StatusStartingTime>`,
  );
  const history = earlier.map((one) => `<ServiceHistoryInstance>${one}</ServiceHistoryInstance>`).join('');
  return `<TSPService><ServiceInformation>${first}</ServiceInformation><ServiceHistory>${history}</ServiceHistory></TSPService>`;
}

/** The list of the lists: itself, and one country. */
export function listOfLists(
  parts: Partial<ListParts> & Pick<ListParts, 'signer'>,
  union: readonly TestSigner[],
  country: readonly TestSigner[],
  location = 'https://lists.test/XA.xml',
): Uint8Array {
  const pointers =
    pointer(LIST_OF_LISTS, 'EU', 'https://lists.test/lotl.xml', ...union) +
    pointer(NATIONAL_LIST, 'XA', location, ...country);
  return list({ type: LIST_OF_LISTS, territory: 'EU', pointers, ...parts });
}
