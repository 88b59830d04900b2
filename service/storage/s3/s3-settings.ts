/** Where a bucket is and how it is asked; credentials are named, never held. */
export interface S3Settings {
  /** Base address of a store that is not AWS; null for AWS. */
  readonly endpoint: string | null;
  readonly bucket: string;
  readonly region: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`, as most stores of one's own need it. */
  readonly forcePathStyle: boolean;
  readonly accessKeyIdSecretName: string;
  readonly secretAccessKeySecretName: string;
  /** Of temporary credentials; there need not be such a secret. */
  readonly sessionTokenSecretName: string;
  /** PEM file of the authorities that vouch for the endpoint instead of the well-known ones. */
  readonly certificateAuthorities: string | null;
  /** Folder of this machine for files on their way to and from the bucket. */
  readonly stagingDirectory: string;
}
