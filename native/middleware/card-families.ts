/** Cards that one piece of middleware drives, by their answer to reset (upper-case hex): a hint, never a gate. */
export interface CardFamily {
  readonly family: string;
  /** Ids of products that drive them, the likely one first. */
  readonly products: readonly string[];
  readonly cards: Readonly<Record<string, string>>;
}

/** Source F: card.json of webcrypto-local 1.1.23 (MIT), names as there. Where two families claim a card, both are kept. */
const CARD_JSON_FAMILIES: readonly CardFamily[] = [
  {
    family: 'cryptoCertum 3',
    products: ['cryptocertum'],
    cards: {
      '3B7F9600008031805843657274756D3031829000': 'Certum ACR39U ICC Reader',
      '3B9F9681B1FE451F070064051EB20031B0739621DB0590005C': 'SCM Microsystems Inc. SCR3310 USB Smart Card Reader',
    },
  },
  {
    family: 'Feitian ePass2003 Client software',
    products: ['feitian-epass2003'],
    cards: {
      '3B9F958131FE9F006646530510063171DF000000000024': 'FT ePass2003Auto',
      '3BD518FF8191FE1FC38073C821100A': 'ePass2003',
      '3B9F958131FE9F006646530510323871DF000000000019': 'FT ePass2003Auto',
    },
  },
  {
    family: 'Bit4id',
    products: ['bit4id'],
    cards: {
      '3BFF1800FF8131FE55006B0209030301010144534410318090': 'Bit4ID',
      '3BFF1800FF8131FE55006B02090200011101434E531131808E': 'Infocamere CNS',
    },
  },
  {
    family: 'Belgian eID Middleware',
    products: ['belgian-eid'],
    cards: { '3B9813400AA503010101AD1311': 'eID Belgian eID' },
  },
  {
    family: 'OpenSC driver',
    products: ['opensc'],
    cards: {
      '3B7F960000006A444E4965200101550410039000': 'eID Spanish eID',
      '3BDF960081B1FE451F838073CC91CBF9A0000003080000100079': 'USG:Executive Office of the President',
      '3BDB9600801F030031C064B0F310000F900088': 'USG:Department of Veterans Affairs',
      '3BFE1800008131FE458031815448534D31738021408107FA': 'Nitrokey Nitrokey HSM',
      '3B8980014A434F5032343252324A': 'NXP JCOP J3D',
      '3B9F958131FE9F006646530501001171DF000003900080': 'FT ePass2003Auto',
      '3BFC180000813180459067464A00642D70C172FEE0FE': 'PivKey T800',
      '3B9F958131FE9F006646530510001171DF000000000002': 'PivKey T600',
      '3BF99600008131FE45535049564B4559373028': 'PIVKey SLE78 (28)',
      '3BDA11FF81B1FE551F0300318473800180009000E4': 'Gnuk OpenPGP Token (PKI)',
      '3BD218008131FE58C90316': 'Gemalto USB Shell Token V2 (37AED46F) 00 00',
      '3B7D96000080318065B0A31101F383009000': 'Telia EID IP5a (eID)',
      '3BDA13FF8131FB468012392F31C173C601C03B': 'Individual Number Card',
    },
  },
  {
    family: 'Gemalto Classic',
    products: ['gemalto-classic'],
    cards: {
      '3B7D94000080318065B0831100C883009000': 'eID Republic of Lithuania eID',
      '3B7D96000080318065B0830201F383009000': 'Gemalto IDClassic 340',
    },
  },
  {
    family: 'National Identity Document: (Slovak) eID',
    products: ['slovak-eid'],
    cards: { '3BDF18008131FE580031B964050E010073B401D300000022': 'eID Slovak eID' },
  },
  {
    family: 'Estonian eID Middleware',
    products: ['estonian-eid', 'opensc'],
    cards: {
      '3BF81300008131FE454A434F5076323431B7': 'eID Nigerian eID',
      '3BF9180000C00A31FE4553462D3443432D303181': 'eID Estonian eID',
      '3BFE9400FF80B1FA451F0345737445494420': 'eID Broken Estonian eID 1.1 warm',
      '3BFE9400FF80B1FA451F034573744549442076657220312E3043': 'eID Estonian eID 1.0 cold',
      '3B6E00FF4573744549442076657220312E30': 'eID Estonian eID 1.0 cold',
      '3BDE18FFC080B1FE451F034573744549442076657220312E302B': 'eID Estonian eID 1.0 cold 2006',
      '3B5E11FF4573744549442076657220312E30': 'eID Estonian eID 1.0 warm 2006',
      '3B6E00004573744549442076657220312E30': 'eID Estonian eID 1.1 cold',
      '3BFE1800008031FE454573744549442076657220312E30A8': 'eID Estonian eID 3.0 (dev1) cold',
      '3BFE1800008031FE45803180664090A4561B168301900086': 'eID Estonian eID 3.0 (dev1) warm',
      '3BFE1800008031FE45803180664090A4162A0083019000E1': 'eID Estonian eID 3.0 (dev2) warm',
      '3BFE1800008031FE45803180664090A4162A00830F9000EF': 'eID Estonian eID 3.0 (18.01.2011) warm',
      '3BFA1800008031FE45FE654944202F20504B4903': 'eID Estonian eID 3.5 cold',
      '3BF81800008031FE45FE415A452044495433': 'AzeDIT 3.5 cold',
    },
  },
  {
    family: 'Safran Morpho',
    products: ['ypsid'],
    cards: {
      '3B7D18000000487970734944205333079000': 'Safran Morpho YpsID S3',
      '3B7A18000000487970734944205333': 'Safran Morpho YpsID S3 - French Customs',
    },
  },
  {
    family: 'YubiKey',
    products: ['ykcs11', 'opensc'],
    cards: {
      '3B941881B1807D1F0319C80050DC': 'GoldKey Security PIV Token',
      '3BFC1300008131FE15597562696B65794E454F7233E1': 'Yubico Yubikey NEO OTP+U2F+CCID',
      '3BFD1300008131FE158073C021C057597562694B657940': 'Yubico Yubikey 4 OTP+U2F+CCID',
      '3BF81300008131FE15597562696B657934D4': 'Yubico Yubikey 4 OTP+U2F+CCID',
    },
  },
  {
    family: 'SafeNet Authentication Client',
    products: ['safenet', 'idprime'],
    cards: {
      '3BFF0000008131004380318065B000000000120FFE82900000': 'Gemalto IDPrime v2+ .NET',
      '3BD518008131FE7D8073C82110F4': 'SafeNet eToken 5100',
      '3BD5180081313A7D8073C8211030': 'SafeNet eToken 5110',
      '3BFF9600008131FE4380318065B0846566FB12017882900085': 'SafeNet eToken 5110+ FIPS',
      '3BFF1100008131FE4D8025A00000005657444B3333300600D0': 'Datakey 32K PKI Smart Card Model 330',
      '3BFF9600008131FE4380318065B0855956FB120FFE82900000': 'SafeNet eToken 5110cc',
      '3BFF9600008131FE4380318065B08505003912017882900040': 'SafeNet 5110+ CC (940C)',
      '3BFF9600008131FE4380318065B0855956FB12017882900088': 'SafeNet 5110 (940 B)',
      '3BFF9600008131FE4380318065B0846160FB120FFD8290000C': 'SafeNet eToken 5300',
      '3B7F96000080318065B0855956FB120FFE829000': 'ID Prime 940',
      '3B7F96000080318065B085050039120FFE829000': 'ID Prime 940C',
      '3BFF9600008131FE4380318065B0855956FB120FFC82900002': 'ID Prime 3940B FIDO',
    },
  },
  {
    family: 'Aktiv Rutoken ECP',
    products: ['rutoken'],
    cards: { '3B8B015275746F6B656E20445320C1': 'Rutoken ECP (DS)' },
  },
  {
    family: 'AET',
    products: ['safesign'],
    cards: {
      '3BF81800FF8131FE454A434F507632343143': 'AET Smartcard',
      '3BFD1800008031FE45736674652D63643038302D6E66DC': 'Nonus SmartNonus [BR]',
      '3BF99600008131FE4553434537200E00202028': 'StarSign Crypto USB Token',
    },
  },
  {
    family: 'Gemalto IDPrime MD',
    products: ['idprime'],
    cards: {
      '3B7F96000080318065B084413DF6120FFE829000': 'Gemalto IDPrime MD',
      '3B7F96000080318065B0850300EF120FFE829000': 'Gemalto IDPrime MD 840 (PKI)',
    },
  },
  {
    family: 'Siemens Card CardOS M4.4',
    products: ['cardos'],
    cards: { '3BD21802C10A31FE58C80D51': 'Siemens Card CardOS M4.4' },
  },
  {
    family: 'Siemens CardOS M 4.2 (SLE66CX642P)',
    products: ['cardos'],
    cards: { '3BF21800FFC10A31FE55C8068A': 'Aladdin Knowledge Systems eToken Pro 64k (4.2)' },
  },
  {
    family: 'Athena IDProtect',
    products: ['athena'],
    cards: {
      '3BDC18FF8191FE1FC38073C8211366010B0352000538': 'Athena IDProtect Smart Card Logon Card',
      '3BDC18FF8091FE1FC38073C8211366010B0352000539': 'Digital Signature Costa Rica (eID)',
      '3BD595FF8091FE1FC38073C8211385': 'Athena IDProtect - Cryptographic Java Card',
      '3BDF18008131FE7D006B020C0182010101434E53103180EC': 'Athena ASEPCOS-TS/CNS 1.82',
      '3BDF18008131FE7D006B150C0181011101434E53103180E8': 'Athena ASEPCOS-TS/CNS 1.81',
      '3BDF18008131FE7D006B150C0181010101434E53103180F8': 'Athena ASEPCOS-TS/CNS 1.81',
      '3BDF18008131FE7D006B020C0182011101434E53103180FC':
        'Italian healtcare card (TS) National Service Card (CNS) (HealthCare)',
    },
  },
  {
    family: 'eOP Czech',
    products: ['czech-eop'],
    cards: { '3B7E9400008025D20310010056000000020200': 'eID Czech eID (since 7/2018)' },
  },
  {
    family: 'Bit4id Universal Middleware',
    products: ['bit4id'],
    cards: {
      '3BFF9600FF8131FE55006B02090403010101434E5310318014': 'Incard J-Sign 2048',
      '3BFF1800008131FE55006B02090403010101434E5310318065': 'Incard J-Sign 2048',
      '3BFF1800008131FE45006B0505912001F101434E5310318038': 'IDEMIA ID-One CNS V2 on Cosmo V9.1',
      '3BFF1800008131FE45006B04050100012101434E5310318059': 'National Service Card (CNS)',
    },
  },
  {
    family: 'Gemalto ID Go',
    products: ['idprime'],
    cards: {
      '3B1696417374726964': 'Gemalto IDPrime .NET',
      '3B7F96000080318065B084565110120FFE829000': 'Gemalto IDBridge CT30',
    },
  },
  {
    family: 'Nexus Personal',
    products: ['nexus-personal'],
    cards: { '3B7D96000080318065B0830201F383009000': 'Gemalto IDClassic 340' },
  },
  {
    family: 'NeoWave',
    products: ['charismathics'],
    cards: { '3BF91800008031FE4580574E454F574156457D': 'Charismathics' },
  },
  { family: 'AKIS', products: ['akis'], cards: { '3B9F968131FE45806755454B41451293318073B3A1806B': 'AKIS' } },
  {
    family: 'aetpkss',
    products: ['safesign'],
    cards: {
      '3BFD1800008131FE4553434536302D43433038312D46C2': 'Giesecke & Devrient StarSign USB Token',
      '3BFD1800008031FE45736674652D63643038302D6E66DC': 'Brazilian Medical Identity Card',
    },
  },
  { family: 'MCARD', products: ['ivorian-mcard'], cards: { '3B9D188131FC358031C0694D54434F5373020505D3': 'MCARD' } },
  {
    family: 'Smart Card Middleware',
    products: ['idopte'],
    cards: { '3BDF18FF8191FE1FC3003138644790ECC273140150829000BA': 'JCOP3 IAS ECC' },
  },
];

/** Source D: QPKCS11.cpp of DigiDoc4, what F has not. */
const DIGIDOC_FAMILIES: readonly CardFamily[] = [
  {
    family: 'Latvian eID',
    products: ['latvian-eid'],
    cards: {
      '3BDB960080B1FE451F830012428F536549440F900020': 'Latvian eID G2',
      '3BDC960080B1FE451F830012428F54654944320F900012': 'Latvian eID G2.1',
    },
  },
  {
    family: 'Lithuanian mCard',
    products: ['lithuanian-mcard'],
    cards: {
      '3B9D188131FC358031C0694D54434F5373020604D1': 'Lithuanian MaskTech card',
      '3B9D188131FC358031C0694D54434F5373020605D0': 'Lithuanian MaskTech card',
    },
  },
  {
    family: 'Finnish eID',
    products: ['finnish-atostek', 'mpollux'],
    cards: {
      '3B7F9600008031B865B08504021B1200F6829000': 'Finnish eID G3.1',
      '3B7F9600008031B865B085050011122460829000': 'Finnish eID G4',
      '3B7F9600008031B865B085051024122460829000': 'Finnish eID G4.1',
    },
  },
  {
    family: 'IDPrime',
    products: ['idprime'],
    cards: { '3BFF9600008131804380318065B0850300EF120FFE82900066': 'IDPrime' },
  },
];

/** The families that know a card's answer to reset, in the order of the sources; empty for an unknown card. */
export function cardFamiliesOf(
  answerToReset: string,
): { readonly card: string; readonly products: readonly string[] }[] {
  const wanted = answerToReset.replaceAll(/[^0-9A-Fa-f]/g, '').toUpperCase();
  return [...CARD_JSON_FAMILIES, ...DIGIDOC_FAMILIES].flatMap(({ cards, products }) => {
    const card = cards[wanted];
    return card === undefined ? [] : [{ card, products }];
  });
}
