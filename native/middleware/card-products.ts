import type { MiddlewareProduct } from './product.ts';

const product = (
  id: string,
  name: string,
  sources: MiddlewareProduct['sources'],
  paths: MiddlewareProduct['paths'],
): MiddlewareProduct => ({ id, name, kind: 'card', sources, paths });

/** Middleware of makers of cards and USB tokens. */
export const CARD_PRODUCTS: readonly MiddlewareProduct[] = [
  product('safenet', 'SafeNet Authentication Client (eToken 5100, 5110, 5300)', ['A', 'F', 'T', 'D', 'B', 'R'], {
    linux: [
      '/usr/lib/libeToken.so',
      '/usr/lib64/libeToken.so',
      '/usr/lib/libeTPkcs11.so',
      '/usr/lib64/libeTPkcs11.so',
      '/usr/local/lib/libeTPkcs11.so',
    ],
    darwin: [
      '/usr/local/lib/libeTPkcs11.dylib',
      '/Library/Frameworks/eToken.framework/Versions/Current/libeToken.dylib',
      '/Library/Frameworks/eToken.framework/Versions/A/libeToken.dylib',
    ],
    win32: ['{system32}\\eTPKCS11.dll', '{system32}\\eToken.dll'],
  }),
  product('idprime', 'Thales IDPrime (IDGo 800, SafeNet Authentication Client 10.8)', ['A', 'F', 'D', 'T', 'C', 'R'], {
    linux: [
      '/usr/lib/libIDPrimePKCS11.so',
      '/usr/lib64/libIDPrimePKCS11.so',
      '/usr/lib/{multiarch}/libIDPrimePKCS11.so',
      '/usr/lib/pkcs11/libIDPrimePKCS11.so',
    ],
    darwin: [
      '/usr/local/lib/libIDPrimePKCS11.dylib',
      '/usr/local/lib/libidprimepkcs11.0.dylib',
      '/usr/local/lib/pkcs11/libidprimepkcs11.dylib',
      '/Library/Frameworks/eToken.framework/Versions/Current/libIDPrimePKCS11.dylib',
    ],
    win32: [
      '{programFiles}\\SafeNet\\Authentication\\SAC\\x64\\IDPrimePKCS1164.dll',
      '{programFiles}\\Gemalto\\IDGo 800 PKCS#11\\IDPrimePKCS1164.dll',
      '{programFilesX86}\\Gemalto\\IDGo 800 PKCS#11\\IDPrimePKCS11.dll',
    ],
  }),
  product('gemalto-classic', 'Gemalto Classic Client, GemSafe', ['W', 'F', 'B', 'C'], {
    linux: ['/usr/lib/pkcs11/libgclib.so', '/usr/lib/ClassicClient/libgclib.so'],
    darwin: ['/Library/Frameworks/Pkcs11ClassicClient.framework/Versions/A/Pkcs11ClassicClient/libgclib.dylib'],
    win32: [
      '{programFiles}\\Gemalto\\Classic Client\\BIN\\gclib.dll',
      '{system32}\\gclib.dll',
      '{system32}\\pk2priv.dll',
      '{system32}\\w32pk2ig.dll',
      '{programFiles}\\Gemplus\\GemSafe Libraries\\BIN\\gclib.dll',
    ],
  }),
  product('safesign', 'A.E.T. SafeSign, G+D StarSign', ['F', 'B', 'C', 'R'], {
    linux: [
      '/usr/lib/libaetpkss.so',
      '/usr/lib/libaetpkss.so.3',
      '/usr/lib64/libaetpkss.so',
      '/usr/lib/safesign-private/libaetpkss.so.3',
    ],
    darwin: ['/usr/local/lib/libaetpkss.dylib', '/Applications/tokenadmin.app/Contents/Frameworks/libaetpkss.dylib'],
    win32: ['{system32}\\aetpkss1.dll'],
  }),
  product('bit4id', 'Bit4id Universal Middleware', ['F', 'I', 'J', 'R'], {
    linux: [
      '/usr/lib/libbit4xpki.so',
      '/usr/lib/libbit4ipki.so',
      '/usr/lib/bit4id/libbit4opki.so',
      '/lib/bit4id/libbit4xpki.so',
      '/usr/lib/{multiarch}/libbit4xpki.so',
    ],
    darwin: [
      '/Library/bit4id/pkcs11/libbit4xpki.dylib',
      '/Library/bit4id/pkcs11/libbit4ipki.dylib',
      '/System/Library/bit4id/libbit4xpki.dylib',
      '/Applications/PKIManager-bit4id.app/Contents/Resources/etc/libbit4xpki.dylib',
    ],
    win32: [
      '{system32}\\bit4xpki.dll',
      '{system32}\\bit4ipki.dll',
      '{system32}\\bit4opki.dll',
      '{system32}\\bit4cpki.dll',
      '{system32}\\bit4tpki.dll',
      '{system32}\\bit4p11.dll',
    ],
  }),
  product('athena', 'Athena IDProtect', ['F', 'B', 'R'], {
    linux: ['/usr/lib/x64-athena/libASEP11.so', '/usr/lib/libASEP11.so', '/lib64/libASEP11.so'],
    darwin: ['/Library/Application Support/Athena/libASEP11.dylib', '/usr/local/lib/libASEP11.dylib'],
    win32: ['{system32}\\asepkcs.dll'],
  }),
  product('feitian-epass2003', 'Feitian ePass2003', ['F', 'B', 'J', 'R'], {
    linux: [
      '/usr/lib/libcastle.so.1.0.0',
      '/usr/lib/libcastle_v2.so.1.0.0',
      '/opt/ePass2003-Castle-*/x64/redist/libcastle.so.1.0.0',
    ],
    darwin: ['/usr/local/lib/libcastle.1.0.0.dylib'],
    win32: ['{system32}\\eps2003csp11.dll'],
  }),
  product('feitian-epassng', 'Feitian ePassNG, ePass3003', ['B', 'J'], {
    linux: ['/usr/lib/libepsng_p11.so', '/usr/local/ngsrv/libepsng_p11.so.1'],
    win32: ['{system32}\\ngp11v211.dll', '{system32}\\ShuttleCsp11_3003.dll', '{system32}\\ep2pk11.dll'],
  }),
  product('ykcs11', 'YubiKey PIV (ykcs11)', ['F', 'R', 'U'], {
    linux: ['/usr/lib/{multiarch}/libykcs11.so', '/usr/local/lib/libykcs11.so'],
    darwin: ['/usr/local/lib/libykcs11.dylib', '/opt/homebrew/lib/libykcs11.dylib'],
    win32: ['{programFiles}\\Yubico\\Yubico PIV Tool\\bin\\libykcs11.dll', '{system32}\\libykcs11-1.dll'],
  }),
  product('watchdata', 'Watchdata ProxKey, WatchKey', ['B', 'J', 'R'], {
    linux: [
      '/usr/lib/WatchData/ProxKey/lib/libwdpkcs_SignatureP11.so',
      '/usr/lib/watchdata/lib/libwdpkcs.so',
      '/usr/lib/watchdata/ICP/lib/libwdpkcs_icp.so',
      '/opt/watchdata/lib64/libwdpkcs.so',
      '/usr/lib/libwdpkcs.so',
    ],
    darwin: [
      '/usr/local/lib/libwdpkcs.dylib',
      '/Applications/WatchKey USB Token Admin Tool.app/Contents/MacOS/lib/libWDP11_BR_GOV.dylib',
    ],
    win32: [
      '{system32}\\Watchdata\\Watchdata ICP CSP v1.0\\WDPKCS.dll',
      '{system32}\\Watchdata\\Watchdata Brazil CSP v1.0\\WDPKCS.dll',
      '{system32}\\WDPKCS.dll',
      '{system32}\\WDICP_P11_CCID_v34.dll',
      '{system32}\\SignatureP11.dll',
    ],
  }),
  product('idemia-awp', 'Oberthur / IDEMIA AWP (Cosmo)', ['B', 'J'], {
    linux: ['/usr/local/AWP/lib/libOcsCryptoki.so', '/usr/lib/libocscryptoki.so'],
    darwin: ['/usr/local/AWP/lib/libOcsCryptoki.dylib'],
    win32: ['{system32}\\OcsCryptoki.dll', '{programFilesX86}\\Oberthur Technologies\\AWP\\DLLs\\OcsCryptolib_P11.dll'],
  }),
  product('cardos', 'Siemens / Atos CardOS', ['F', 'C', 'I', 'J'], {
    linux: ['/usr/lib/libsiecap11.so', '/usr/local/lib/libsiecap11.so'],
    darwin: ['/usr/local/lib/libcardos11.dylib'],
    win32: [
      '{system32}\\siecap11.dll',
      '{system32}\\cardos11.dll',
      '{system32}\\cardos11_64.dll',
      '{system32}\\CardOS_PKCS11.dll',
      '{system32}\\SI_PKCS11.dll',
    ],
  }),
  product('charismathics', 'Charismathics, CSSI, NeoWave', ['B', 'F', 'I', 'J'], {
    linux: ['/usr/lib/libcmP11.so'],
    darwin: ['/usr/local/lib/libcmP11.dylib', '/Library/Application Support/CSSI/libcmP11.dylib'],
    win32: ['{system32}\\cmP11.dll', '{system32}\\cmp1164.dll', '{system32}\\cvP11.dll', '{system32}\\cvP11_M4.dll'],
  }),
  product('rutoken', 'Rutoken ECP', ['F', 'U'], {
    linux: ['/usr/lib/librtpkcs11ecp.so', '/usr/lib64/librtpkcs11ecp.so', '/usr/local/lib/librtpkcs11ecp.so'],
    darwin: ['/usr/local/lib/librtpkcs11ecp.dylib', '/Library/Frameworks/rtPKCS11.framework/rtpkcs11ecp.dylib'],
    win32: ['{system32}\\rtPKCS11ECP.dll'],
  }),
  product('jacarta', 'JaCarta', ['U'], {
    linux: ['/usr/lib/libjcPKCS11-2.so', '/usr/lib64/libjcPKCS11-2.so'],
    win32: ['{system32}\\jcPKCS11-2.dll'],
  }),
  product('ypsid', 'Safran / IDEMIA Morpho YpsID', ['F'], {
    darwin: ['/usr/local/lib/libCnfPkcs11.dylib'],
    win32: ['{system32}\\CnfPkcs11v220.dll'],
  }),
  product('cryptocertum', 'Certum cryptoCertum 3', ['F'], { win32: ['{system32}\\cryptoCertum3PKCS.dll'] }),
  product('nexus-personal', 'Nexus Personal', ['F'], {
    win32: ['{programFilesX86}\\Personal\\bin64\\personal64.dll', '{programFilesX86}\\Personal\\bin\\personal.dll'],
  }),
  product('dxsafe', 'Dexon DXSafe', ['B'], {
    linux: ['/etc/Dexon/DXSafe/libDXSafePKCS11.X64.so'],
    darwin: ['/Applications/DXSafe/libDXSafePKCS11.dylib'],
    win32: ['{system32}\\DXSafePKCS11.dll'],
  }),
  product('acos5', 'ACS ACOS5', ['T', 'B'], {
    linux: ['/lib/libacospkcs11.so'],
    darwin: ['/usr/local/lib/libacos5pkcs11.dylib'],
    win32: ['{system32}\\acospkcs11.dll'],
  }),
  product('idopte', 'Idopte SC Middleware', ['F'], {
    linux: ['/usr/lib/SCMiddleware/libidop11.so'],
    darwin: ['/Library/SCMiddleware/libidop11.dylib'],
    win32: ['{programFiles}\\Smart Card Middleware\\bin\\idoPKCS.dll'],
  }),
];

/** Tried after all others: it drives many cards, some of them less completely than the maker's own module. */
export const OPENSC: MiddlewareProduct = product('opensc', 'OpenSC', ['F', 'B', 'K', 'R'], {
  linux: [
    '/usr/lib/{multiarch}/opensc-pkcs11.so',
    '/usr/lib/{multiarch}/pkcs11/opensc-pkcs11.so',
    '/usr/lib64/opensc-pkcs11.so',
    '/usr/lib64/pkcs11/opensc-pkcs11.so',
    '/usr/lib/opensc-pkcs11.so',
    '/usr/lib/pkcs11/opensc-pkcs11.so',
    '/usr/local/lib/opensc-pkcs11.so',
    '/usr/local/lib/pkcs11/opensc-pkcs11.so',
    '/usr/lib/{multiarch}/pkcs11/onepin-opensc-pkcs11.so',
    '/usr/lib64/onepin-opensc-pkcs11.so',
  ],
  darwin: [
    '/Library/OpenSC/lib/opensc-pkcs11.so',
    '/usr/local/lib/opensc-pkcs11.so',
    '/opt/homebrew/lib/opensc-pkcs11.so',
    '/opt/homebrew/lib/pkcs11/opensc-pkcs11.so',
  ],
  win32: ['{programFiles}\\OpenSC Project\\OpenSC\\pkcs11\\opensc-pkcs11.dll', '{system32}\\opensc-pkcs11.dll'],
});
