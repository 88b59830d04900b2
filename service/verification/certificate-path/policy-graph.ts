import type { Certificate } from '../../codecs/x509/certificate.ts';
import { OID_ANY_POLICY } from '../../codecs/x509/object-identifiers.ts';

/**
 * Certificate policies of RFC 5280 6.1, with the user's initial policy set being any-policy and all initial flags off.
 * Only one question is asked at the end, whether a valid policy is left, so one level of the graph is kept, each
 * policy once (RFC 9618): the tree of RFC 5280 can be made exponentially large by an attacker.
 */
export class PolicyGraph {
  readonly #pathLength: number;
  /** valid_policy to its expected policies; null once the graph is empty for good. */
  #level: Map<string, ReadonlySet<string>> | null = new Map([[OID_ANY_POLICY, new Set([OID_ANY_POLICY])]]);
  #explicitPolicy: number;
  #inhibitAnyPolicy: number;
  #policyMapping: number;

  /** `pathLength`: how many certificates follow the anchor. */
  constructor(pathLength: number) {
    this.#pathLength = pathLength;
    this.#explicitPolicy = pathLength + 1;
    this.#inhibitAnyPolicy = pathLength + 1;
    this.#policyMapping = pathLength + 1;
  }

  /** What an anchor's certificate says of policies holds for all below it (RFC 5937 clause 3.2). Throws Asn1Error. */
  begin(anchor: Certificate): void {
    if (anchor.certificatePolicies !== null) this.#advance(anchor, false);
    this.#constrain(anchor);
  }

  /** Takes certificate `index` (1 is below the anchor) into account; false when the path has no valid policy left. */
  process(certificate: Certificate, index: number): boolean {
    const isLast = index === this.#pathLength;
    this.#advance(certificate, isLast);
    if (this.#explicitPolicy === 0 && this.#isEmpty()) return false;
    if (isLast) return this.#wrapUp(certificate);
    return this.#prepareNext(certificate);
  }

  #isEmpty(): boolean {
    return this.#level === null || this.#level.size === 0;
  }

  /** 6.1.3 (d), (e). */
  #advance(certificate: Certificate, isLast: boolean): void {
    const policies = certificate.certificatePolicies;
    if (policies === null || this.#level === null) {
      this.#level = null;
      return;
    }
    const takesAny = this.#inhibitAnyPolicy > 0 || (!isLast && certificate.isSelfIssued);
    this.#level = nextLevel(this.#level, policies, takesAny);
  }

  /** 6.1.4 (a), (b), (h), (i), (j). */
  #prepareNext(certificate: Certificate): boolean {
    if (!this.#applyMappings(certificate)) return false;
    if (!certificate.isSelfIssued) {
      this.#explicitPolicy = Math.max(0, this.#explicitPolicy - 1);
      this.#policyMapping = Math.max(0, this.#policyMapping - 1);
      this.#inhibitAnyPolicy = Math.max(0, this.#inhibitAnyPolicy - 1);
    }
    this.#constrain(certificate);
    return true;
  }

  #constrain({ policyConstraints, inhibitAnyPolicy }: Certificate): void {
    this.#explicitPolicy = Math.min(this.#explicitPolicy, policyConstraints?.requireExplicitPolicy ?? Infinity);
    this.#policyMapping = Math.min(this.#policyMapping, policyConstraints?.inhibitPolicyMapping ?? Infinity);
    this.#inhibitAnyPolicy = Math.min(this.#inhibitAnyPolicy, inhibitAnyPolicy ?? Infinity);
  }

  #applyMappings(certificate: Certificate): boolean {
    const mapped = new Map<string, Set<string>>();
    for (const { issuerDomainPolicy, subjectDomainPolicy } of certificate.policyMappings ?? []) {
      if ([issuerDomainPolicy, subjectDomainPolicy].includes(OID_ANY_POLICY)) return false;
      const subjects = mapped.get(issuerDomainPolicy) ?? new Set();
      mapped.set(issuerDomainPolicy, subjects.add(subjectDomainPolicy));
    }
    for (const [policy, subjects] of mapped) {
      if (this.#policyMapping === 0) this.#level?.delete(policy);
      else if (this.#level?.has(policy) === true || this.#level?.has(OID_ANY_POLICY) === true) {
        this.#level.set(policy, subjects);
      }
    }
    return true;
  }

  /** 6.1.5 (a), (b), (g). */
  #wrapUp(certificate: Certificate): boolean {
    const requiresExplicit = certificate.policyConstraints?.requireExplicitPolicy === 0;
    const explicitPolicy = requiresExplicit ? 0 : Math.max(0, this.#explicitPolicy - 1);
    return explicitPolicy > 0 || !this.#isEmpty();
  }
}

/** 6.1.3 (d): what is named and expected or covered by any-policy, and all that is expected if any-policy is named. */
function nextLevel(
  previous: ReadonlyMap<string, ReadonlySet<string>>,
  policies: readonly string[],
  takesAny: boolean,
): Map<string, ReadonlySet<string>> {
  const expected = new Set([...previous.values()].flatMap((values) => [...values]));
  const named = policies.filter((policy) => policy !== OID_ANY_POLICY);
  const next = new Map<string, ReadonlySet<string>>();
  for (const policy of named) {
    if (expected.has(policy) || previous.has(OID_ANY_POLICY)) next.set(policy, new Set([policy]));
  }
  if (!takesAny || !policies.includes(OID_ANY_POLICY)) return next;
  for (const policy of expected) if (!next.has(policy)) next.set(policy, new Set([policy]));
  return next;
}
