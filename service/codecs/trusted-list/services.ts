import { eachChildNamed } from '../xmldsig/find-elements.ts';
import type { XmlElement } from '../xmldsig/xml-document.ts';
import { XmlError } from '../xmldsig/xml-error.ts';
import { atMost, certificatesIn, child, inEnglish, instant, need, octetsIn, TSL, textOf } from './tsl-elements.ts';

/** A trust service of a list (TS 119 612 clause 5.5). */
export interface ServiceEntry {
  /** Name of the provider (5.4.1). */
  readonly provider: string;
  /** DER of X509Certificate: all of one key (5.5.3). */
  readonly certificates: readonly Uint8Array[];
  /** X509SKI: the key's identifier, for services that no certificate is known of. */
  readonly keyIdentifiers: readonly Uint8Array[];
  /** What the service is, and was before (5.5.4, 5.6); the present first. */
  readonly periods: readonly ServicePeriod[];
}

/** What a service was from a time on, until the period before it in the list begins. */
export interface ServicePeriod {
  /** URI (5.5.1). */
  readonly type: string;
  readonly name: string;
  /** URI (5.5.4). */
  readonly status: string;
  readonly from: Date;
}

const MAX_SERVICES = 20_000;
const MAX_PERIODS = 200;

/** All services of all providers, in the order of the list. Qualifiers are not read. Throws XmlError. */
export function readServices(providers: XmlElement | null): ServiceEntry[] {
  if (providers === null) return [];
  const found: ServiceEntry[] = [];
  for (const provider of atMost(MAX_SERVICES, providers, 'TrustServiceProvider', 'the list has too many providers')) {
    const name = inEnglish(need(need(provider, 'TSPInformation'), 'TSPName'));
    for (const service of eachChildNamed(need(provider, 'TSPServices'), TSL, 'TSPService')) {
      found.push(readService(name, service));
      if (found.length > MAX_SERVICES) throw new XmlError('XML_LIMIT_EXCEEDED', 'the list has too many services');
    }
  }
  return found;
}

function readService(provider: string, service: XmlElement): ServiceEntry {
  const information = need(service, 'ServiceInformation');
  const identity = need(information, 'ServiceDigitalIdentity');
  const history = child(service, 'ServiceHistory');
  const earlier =
    history === null ? [] : atMost(MAX_PERIODS, history, 'ServiceHistoryInstance', 'a service has too long a history');
  const periods = [information, ...earlier].map(readPeriod);
  return {
    provider,
    certificates: certificatesIn(identity),
    keyIdentifiers: octetsIn(identity, 'X509SKI'),
    periods: periods.toSorted((left, right) => right.from.getTime() - left.from.getTime()),
  };
}

function readPeriod(element: XmlElement): ServicePeriod {
  return {
    type: textOf(need(element, 'ServiceTypeIdentifier')),
    name: inEnglish(need(element, 'ServiceName')),
    status: textOf(need(element, 'ServiceStatus')),
    from: instant(need(element, 'StatusStartingTime')),
  };
}
