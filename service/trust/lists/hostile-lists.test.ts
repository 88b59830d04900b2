import { expect, it } from 'vitest';
import { CA_QC, list, operator, pointer, service } from './signed-list.suite.ts';
import { openList } from './open-list.ts';

/** Lists that are large where nobody needs them to be; whoever serves one pays for the signature over it himself. */

const signer = operator('Operator');
const period = { status: 'granted', from: '2020-01-01T00:00:00Z' };
const one = service('AAAA', CA_QC, period);
const TOO_MUCH = 'Checking it takes more work than one list may cost.';

function large(services: string, change: (xml: string) => string = (xml) => xml): () => unknown {
  const small = Buffer.from(list({ signer, services: '<Here/>' })).toString();
  return () => openList(Buffer.from(change(small.replace('<Here/>', () => services))));
}

const inside = (name: string, unit: string, count: number) => (xml: string) =>
  xml.replace(`<${name}>`, () => `<${name}>${unit.repeat(count)}`);
const within = (name: string, unit: string, count: number): string => inside(name, unit, count)(one);

it.each<[string, () => unknown, string]>([
  ['parts of an identity', large(within('ServiceDigitalIdentity', '<a/>', 10_001)), 'an identity has too many parts'],
  [
    'keys of one service',
    large(within('DigitalId', '<X509SKI>AA==</X509SKI>', 10_001)),
    'an identity has too many parts',
  ],
  ['names of a service', large(within('ServiceName', '<Name/>', 1_001)), 'something is named in too many languages'],
  ['names of a provider', large('', inside('TSPName', '<Name/>', 1_001)), 'something is named in too many languages'],
  ['periods', large(within('ServiceHistory', '<ServiceHistoryInstance/>', 201)), 'a service has too long a history'],
  ['services', large(one.repeat(20_001)), 'the list has too many services'],
  [
    'providers',
    large('', inside('TrustServiceProviderList', '<TrustServiceProvider/>', 20_001)),
    'the list has too many providers',
  ],
  [
    'addresses',
    large('', inside('SchemeInformationURI', '<URI>http://a/b.xml</URI>', 1_001)),
    'the list names too many addresses',
  ],
  ['pointers', large('', inside('PointersToOtherTSL', '<OtherTSLPointer/>', 201)), 'the list points to too many lists'],
  [
    'facts about a pointer',
    large(
      '',
      inside(
        'PointersToOtherTSL',
        inside('AdditionalInformation', '<OtherInformation/>', 1_001)(pointer('t', 'XA', 'l', signer)),
        1,
      ),
    ),
    'a pointer says too much about its list',
  ],
])('a list with too many %s is refused in words', (_what, open, reason) => {
  expect(open).toThrow(`It is no trusted list: ${reason}`);
});

it.each<[string, () => unknown]>([
  ['elements that nobody asks for', large('', inside('SchemeInformation', '<a/>', 2_500_000))],
  ['elements of a service', large(within('ServiceInformation', '<a/>', 2_500_000))],
  ['comments', large(within('ServiceInformation', '<!---->', 2_500_000))],
])('a list of millions of %s is given up before anything of it is read', (_what, open) => {
  expect(open).toThrow(TOO_MUCH);
});

it('a text is read as far as anybody shows it, whatever stands behind', () => {
  const spaces = large('', (xml) => xml.replace('>XA<', `>XA${' '.repeat(1_000_000)}<`));
  expect(spaces).toThrow('Its signature does not hold (SIG_DIGEST_MISMATCH).');
  const key = large(service('A'.repeat(200_000), CA_QC, period));
  expect(key).toThrow('an element X509SKI does not hold base64');
});

it('a large list that is one is taken', () => {
  const services = Array.from({ length: 3_000 }, () => service(signer.certificate, CA_QC, period)).join('');
  expect(openList(list({ signer, services })).services).toHaveLength(3_000);
});
