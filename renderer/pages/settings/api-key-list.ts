import { PERMISSIONS, type Permission } from '../../../service/contract/vocabulary/permissions.ts';
import type { ApiKeyView } from '../../../service/contract/http/api-keys.ts';
import { explainError, type Explanation } from '../../messages/explanation.ts';
import { laterText } from '../../messages/messages.ts';

/** What a program needs that gives documents in and fetches the results. */
export const USUAL_PERMISSIONS: readonly Permission[] = ['SignaturesCreate', 'SignaturesRead'];

type OwnFault = keyof typeof laterText.apiKeys.faults;

function hasOwnText(code: string): code is OwnFault {
  return Object.hasOwn(laterText.apiKeys.faults, code);
}

/** The same fault in words about API keys, where the general words speak of documents or of no permission by name. */
export function explainKeyFault(fault: Explanation): Explanation {
  const { faults } = laterText.apiKeys;
  return fault.code !== null && hasOwnText(fault.code) ? { ...fault, ...faults[fault.code] } : fault;
}

/** `explainError` for the calls on API keys. */
export function explainKeyError(error: unknown): Explanation {
  return explainKeyFault(explainError(error));
}

/** Whether the caller may not manage keys with the credentials it has. */
export function isRefusal(fault: Explanation): boolean {
  return fault.code === 'AUTHENTICATION_REQUIRED' || fault.code === 'PERMISSION_DENIED';
}

/** Newest first. Revoked keys keep their place, so that nothing jumps away under the cursor. */
export function newestFirst(keys: readonly ApiKeyView[]): readonly ApiKeyView[] {
  return keys.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Whether `apiKey` (`prefix.secret`, as typed in under Access) is the key with this prefix. */
export function isKeyOf(prefix: string, apiKey: string | null): boolean {
  return apiKey?.startsWith(`${prefix}.`) ?? false;
}

/** The permissions' names in the order of the contract; one that this page does not know keeps its wire name. */
export function permissionNames(wireNames: readonly string[]): readonly string[] {
  const { permissions } = laterText.apiKeys;
  const known = PERMISSIONS.filter((name) => wireNames.includes(name));
  const unknown = wireNames.filter((name) => !(PERMISSIONS as readonly string[]).includes(name));
  return [...known.map((name) => permissions[name].name), ...unknown];
}
