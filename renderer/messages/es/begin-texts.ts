import type * as english from '../en/begin-texts.ts';
import type { Texts } from '../texts.ts';

/** The page that leads to a first signature. */
export const beginTexts: Texts<typeof english.beginTexts> = {
  title: 'Empezar',
  lead: 'Pruébelo enseguida, o prepare su tarjeta o token.',
  tryDemo: 'Probar con la identidad de demostración',
  demoHint: 'Firma enseguida y no necesita tarjeta. Nadie aceptará sus firmas.',
  useDemo: 'Firmar con la identidad de demostración',
  noDemo: 'Esta estación no tiene identidad de demostración: está configurada para firmas reales.',
  useToken: 'Usar mi tarjeta o token',
  tokenHint: 'Paso a paso, sin inicio de sesión: no se usa ningún PIN antes de que usted lo acepte.',
  which: 'Cuál',
  looking: 'Buscando …',
  lookAgain: 'Mirar de nuevo',
  allThere: 'Todo está ahí.',
  firstIs: {
    reader: 'Empiece por el lector.',
    card: 'Empiece por la tarjeta.',
    middleware: 'Empiece por el software de la tarjeta.',
    certificate: 'Empiece por el certificado y su PIN.',
  },
  steps: {
    reader: 'Lector o token USB',
    card: 'Tarjeta o token en él',
    middleware: 'Software de la tarjeta (PKCS#11)',
    certificate: 'Certificado y PIN',
  },
  states: {
    good: 'está',
    warn: 'está, con una observación',
    bad: 'falta',
    open: 'todavía no',
  },
  missing: {
    reader: 'Conecte un lector de tarjetas o un token USB.',
    card: 'Ponga la tarjeta en el lector.',
    middleware: 'Instale el software del fabricante de la tarjeta.',
    certificate: 'Aparece cuando están el lector, la tarjeta y el software.',
  },
  nameIt: 'Nombrarlo en la configuración',
  nameItHint:
    'Todavía no hay ninguna tarjeta ni token configurado. Añada esto a config.json en la carpeta de datos e inicie de nuevo la estación; el programa de escritorio pide el PIN en una ventana propia.',
  testTitle: 'Una firma de prueba',
  testHint:
    'Firma un texto corto con el token. Puede pedir el PIN, una vez; uno equivocado cuesta un intento y no se prueba de nuevo.',
  signsAs: (name: string): string => `Firma como ${name}`,
  agree: 'Acepto que el token firme una vez, con su PIN',
  testNow: 'Hacer una firma de prueba',
  signing: 'Firmando …',
  signed: (verdict: string): string => `Firmado. La estación juzga: ${verdict}.`,
  notTrustedYet: 'La firma está hecha. Para confirmarla, la estación tiene que confiar en el emisor del certificado.',
  showIt: 'Mostrar la solicitud',
  details: 'Todo lo que se ha mirado',
};
