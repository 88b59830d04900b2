import type { ProgramTexts } from './program-texts.ts';

export const spanish: ProgramTexts = {
  cannotStart: 'Signing Station no puede iniciarse',
  hasToClose: 'Signing Station tiene que cerrarse',
  cannotShowWindow: 'Signing Station no puede mostrar su ventana',
  unexpected: 'Ha ocurrido algo inesperado; el registro dice dónde.',
  failedOften: 'Ha fallado una y otra vez. El registro dice dónde.',
  pageEnded: 'Su página no se pudo cargar, o terminó una y otra vez. El registro dice más.',
  startsAgain: 'Signing Station se inicia de nuevo',
  portTaken:
    'Su puerto está ocupado: por otro programa, por una estación iniciada sin ventana o por la de otro usuario de esta ' +
    'máquina. Termínela, o configure otro Server:Port.',
  portRefused: 'El sistema se reserva este puerto. Configure un Server:Port mayor que 1023.',
  databaseDamaged:
    'La base de datos está dañada. Guarde una copia de station.db y de los archivos que están a su lado, y restaure ' +
    'después una copia de seguridad de todos.',
  tooFewHandles: 'El sistema deja al programa abrir muy pocos archivos.',
  noSpace: 'No queda espacio donde la estación guarda sus datos. Haga sitio, o configure otro Data:Directory.',
  unsafeDisk:
    'El sistema de archivos de la carpeta de datos no puede conservar los nombres de los archivos si se corta la corriente, ' +
    'como algunas unidades de red. Configure un Data:Directory en un disco de este equipo.',
  notWritable: (place) =>
    `La estación no puede escribir en ${place ?? 'su carpeta de datos'}. Désela a su usuario, o configure otro Data:Directory.`,
  wrongKind: (place) =>
    `Donde la estación guarda una carpeta hay un archivo, o una carpeta en lugar de un archivo: ${place ?? 'en su carpeta de datos'}. ` +
    'Apártelo, o configure otro Data:Directory.',
  linkToNothing: (place) =>
    `${place ?? 'Algo en la carpeta de datos'} es un enlace cuyo destino no existe. Créelo, móntelo, o elimine el enlace.`,
  dataDirectoryInUse: (folder) =>
    `Otra estación funciona con la carpeta de datos ${folder}. Termínela, o configure otro Data:Directory.`,
  inspectorIsOpen:
    'Hay un inspector abierto en este proceso: quien se conecte a su puerto puede leer PIN y claves. Inicie sin --inspect.',
  switchesRefused: (switches) =>
    `Se inició con ${switches}, lo que dejaría a otros programas mirar dentro de su ventana.`,
  needsRoleApi: 'El programa de escritorio necesita el rol api.',
  settingsUnreadable: (file) =>
    `${file} no se puede leer como configuración (JSON). Corrija el archivo e inicie de nuevo.`,
  passwordsLost: (folder, files) => ({
    title: 'Hay que dar de nuevo las contraseñas',
    text: `El almacén de claves del sistema ya no abre lo que guardaba. Haga de nuevo estos archivos en ${folder}: ${files}.`,
  }),
  keepPasswords: (files) => ({
    title: '¿Guardar estas contraseñas en el almacén de claves del sistema?',
    text:
      `Están en archivos que cualquiera de sus programas puede leer: ${files}. En el almacén de claves solo las abre este ` +
      'programa; los archivos se borran entonces. Los comandos y una estación sin ventana solo miran en esos archivos, y ya ' +
      'no las encontrarán.',
  }),
  keepInKeyStore: 'Guardarlas en el almacén',
  leaveFiles: 'Dejar los archivos',
  beginWith: {
    title: '¿Con qué quiere firmar?',
    text:
      'Una tarjeta o un token necesita la biblioteca PKCS#11 de su fabricante; el diagnóstico dice después qué falta. La ' +
      'identidad de demostración firma enseguida, pero nadie aceptará sus firmas.',
  },
  myToken: 'Mi tarjeta o token',
  demoIdentity: 'Una identidad de demostración, para probar',
  decideLater: 'Decidir más tarde',
  libraryOfToken: 'La biblioteca PKCS#11 de su token',
  libraries: 'Bibliotecas PKCS#11',
};
