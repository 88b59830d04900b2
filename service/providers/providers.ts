import type { CertificateDescriptor, ProviderHealth, ProviderItem } from '../contract/http/providers.ts';
import type { ProviderType } from '../contract/vocabulary/provider-types.ts';

/** Signature algorithms of RFC 8017 (RSA), FIPS 186-5 / RFC 5753 (ECDSA) and RFC 8032 (EdDSA). */
export const SIGNATURE_SCHEMES = ['RSASSA-PKCS1-v1_5', 'RSASSA-PSS', 'ECDSA', 'EdDSA'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];
export const HASH_ALGORITHMS = ['SHA-256', 'SHA-384', 'SHA-512'] as const;
export type HashAlgorithm = (typeof HASH_ALGORITHMS)[number];

/** PSS always has MGF1 with the same hash and a salt as long as the hash. */
export interface SignatureAlgorithm {
  readonly scheme: SignatureScheme;
  readonly hash: HashAlgorithm;
}

/** What providers there are, how they are, and which certificates they show. No login is ever made just to look. */
export interface ProviderDirectory {
  listProviders(): Promise<readonly ProviderItem[]>;
  providerHealth(providerId: string): Promise<ProviderHealth | undefined>;
  listCertificates(): Promise<readonly CertificateDescriptor[]>;
  /**
   * Whether a provider may be used and seen by a tenant (its setting `Tenants`); for null: by every tenant. False for
   * unknown providers, so that the one answer is as good as the other.
   */
  serves(providerId: string, tenantId: string | null): boolean;
  /**
   * Whether a process of this station is being started that may show certificates of such a provider, or was when they
   * were last listed, or did not answer then, or a station that showed this certificate (null: any) went away a moment
   * ago: what is not shown is not absent.
   */
  isUnsure(type: ProviderType, tenantId: string, thumbprint: string | null): boolean;
  /**
   * Whether a provider of this station was seen to show the certificate, as far as this process remembers, and was not
   * found without it since; hex in upper case, by SHA-1 or SHA-256.
   */
  hasShown(providerId: string, thumbprint: string): boolean;
  /**
   * For a request that names no certificate: the thumbprint that it means, where other stations could take it as well;
   * null where only this one signs, which then decides by what its tokens show. Throws SIGNING_PROVIDER_UNAVAILABLE or
   * SIGNING_PROVIDER_UNSUPPORTED when there is not exactly one, and SERVICE_UNAVAILABLE where nobody knows yet.
   */
  onlyCertificate(type: ProviderType, tenantId: string): Promise<string | null>;
}

export interface KeySelection {
  /** Only providers that serve this tenant are asked. */
  readonly tenantId: string;
  readonly providerType: ProviderType;
  /** Hex, upper case, SHA-1 or SHA-256; null: the only signing certificate of the only provider of that type. */
  readonly certificateThumbprint: string | null;
}

/** A key on a device, as far as anyone outside the token-host may know it. */
export interface SigningKey {
  readonly providerId: string;
  readonly providerType: ProviderType;
  /** Opaque handle for `sign`, stable while the token stays in. */
  readonly keyId: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** DER certificates of issuers, nearest first, as far as token, PFX and configuration have them. */
  readonly chain: readonly Uint8Array[];
  /** What the device can make with this key, the preferred first. */
  readonly algorithms: readonly SignatureAlgorithm[];
}

export interface SignOperation {
  /** The request that the signature is for. Providers whose PIN a person enters sign for no other than approved ones. */
  readonly requestId?: string;
  readonly providerId: string;
  readonly keyId: string;
  readonly algorithm: SignatureAlgorithm;
  /** The signed attributes or canonical SignedInfo, never a document (at most 64 KiB); for keys that hash themselves. */
  readonly dataToBeSigned: Uint8Array;
  /** Its digest by `algorithm.hash`; what the device signs wherever its mechanism takes a digest. */
  readonly digest: Uint8Array;
}

/**
 * Signs on the device. Errors are StationErrors: SIGNING_PROVIDER_UNAVAILABLE (transient: token absent, host restarting),
 * SIGNING_PROVIDER_UNSUPPORTED (ambiguous or impossible selection), SIGNING_CERTIFICATE_NOT_FOUND,
 * SIGNING_CERTIFICATE_EXPIRED, SIGNING_OPERATION_FAILED (permanent: wrong or locked PIN, device refusal).
 */
export interface SigningDevice {
  selectKey(selection: KeySelection): Promise<SigningKey>;
  /** RSA: the modulus-long value; ECDSA: r || s, each as long as the order; EdDSA: 64 or 114 bytes. */
  sign(operation: SignOperation): Promise<Uint8Array>;
}
