import type { ApprovalRule } from '../../../service/contract/vocabulary/approval-rules.ts';
import type { Permission } from '../../../service/contract/vocabulary/permissions.ts';

interface PermissionText {
  readonly name: string;
  /** What a program with this permission can do, in one sentence. */
  readonly hint: string;
}

const permissions: Readonly<Record<Permission, PermissionText>> = {
  SignaturesCreate: { name: 'Sign documents', hint: 'Give documents in for signing.' },
  SignaturesRead: { name: 'Read signatures', hint: 'Follow requests and jobs, and fetch and check the signed files.' },
  SignaturesCancel: { name: 'Cancel signing', hint: 'Cancel requests that are not being signed yet.' },
  SignaturesApprove: {
    name: 'Approve signing',
    hint: 'Look at what other keys gave in, and approve or refuse it on the page Review.',
  },
  CertificatesRead: { name: 'Read certificates', hint: 'See the certificates it can sign with; public data only.' },
  ProvidersRead: { name: 'Read providers', hint: 'See which cards, tokens and key stores are set up and work.' },
  AuditRead: { name: 'Read the audit', hint: 'See what happened, who did it and when, and the station’s metrics.' },
  Verify: { name: 'Check signatures', hint: 'Have signed files from anywhere checked; they are not stored.' },
  Administer: { name: 'Administer', hint: 'Make and revoke API keys. The other permissions are not included.' },
};

/** The texts of the part of Settings that manages API keys. */
export const apiKeyTexts = {
  title: 'API keys',
  lead: 'Each program gets a key of its own, so that one can be revoked without disturbing the others.',
  none: 'No keys yet: programs on this computer need none while keys are not enforced.',
  list: 'Keys',
  make: 'Make a key',
  newTitle: 'New API key',
  name: 'Name',
  namePlaceholder: 'For example: Accounting',
  nameInvalid: 'Give the key a name of 1 to 100 characters.',
  allowed: 'What the key may do',
  approval: 'Before its documents are signed',
  approvalAsStation: 'As the station is set up (Approvals:Rule)',
  approvalRules: {
    Never: 'Nobody is asked',
    Always: 'A person approves each document',
    OncePerBatch: 'A person approves each batch once',
    Limited: 'A person approves, and may let it go on for 100 documents or 15 minutes',
  } satisfies Record<ApprovalRule, string>,
  permissionsInvalid: 'Choose at least one permission.',
  making: 'Making the key',
  abandon: 'Discard',
  permissions,
  prefix: 'Prefix',
  tenant: 'Tenant',
  created: 'Created',
  lastUsed: 'Last used',
  revoked: 'Revoked',
  inForce: 'In force',
  ownKey: 'Used by this window',
  secretTitle: (name: string): string => `Copy the key “${name}” now`,
  secretWarning:
    'This is the only time it is shown. The station keeps no copy: if it is lost, revoke it and make another one.',
  secret: 'The key',
  copy: 'Copy key',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here. The key is selected: copy it with the keyboard.',
  stored: 'I have stored it',
  revoke: 'Revoke',
  revokeKey: (name: string): string => `Revoke ${name}`,
  revokeTitle: (name: string): string => `Revoke “${name}”?`,
  revokeWarning: 'Programs that use this key are refused from then on. This cannot be undone.',
  revokeOwn: 'This window uses this key. You will need another one to go on here.',
  keep: 'Keep the key',
  confirm: 'Revoke the key',
  revokedDone: (name: string): string => `${name}: revoked`,
  faults: {
    AUTHENTICATION_REQUIRED: {
      title: 'Managing API keys needs an API key',
      advice:
        'Enter a key in force with the permission Administer above, under Access. ' +
        'The first one is made at the command line of the station: api-key create --name Me --permissions Administer',
    },
    PERMISSION_DENIED: {
      title: 'Your API key may not manage API keys',
      advice: 'That needs a key with the permission Administer. Enter one above, under Access.',
    },
    SIGNATURE_REQUEST_INVALID: {
      title: 'The station did not accept this',
      advice: 'A key needs a name of 1 to 100 characters and at least one permission.',
    },
    ROUTE_NOT_FOUND: {
      title: 'This key is not in force any more',
      advice: 'Someone else may have revoked it. Refresh the list.',
    },
  },
} as const;
