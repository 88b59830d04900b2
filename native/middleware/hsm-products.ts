import type { MiddlewareProduct } from './product.ts';

const hsm = (
  id: string,
  name: string,
  sources: MiddlewareProduct['sources'],
  paths: MiddlewareProduct['paths'],
): MiddlewareProduct => ({ id, name, kind: 'hsm', sources, paths });

/** A token in software, for development: found like a card's middleware. */
export const SOFTHSM: MiddlewareProduct = {
  id: 'softhsm2',
  name: 'SoftHSM2',
  kind: 'software',
  sources: ['K', 'R'],
  paths: {
    linux: [
      '/usr/lib/softhsm/libsofthsm2.so',
      '/usr/lib/{multiarch}/softhsm/libsofthsm2.so',
      '/usr/lib64/pkcs11/libsofthsm2.so',
      '/usr/local/lib/softhsm/libsofthsm2.so',
    ],
    darwin: ['/opt/homebrew/lib/softhsm/libsofthsm2.so', '/usr/local/lib/softhsm/libsofthsm2.so'],
    win32: ['C:\\SoftHSM2\\lib\\softhsm2-x64.dll'],
  },
};

/** Clients of hardware security modules. They reach over a network: named where found, tried only where configured. */
export const HSM_PRODUCTS: readonly MiddlewareProduct[] = [
  hsm('luna', 'Thales Luna', ['K', 'U'], {
    linux: ['/usr/safenet/lunaclient/lib/libCryptoki2_64.so', '/usr/lunasa/lib/libCryptoki2_64.so'],
    win32: ['{programFiles}\\SafeNet\\LunaClient\\cryptoki.dll', '{programFiles}\\LunaPCI\\cryptoki.dll'],
  }),
  hsm('protectserver', 'SafeNet ProtectServer', ['K'], {
    linux: ['/opt/ETcpsdk/lib/linux-x86_64/libcryptoki.so', '/opt/ETcpsdk/lib/linux-x86_64/libctsw.so'],
  }),
  hsm('cryptoserver', 'Utimaco CryptoServer', ['K'], {
    linux: [
      '/opt/utimaco/p11/libcs2_pkcs11.so',
      '/opt/utimaco/p11/libcs_pkcs11_R2.so',
      '/etc/utimaco/libcs_pkcs11_R2.so',
    ],
    win32: ['{programFiles}\\Utimaco\\SafeGuard CryptoServer\\Lib\\cs2_pkcs11.dll'],
  }),
  hsm('nshield', 'Entrust nShield', ['K', 'J'], {
    linux: ['/opt/nfast/toolkits/pkcs11/libcknfast.so'],
    win32: ['{system32}\\cknfast.dll'],
  }),
  hsm('cloudhsm', 'AWS CloudHSM', ['K', 'U'], { linux: ['/opt/cloudhsm/lib/libcloudhsm_pkcs11.so'] }),
  hsm('google-kms', 'Google Cloud KMS', ['K'], { linux: ['/opt/gcp/libkmsp11-*/libkmsp11.so'] }),
  hsm('yubihsm', 'YubiHSM 2', ['K'], { linux: ['/usr/lib/{multiarch}/pkcs11/yubihsm_pkcs11.so'] }),
  hsm('primus', 'Securosys Primus', ['K'], {
    linux: ['/usr/local/primus/lib/libprimusP11.so', '/opt/primus/lib/libprimusP11.so'],
  }),
  hsm('trident', 'Trident', ['K'], { linux: ['/usr/lib64/libmpcm-pkcs11.so'] }),
  hsm('bull', 'Bull', ['K'], { linux: ['/usr/lib64/libnethsm64.so', '/usr/lib64/libgpkcs11cc2000.so'] }),
  hsm('arx', 'ARX', ['K'], { win32: ['{system32}\\sadaptor.dll'] }),
];

export const DEBUG_PRODUCTS: readonly MiddlewareProduct[] = [
  {
    id: 'pkcs11-spy',
    name: 'OpenSC PKCS#11 spy',
    kind: 'debug',
    sources: ['K'],
    paths: { linux: ['/usr/lib/{multiarch}/pkcs11-spy.so', '/usr/lib/{multiarch}/pkcs11/pkcs11-spy.so'] },
  },
];
