import type { ProviderType } from '../../service/contract/vocabulary/provider-types.ts';
import type { SettingKey } from './setting-key.ts';
import { SECRET, type SettingMeaning } from './setting-meaning.ts';

const LABEL = 'Label of the token. Without label, serial number and slot, any initialised token fits.';
const SERIAL = 'Serial number of the token; it tells cards of one label apart.';
const SLOT = 'Number of the slot. Labels and serial numbers are safer, since slot numbers change.';
const AMBIGUOUS = 'Take the lowest slot number where several tokens fit. Otherwise jobs wait until only one fits.';
const SESSIONS = 'How many signatures the device makes beside each other.';
const PROVIDER_ID = 'Id in requests and on pages. No two providers have the same.';
const SHOWN_NAME = 'Name that people read.';
const PIN_FROM =
  'Where the PIN comes from: a stored secret, which signs unattended, or a person, who enters it for the documents that wait.';
const TENANTS =
  'Tenants whose requests it signs. For others it is not there: neither its certificates nor its health, nor a permit.';
const MODULE = 'PKCS#11 library of the device.';

type ProviderKey = Extract<SettingKey, `Signing:${ProviderType}:${string}`>;

/** What the settings of a provider mean, by its section. */
export const PROVIDER_MEANINGS = {
  'Signing:Pfx:ProviderId': { meaning: PROVIDER_ID },
  'Signing:Pfx:Name': { meaning: SHOWN_NAME },
  'Signing:Pfx:Path': { meaning: 'The PFX (PKCS#12) file.' },
  'Signing:Pfx:PasswordSecretName': { meaning: SECRET },
  'Signing:Pfx:Tenants': { fallback: 'all', meaning: TENANTS },
  'Signing:Pkcs11:0:ProviderId': { meaning: PROVIDER_ID },
  'Signing:Pkcs11:0:Name': { meaning: SHOWN_NAME },
  'Signing:Pkcs11:0:ModulePath': { meaning: MODULE },
  'Signing:Pkcs11:0:PinFrom': { meaning: PIN_FROM },
  'Signing:Pkcs11:0:PinSecretName': { meaning: SECRET },
  'Signing:Pkcs11:0:MaxConcurrentSessions': { meaning: SESSIONS },
  'Signing:Pkcs11:0:TokenLabel': { meaning: LABEL },
  'Signing:Pkcs11:0:TokenSerial': { meaning: SERIAL },
  'Signing:Pkcs11:0:SlotId': { meaning: SLOT },
  'Signing:Pkcs11:0:PreferFirstSlotWhenAmbiguous': { meaning: AMBIGUOUS },
  'Signing:Pkcs11:0:Tenants': { fallback: 'all', meaning: TENANTS },
  'Signing:SmartCard:ProviderId': { meaning: PROVIDER_ID },
  'Signing:SmartCard:Name': { meaning: SHOWN_NAME },
  'Signing:SmartCard:ModulePath': { meaning: `${MODULE} Without it the provider is Unavailable or detected.` },
  'Signing:SmartCard:AutoDetect': {
    meaning: 'Without a module path: try the modules that this machine has. Production ignores it.',
  },
  'Signing:SmartCard:PinFrom': { meaning: PIN_FROM },
  'Signing:SmartCard:PinSecretName': { meaning: SECRET },
  'Signing:SmartCard:TokenLabel': { meaning: LABEL },
  'Signing:SmartCard:TokenSerial': { meaning: SERIAL },
  'Signing:SmartCard:SlotId': { meaning: SLOT },
  'Signing:SmartCard:PreferFirstSlotWhenAmbiguous': { meaning: AMBIGUOUS },
  'Signing:SmartCard:Tenants': { fallback: 'all', meaning: TENANTS },
  'Signing:Hsm:ProviderId': { meaning: PROVIDER_ID },
  'Signing:Hsm:Name': { meaning: SHOWN_NAME },
  'Signing:Hsm:ModulePath': { meaning: MODULE },
  'Signing:Hsm:PinSecretName': { meaning: SECRET },
  'Signing:Hsm:MaxConcurrentSessions': { meaning: SESSIONS },
  'Signing:Hsm:TokenLabel': { meaning: LABEL },
  'Signing:Hsm:TokenSerial': { meaning: SERIAL },
  'Signing:Hsm:SlotId': { meaning: SLOT },
  'Signing:Hsm:PreferFirstSlotWhenAmbiguous': { meaning: AMBIGUOUS },
  'Signing:Hsm:Tenants': { fallback: 'all', meaning: TENANTS },
} as const satisfies Record<ProviderKey, SettingMeaning>;
