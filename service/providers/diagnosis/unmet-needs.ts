import type { DiagnosedModule, Finding, ModuleNeed } from '../../contract/http/diagnosis.ts';
import { finding } from './facts.ts';

/** What a module that does not start lacks outside of itself, and who can put it there. */
export function unmetNeed(
  { path }: DiagnosedModule,
  { kind, name }: ModuleNeed,
  severity: Finding['severity'],
): Finding {
  switch (kind) {
    case 'daemon':
      return finding(
        'MODULE_DAEMON_NOT_RUNNING',
        severity,
        `The module ${path} needs the daemon ${name}, which does not run.`,
        `Start it as administrator, for instance with systemctl enable --now ${name}, then try again.`,
      );
    case 'device':
      return finding(
        'MODULE_INITIALIZE_FAILED',
        severity,
        `The module ${path} finds no TPM: the device ${name} is missing.`,
        'Switch the TPM on in the settings of the computer (BIOS or UEFI), or name another one by the variable TPM2_PKCS11_TCTI where the station is started.',
      );
    case 'group':
      return finding(
        'MODULE_GROUP_MISSING',
        severity,
        `Only members of the group ${name} may use the module ${path}, and the user that the station runs as is none.`,
        `Add that user to it (usermod -aG ${name} USER), log out and in, and start the station again.`,
      );
    case 'settings':
      return finding(
        'MODULE_SETTINGS_MISSING',
        severity,
        `The module ${path} finds no usable settings: ${name} is missing, unreadable, names no folder for tokens or has a line that it does not understand.`,
        'Make or mend that file, or set the variable that names it (SOFTHSM2_CONF) where the station is started.',
      );
    case 'store':
      return finding(
        'MODULE_STORE_MISSING',
        severity,
        `The folder ${name}, in which the module ${path} keeps its tokens, is missing or may not be read.`,
        'Correct the setting or variable that names it, or give the user that the station runs as the right to read it.',
      );
  }
}
