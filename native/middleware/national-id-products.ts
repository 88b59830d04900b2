import type { MiddlewareProduct } from './product.ts';

const product = (
  id: string,
  name: string,
  sources: MiddlewareProduct['sources'],
  paths: MiddlewareProduct['paths'],
): MiddlewareProduct => ({ id, name, kind: 'national-id', sources, paths });

/** Middleware of national identity cards. Luxembourg's is Gemalto Classic Client, Estonia's on Linux is OpenSC. */
export const NATIONAL_ID_PRODUCTS: readonly MiddlewareProduct[] = [
  product('slovak-eid', 'Slovak eID klient', ['A'], {
    linux: ['/usr/lib/eID_klient/libpkcs11_x64.so', '/usr/lib/eac_mw_klient/libpkcs11_x64.so'],
    darwin: ['/Applications/eID_klient.app/Contents/Frameworks/libPkcs11.dylib'],
    win32: ['{programFiles}\\eID_klient\\pkcs11_x64.dll', '{programFilesX86}\\eID_klient\\pkcs11_x64.dll'],
  }),
  product('czech-eop', 'Czech eObčanka', ['A', 'W', 'F'], {
    linux: [
      '/usr/lib/{multiarch}/libeopproxyp11.so',
      '/usr/lib/{multiarch}/libeopproxy11.so',
      '/usr/lib/{multiarch}/libeop2v1czep11.so',
    ],
    darwin: ['/usr/local/lib/eOPCZE/libeopproxyp11.dylib'],
    win32: ['{system32}\\eopproxyp11.dll', '{system32}\\eop2v1czep11.dll'],
  }),
  product('ica-securestore', 'I.CA SecureStore', ['A'], {
    linux: ['/usr/lib/pkcs11/libICASecureStorePkcs11.so'],
    darwin: ['/usr/local/lib/pkcs11/libICASecureStorePkcs11.dylib'],
    win32: ['{system32}\\SecureStorePkcs11.dll'],
  }),
  product('proid', 'MONET+ ProID+Q', ['A'], {
    linux: ['/usr/lib/{multiarch}/libproidqcm11.so'],
    darwin: ['/usr/local/lib/ProIDPlus/libproidqcm11.dylib'],
    win32: ['{system32}\\proidqcm11.dll'],
  }),
  product('belgian-eid', 'Belgian eID', ['W', 'F', 'T'], {
    linux: ['/usr/lib/{multiarch}/libbeidpkcs11.so.0', '/usr/lib/libbeidpkcs11.so'],
    darwin: [
      '/Library/Belgium Identity Card/Pkcs11/beid-pkcs11.bundle/Contents/MacOS/libbeidpkcs11.dylib',
      '/usr/local/lib/beid-pkcs11.bundle/Contents/MacOS/libbeidpkcs11.dylib',
    ],
    win32: ['{system32}\\beidpkcs11.dll'],
  }),
  product('croatian-akd', 'Croatian AKD Certilia', ['W'], {
    linux: [
      '/usr/lib/akd/certiliamiddleware/pkcs11/libEidPkcs11.so',
      '/usr/lib/akd/eidmiddleware/pkcs11/libEidPkcs11.so',
    ],
    darwin: ['/usr/local/lib/pkcs11/libEidPkcs11.dylib'],
    win32: [
      '{programFiles}\\AKD\\Certilia Middleware\\pkcs11\\AkdEidPkcs11_64.dll',
      '{programFiles}\\AKD\\eID Middleware\\pkcs11\\AkdEidPkcs11_64.dll',
    ],
  }),
  product('lithuanian-mcard', 'Lithuanian mCard', ['W', 'D', 'T'], {
    linux: ['/usr/lib/mcard-pkcs11.so'],
    darwin: ['/Library/mCard/lib/mcard-pkcs11.so'],
    win32: ['{programFiles}\\Softemia\\mcard\\mcard-pkcs11.dll'],
  }),
  product('lithuanian-pwpw', 'Lithuanian PWPW card', ['W', 'D', 'T'], {
    linux: ['/usr/lib64/pwpw-card-pkcs11.so'],
    darwin: ['/Library/PWPW-Card/pwpw-card-pkcs11.so'],
    win32: ['{programFilesX86}\\PWPW\\pwpw-card-pkcs11.dll'],
  }),
  product('cryptotech', 'CryptoTech CryptoCard', ['W', 'D', 'T'], {
    linux: ['/usr/lib/ccs/libccpkip11.so'],
    win32: ['{programFilesX86}\\CryptoTech\\CryptoCard\\CCPkiP11.dll'],
  }),
  product('latvian-eid', 'Latvian eID', ['D', 'T'], {
    linux: ['/opt/latvia-eid/lib/eidlv-pkcs11.so'],
    darwin: ['/Library/latvia-eid/lib/eidlv-pkcs11.bundle/Contents/MacOS/eidlv-pkcs11'],
  }),
  product('estonian-eid', 'Estonian eID', ['D', 'F'], {
    darwin: ['/Library/EstonianIDCard/lib/esteid-pkcs11-onepin.so'],
    win32: ['{system32}\\onepin-opensc-pkcs11.dll'],
  }),
  product('finnish-atostek', 'Finnish Atostek ID', ['D', 'T'], {
    linux: ['/usr/lib/Atostek-ID-PKCS11.so'],
    darwin: ['/Library/Atostek ID/Atostek-ID-PKCS11.dylib'],
  }),
  product('mpollux', 'mPollux DigiSign', ['D', 'T'], {
    linux: ['/usr/lib64/libcryptoki.so'],
    darwin: ['/Library/mPolluxDigiSign/libcryptoki.dylib'],
  }),
  product('spanish-dnie', 'Spanish DNIe, FNMT', ['C', 'R'], {
    linux: ['/usr/lib/libpkcs11-dnie.so', '/usr/lib64/libpkcs11-dnie.so', '/opt/FNMTpkcs11dnie/lib/libpkcs11-dnie.so'],
    darwin: ['/Library/Libpkcs11-dnie/lib/libpkcs11-dnie.so', '/Library/Libpkcs11-dnie/lib/libopensc-dnie.dylib'],
    win32: [
      '{system32}\\DNIe_P11_x64.dll',
      '{system32}\\DNIe_P11.dll',
      '{system32}\\DNIe_P11_priv.dll',
      '{system32}\\UsrPkcs11.dll',
      '{system32}\\FNMT_P11_x64.dll',
      '{system32}\\FNMT_P11.dll',
      '{system32}\\TIF_P11.dll',
    ],
  }),
  product('portuguese-cc', 'Portuguese Cartão de Cidadão', ['R'], {
    linux: ['/usr/local/lib/libpteidpkcs11.so'],
    darwin: ['/usr/local/lib/libpteidpkcs11.dylib'],
    win32: ['{system32}\\pteidpkcs11.dll'],
  }),
  product('akis', 'Turkish AKIS', ['T', 'F'], {
    linux: ['/usr/lib/libpkcs11wrapper.so'],
    darwin: ['/usr/local/lib/libakisp11.dylib'],
    win32: ['{system32}\\akisp11.dll'],
  }),
  product('ivorian-mcard', 'Ivorian MCARD', ['F'], { win32: ['{programFiles}\\ONECI\\mcard\\mcard-pkcs11.dll'] }),
];
