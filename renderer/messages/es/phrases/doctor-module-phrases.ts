import type { doctorModulePhrases as english } from '../../en/phrases/doctor-module-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const doctorModulePhrases: PhrasesOf<typeof english> = {
  'The provider {name} names no PKCS#11 module.': 'El proveedor {name} no nombra ningún módulo PKCS#11.',
  'Set Signing:SmartCard:ModulePath to the driver of the card, for instance {example}, or AutoDetect to true for development.':
    'Ponga en Signing:SmartCard:ModulePath el controlador de la tarjeta, por ejemplo {example}, o AutoDetect en true para desarrollo.',
  'Set Signing:SmartCard:ModulePath to the driver of the card, or AutoDetect to true for development.':
    'Ponga en Signing:SmartCard:ModulePath el controlador de la tarjeta, o AutoDetect en true para desarrollo.',
  'Signing:SmartCard:AutoDetect is meant for development and does nothing in Production.':
    'Signing:SmartCard:AutoDetect es para desarrollo y no hace nada en Production.',
  'Set Signing:SmartCard:ModulePath to the driver of the card, for instance {example}.':
    'Ponga en Signing:SmartCard:ModulePath el controlador de la tarjeta, por ejemplo {example}.',
  'Set Signing:SmartCard:ModulePath to the driver of the card.':
    'Ponga en Signing:SmartCard:ModulePath el controlador de la tarjeta.',
  'No PKCS#11 module was found on this computer.': 'No se encontró ningún módulo PKCS#11 en este equipo.',
  'No PKCS#11 module that works was found on this computer.':
    'No se encontró en este equipo ningún módulo PKCS#11 que funcione.',
  'Install the software that came with the card or token, or OpenSC.':
    'Instale el software de la tarjeta o del token, u OpenSC.',
  'The module {path} is a debugging tool that writes every call, PINs included, to a file.':
    'El módulo {path} es una herramienta de depuración que escribe cada llamada, PIN incluido, en un archivo.',
  'Set the ModulePath of the provider to the module that it was put in front of.':
    'Ponga en ModulePath del proveedor el módulo ante el que se colocó.',
  'The module {path} crashed in {call}.': 'El módulo {path} falló en {call}.',
  'Update or reinstall the software of the token, and unplug other readers and tokens to see which one it is.':
    'Actualice o reinstale el software del token, y desconecte otros lectores y tokens para ver cuál es.',
  'The module {path} did not come back from {call} in time.': 'El módulo {path} no volvió a tiempo de {call}.',
  'Look for a window of its own that waits for you, then unplug the token and plug it in again.':
    'Busque una ventana suya que le espere; después desconecte el token y vuelva a conectarlo.',
  'The module {path} was found and not tried: {detail}.': 'Se encontró el módulo {path} y no se probó: {detail}.',
  'there was no time left': 'no quedaba tiempo',
  'the program could not look into it': 'el programa no pudo examinarlo',
  'clients of HSMs are loaded only where they are configured':
    'los clientes de HSM solo se cargan donde están configurados',
  'it is a debugging tool that writes PINs to a file':
    'es una herramienta de depuración que escribe los PIN en un archivo',
  'in Production only configured modules are loaded': 'en Production solo se cargan los módulos configurados',
  'Nothing needs to be done.': 'No hay que hacer nada.',
  'The file {path} is a library without C_GetFunctionList, so it is no PKCS#11 module.':
    'El archivo {path} es una biblioteca sin C_GetFunctionList, así que no es un módulo PKCS#11.',
  'Configure the PKCS#11 module of the token, which often lies beside this library.':
    'Configure el módulo PKCS#11 del token, que suele estar junto a esta biblioteca.',
  'The module {path} refused to start ({call}).': 'El módulo {path} se negó a arrancar ({call}).',
  'The module {path} started and cannot look for readers and tokens ({call}).':
    'El módulo {path} arrancó y no puede buscar lectores ni tokens ({call}).',
  'Unplug the reader or token and plug it in again, and restart the smart card service of the computer.':
    'Desconecte el lector o token y vuelva a conectarlo, y reinicie el servicio de tarjetas del equipo.',
  'Unplug the reader or token and plug it in again, then restart the computer if its own software does not see it either.':
    'Desconecte el lector o token y vuelva a conectarlo; reinicie el equipo si su propio software tampoco lo ve.',
  'Check that the services and settings it needs are there, and start the software of the token once.':
    'Compruebe que estén los servicios y ajustes que necesita, e inicie una vez el software del token.',
  'Set the ModulePath of the provider to it if it is the driver of your token.':
    'Ponga en ModulePath del proveedor este módulo si es el controlador de su token.',
  'The configured module {path} does not exist.': 'El módulo configurado {path} no existe.',
  'Install the software of the token, or correct the ModulePath of the provider.':
    'Instale el software del token, o corrija ModulePath del proveedor.',
  'The module {path} is registered with p11-kit and does not exist.':
    'El módulo {path} está registrado en p11-kit y no existe.',
  'Install the package it belongs to, or remove its registration.':
    'Instale el paquete al que pertenece, o quite su registro.',
  'The path {path} is not an absolute one on this computer.': 'La ruta {path} no es absoluta en este equipo.',
  'Give the full path of a module on a disk of this computer.':
    'Indique la ruta completa de un módulo en un disco de este equipo.',
  'The module {path} is a link that leads back to itself, so that there is no file behind it.':
    'El módulo {path} es un enlace que vuelve a sí mismo, de modo que no hay ningún archivo detrás.',
  'Set the ModulePath of the provider to the file itself, or install the software of the token anew.':
    'Ponga ModulePath del proveedor en el propio archivo, o instale de nuevo el software del token.',
  'The configured module {path} is a folder.': 'El módulo configurado {path} es una carpeta.',
  'Give the path of the library in it, not of the folder.':
    'Indique la ruta de la biblioteca que contiene, no la de la carpeta.',
  'The module {path} cannot be read by the user that the station runs as.':
    'El usuario con el que funciona la estación no puede leer el módulo {path}.',
  'Give that user the right to read the file and the folders above it.':
    'Dé a ese usuario permiso para leer el archivo y las carpetas que lo contienen.',
  'The file {path} is not a library of this kind of system.':
    'El archivo {path} no es una biblioteca de este tipo de sistema.',
  'Configure the library itself, not an installer, a link file or the driver of another system.':
    'Configure la propia biblioteca, no un instalador, un enlace ni el controlador de otro sistema.',
  'another kind of processor': 'otro tipo de procesador',
  'The module {path} is built for {what}; this program needs {architecture}.':
    'El módulo {path} está hecho para {what}; este programa necesita {architecture}.',
  'Install the {architecture} version of the software of the token.':
    'Instale la versión {architecture} del software del token.',
  'The module {path} does not fit the libraries of this system ({text}).':
    'El módulo {path} no encaja con las bibliotecas de este sistema ({text}).',
  'Install the version of the software of the token that is made for this release of the system.':
    'Instale la versión del software del token hecha para esta versión del sistema.',
  'The module {path} needs a library that is not there.': 'El módulo {path} necesita una biblioteca que no está.',
  'The module {path} needs the library {library} that is not there.':
    'El módulo {path} necesita la biblioteca {library}, que no está.',
  'Install the missing library, or reinstall the software of the token, which should bring it.':
    'Instale la biblioteca que falta, o reinstale el software del token, que debería traerla.',
  'The system refused to load the module {path} ({text}).': 'El sistema se negó a cargar el módulo {path} ({text}).',
  'Reinstall the software of the token, and check that security software does not block it.':
    'Reinstale el software del token y compruebe que ningún software de seguridad lo bloquee.',
  'The module {path} ({product}) is left out on purpose: it {reason}.':
    'El módulo {path} ({product}) se deja fuera a propósito: {reason}.',
  'opens windows or connections as soon as it is loaded': 'abre ventanas o conexiones en cuanto se carga',
  'keeps its keys in the files of a browser, not on a token':
    'guarda sus claves en los archivos de un navegador, no en un token',
  'shows the tokens of other modules a second time': 'muestra por segunda vez los tokens de otros módulos',
  'Set the ModulePath of the provider to it if you want it all the same.':
    'Ponga en ModulePath del proveedor este módulo si lo quiere de todos modos.',
  'The module {path} was found under several names as well: {names}.':
    'El módulo {path} se encontró también con otros nombres: {names}.',
  'Nothing needs to be done: it is loaded once.': 'No hay que hacer nada: se carga una vez.',
  'It could not be asked for.': 'No se pudo preguntar por él.',
  'The module {path} needs the daemon {name}, which does not run.':
    'El módulo {path} necesita el servicio {name}, que no está en marcha.',
  'Start it as administrator, for instance with systemctl enable --now {name}, then try again.':
    'Inícielo como administrador, por ejemplo con systemctl enable --now {name}, y vuelva a intentarlo.',
  'Only members of the group {name} may use the module {path}, and the user that the station runs as is none.':
    'Solo los miembros del grupo {name} pueden usar el módulo {path}, y el usuario de la estación no lo es.',
  'Add that user to it (usermod -aG {name} USER), log out and in, and start the station again.':
    'Añada ese usuario (usermod -aG {name} USER), cierre y abra sesión, y reinicie la estación.',
  'The module {path} finds no usable settings: {name} is missing, unreadable, names no folder for tokens or has a line that it does not understand.':
    'El módulo {path} no encuentra ajustes utilizables: {name} falta, no se puede leer, no nombra una carpeta de tokens o tiene una línea que no entiende.',
  'Make or mend that file, or set the variable that names it (SOFTHSM2_CONF) where the station is started.':
    'Cree o corrija ese archivo, o ponga la variable que lo nombra (SOFTHSM2_CONF) donde se inicia la estación.',
  'The module {path} finds no TPM: the device {name} is missing.':
    'El módulo {path} no encuentra ningún TPM: falta el dispositivo {name}.',
  'Switch the TPM on in the settings of the computer (BIOS or UEFI), or name another one by the variable TPM2_PKCS11_TCTI where the station is started.':
    'Active el TPM en la configuración del equipo (BIOS o UEFI), o indique otro con la variable TPM2_PKCS11_TCTI donde se inicia la estación.',
  'The folder {name}, in which the module {path} keeps its tokens, is missing or may not be read.':
    'La carpeta {name}, donde el módulo {path} guarda sus tokens, falta o no se puede leer.',
  'Correct the setting or variable that names it, or give the user that the station runs as the right to read it.':
    'Corrija el ajuste o la variable que la nombra, o dé al usuario de la estación permiso para leerla.',
  'The smart card service (pcscd) does not let the user that the station runs as reach any reader.':
    'El servicio de tarjetas (pcscd) no deja que el usuario de la estación llegue a ningún lector.',
  'Permit it by a rule of polkit for org.debian.pcsc-lite.access_pcsc and org.debian.pcsc-lite.access_card, or by the rights of its socket.':
    'Permítalo con una regla de polkit para org.debian.pcsc-lite.access_pcsc y org.debian.pcsc-lite.access_card, o con los permisos de su socket.',
  'pcscd refuses the user that the station runs as.': 'pcscd rechaza al usuario de la estación.',
  'The socket {path} may not be used by this user.': 'Este usuario no puede usar el socket {path}.',
  'The smart card service (pcscd) does not run, so that no reader can be reached.':
    'El servicio de tarjetas (pcscd) no está en marcha, así que no se alcanza ningún lector.',
  'Install pcscd if it is missing, and start it with: systemctl enable --now pcscd.socket.':
    'Instale pcscd si falta, e inícielo con: systemctl enable --now pcscd.socket.',
  'The system runs the service when it is needed.': 'El sistema inicia el servicio cuando hace falta.',
  'pcscd is installed; its socket is not there.': 'pcscd está instalado; su socket no está.',
  'The socket of pcscd is not there.': 'El socket de pcscd no está.',
  'pcscd runs; its socket is {socket}.': 'pcscd está en marcha; su socket es {socket}.',
  'The socket {socket} starts pcscd when it is used.': 'El socket {socket} inicia pcscd cuando se usa.',
  'No smart card reader and no USB token is connected.': 'No hay conectado ningún lector de tarjetas ni token USB.',
  'Plug the reader or token in, if possible without a hub, and wait two seconds.':
    'Conecte el lector o token, si es posible sin concentrador, y espere dos segundos.',
  'There is no card in the reader {names}.': 'No hay tarjeta en el lector {names}.',
  'Insert the card with its chip first and facing the contacts, and wait two seconds.':
    'Inserte la tarjeta con el chip por delante y hacia los contactos, y espere dos segundos.',
  'A {name} (USB {ids}) is plugged in and its software is not installed.':
    '{name} (USB {ids}) está conectado y su software no está instalado.',
  'The card in the reader {name} looks like {what}, whose software is not installed.':
    'La tarjeta del lector {name} parece {what}, cuyo software no está instalado.',
  'a known one': 'una conocida',
  'Install {products}.': 'Instale {products}.',
  'a call': 'una llamada',
  'Take away the blank with which the ModulePath of the provider begins or ends.':
    'Quite el espacio con el que empieza o termina el ModulePath del proveedor.',
};
