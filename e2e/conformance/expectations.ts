import type {
  ContainerSignature,
  SignatureFormat,
  SignatureProfile,
} from '../../service/contract/vocabulary/signature-formats.ts';

/** What DSS has to call a signature of a profile: those in containers are CAdES unless said otherwise. */
export function dssLevel(
  format: SignatureFormat,
  profile: SignatureProfile,
  inContainer: ContainerSignature = 'CAdES',
): string {
  return `${format.startsWith('ASiC') ? inContainer : format}-BASELINE-${profile}`;
}
