import type { doctorModulePhrases as english } from '../../en/phrases/doctor-module-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const doctorModulePhrases: PhrasesOf<typeof english> = {
  'The provider {name} names no PKCS#11 module.': 'Le fournisseur {name} ne nomme aucun module PKCS#11.',
  'Set Signing:SmartCard:ModulePath to the driver of the card, for instance {example}, or AutoDetect to true for development.':
    'Réglez Signing:SmartCard:ModulePath sur le pilote de la carte, par exemple {example}, ou AutoDetect sur true pour le développement.',
  'Set Signing:SmartCard:ModulePath to the driver of the card, or AutoDetect to true for development.':
    'Réglez Signing:SmartCard:ModulePath sur le pilote de la carte, ou AutoDetect sur true pour le développement.',
  'Signing:SmartCard:AutoDetect is meant for development and does nothing in Production.':
    'Signing:SmartCard:AutoDetect est fait pour le développement et ne fait rien en Production.',
  'Set Signing:SmartCard:ModulePath to the driver of the card, for instance {example}.':
    'Réglez Signing:SmartCard:ModulePath sur le pilote de la carte, par exemple {example}.',
  'Set Signing:SmartCard:ModulePath to the driver of the card.':
    'Réglez Signing:SmartCard:ModulePath sur le pilote de la carte.',
  'No PKCS#11 module was found on this computer.': 'Aucun module PKCS#11 n’a été trouvé sur cet ordinateur.',
  'No PKCS#11 module that works was found on this computer.':
    'Aucun module PKCS#11 qui fonctionne n’a été trouvé sur cet ordinateur.',
  'Install the software that came with the card or token, or OpenSC.':
    'Installez le logiciel livré avec la carte ou le jeton, ou OpenSC.',
  'The module {path} is a debugging tool that writes every call, PINs included, to a file.':
    'Le module {path} est un outil de débogage qui écrit chaque appel, PIN compris, dans un fichier.',
  'Set the ModulePath of the provider to the module that it was put in front of.':
    'Réglez le ModulePath du fournisseur sur le module devant lequel il a été placé.',
  'The module {path} crashed in {call}.': 'Le module {path} a planté dans {call}.',
  'Update or reinstall the software of the token, and unplug other readers and tokens to see which one it is.':
    'Mettez à jour ou réinstallez le logiciel du jeton, et débranchez les autres lecteurs et jetons pour voir lequel est en cause.',
  'The module {path} did not come back from {call} in time.': 'Le module {path} n’est pas revenu à temps de {call}.',
  'Look for a window of its own that waits for you, then unplug the token and plug it in again.':
    'Cherchez une fenêtre à lui qui vous attend, puis débranchez le jeton et rebranchez-le.',
  'The module {path} was found and not tried: {detail}.':
    'Le module {path} a été trouvé et n’a pas été essayé : {detail}.',
  'there was no time left': 'il ne restait plus de temps',
  'the program could not look into it': 'le programme n’a pas pu l’examiner',
  'clients of HSMs are loaded only where they are configured':
    'les clients de HSM ne sont chargés que là où ils sont configurés',
  'it is a debugging tool that writes PINs to a file': 'c’est un outil de débogage qui écrit les PIN dans un fichier',
  'in Production only configured modules are loaded': 'en Production seuls les modules configurés sont chargés',
  'Nothing needs to be done.': 'Il n’y a rien à faire.',
  'The file {path} is a library without C_GetFunctionList, so it is no PKCS#11 module.':
    'Le fichier {path} est une bibliothèque sans C_GetFunctionList, donc pas un module PKCS#11.',
  'Configure the PKCS#11 module of the token, which often lies beside this library.':
    'Configurez le module PKCS#11 du jeton, souvent à côté de cette bibliothèque.',
  'The module {path} refused to start ({call}).': 'Le module {path} a refusé de démarrer ({call}).',
  'The module {path} started and cannot look for readers and tokens ({call}).':
    'Le module {path} a démarré et ne peut pas chercher de lecteurs ni de jetons ({call}).',
  'Unplug the reader or token and plug it in again, and restart the smart card service of the computer.':
    'Débranchez le lecteur ou le jeton et rebranchez-le, et redémarrez le service de cartes à puce de l’ordinateur.',
  'Unplug the reader or token and plug it in again, then restart the computer if its own software does not see it either.':
    'Débranchez le lecteur ou le jeton et rebranchez-le, puis redémarrez l’ordinateur si son propre logiciel ne le voit pas non plus.',
  'Check that the services and settings it needs are there, and start the software of the token once.':
    'Vérifiez que les services et réglages nécessaires sont là, et démarrez une fois le logiciel du jeton.',
  'Set the ModulePath of the provider to it if it is the driver of your token.':
    'Réglez le ModulePath du fournisseur dessus si c’est le pilote de votre jeton.',
  'The configured module {path} does not exist.': 'Le module configuré {path} n’existe pas.',
  'Install the software of the token, or correct the ModulePath of the provider.':
    'Installez le logiciel du jeton, ou corrigez le ModulePath du fournisseur.',
  'The module {path} is registered with p11-kit and does not exist.':
    'Le module {path} est enregistré auprès de p11-kit et n’existe pas.',
  'Install the package it belongs to, or remove its registration.':
    'Installez le paquet auquel il appartient, ou retirez son enregistrement.',
  'The path {path} is not an absolute one on this computer.': 'Le chemin {path} n’est pas absolu sur cet ordinateur.',
  'Give the full path of a module on a disk of this computer.':
    'Donnez le chemin complet d’un module sur un disque de cet ordinateur.',
  'The module {path} is a link that leads back to itself, so that there is no file behind it.':
    'Le module {path} est un lien qui revient à lui-même, si bien qu’aucun fichier n’est derrière.',
  'Set the ModulePath of the provider to the file itself, or install the software of the token anew.':
    'Réglez le ModulePath du fournisseur sur le fichier lui-même, ou réinstallez le logiciel du jeton.',
  'The configured module {path} is a folder.': 'Le module configuré {path} est un dossier.',
  'Give the path of the library in it, not of the folder.':
    'Donnez le chemin de la bibliothèque qu’il contient, pas du dossier.',
  'The module {path} cannot be read by the user that the station runs as.':
    'Le module {path} n’est pas lisible par l’utilisateur sous lequel tourne la station.',
  'Give that user the right to read the file and the folders above it.':
    'Donnez à cet utilisateur le droit de lire le fichier et les dossiers au-dessus.',
  'The file {path} is not a library of this kind of system.':
    'Le fichier {path} n’est pas une bibliothèque de ce type de système.',
  'Configure the library itself, not an installer, a link file or the driver of another system.':
    'Configurez la bibliothèque elle-même, pas un installateur, un raccourci ou le pilote d’un autre système.',
  'another kind of processor': 'un autre type de processeur',
  'The module {path} is built for {what}; this program needs {architecture}.':
    'Le module {path} est fait pour {what} ; ce programme a besoin de {architecture}.',
  'Install the {architecture} version of the software of the token.':
    'Installez la version {architecture} du logiciel du jeton.',
  'The module {path} does not fit the libraries of this system ({text}).':
    'Le module {path} ne va pas avec les bibliothèques de ce système ({text}).',
  'Install the version of the software of the token that is made for this release of the system.':
    'Installez la version du logiciel du jeton faite pour cette version du système.',
  'The module {path} needs a library that is not there.':
    'Le module {path} a besoin d’une bibliothèque qui n’est pas là.',
  'The module {path} needs the library {library} that is not there.':
    'Le module {path} a besoin de la bibliothèque {library}, qui n’est pas là.',
  'Install the missing library, or reinstall the software of the token, which should bring it.':
    'Installez la bibliothèque manquante, ou réinstallez le logiciel du jeton, qui devrait l’apporter.',
  'The system refused to load the module {path} ({text}).': 'Le système a refusé de charger le module {path} ({text}).',
  'Reinstall the software of the token, and check that security software does not block it.':
    'Réinstallez le logiciel du jeton, et vérifiez qu’un logiciel de sécurité ne le bloque pas.',
  'The module {path} ({product}) is left out on purpose: it {reason}.':
    'Le module {path} ({product}) est laissé de côté exprès : {reason}.',
  'opens windows or connections as soon as it is loaded': 'il ouvre des fenêtres ou des connexions dès son chargement',
  'keeps its keys in the files of a browser, not on a token':
    'il garde ses clés dans les fichiers d’un navigateur, pas sur un jeton',
  'shows the tokens of other modules a second time': 'il montre une seconde fois les jetons d’autres modules',
  'Set the ModulePath of the provider to it if you want it all the same.':
    'Réglez le ModulePath du fournisseur dessus si vous le voulez quand même.',
  'The module {path} was found under several names as well: {names}.':
    'Le module {path} a aussi été trouvé sous d’autres noms : {names}.',
  'Nothing needs to be done: it is loaded once.': 'Il n’y a rien à faire : il est chargé une fois.',
  'It could not be asked for.': 'Il n’a pas pu être interrogé.',
  'The module {path} needs the daemon {name}, which does not run.':
    'Le module {path} a besoin du démon {name}, qui ne tourne pas.',
  'Start it as administrator, for instance with systemctl enable --now {name}, then try again.':
    'Démarrez-le en administrateur, par exemple avec systemctl enable --now {name}, puis réessayez.',
  'Only members of the group {name} may use the module {path}, and the user that the station runs as is none.':
    'Seuls les membres du groupe {name} peuvent utiliser le module {path}, et l’utilisateur de la station n’en est pas un.',
  'Add that user to it (usermod -aG {name} USER), log out and in, and start the station again.':
    'Ajoutez-y cet utilisateur (usermod -aG {name} USER), déconnectez-vous et reconnectez-vous, et redémarrez la station.',
  'The module {path} finds no usable settings: {name} is missing, unreadable, names no folder for tokens or has a line that it does not understand.':
    'Le module {path} ne trouve pas de réglages utilisables : {name} manque, est illisible, ne nomme pas de dossier de jetons ou a une ligne qu’il ne comprend pas.',
  'Make or mend that file, or set the variable that names it (SOFTHSM2_CONF) where the station is started.':
    'Créez ou corrigez ce fichier, ou réglez la variable qui le nomme (SOFTHSM2_CONF) là où la station est démarrée.',
  'The module {path} finds no TPM: the device {name} is missing.':
    'Le module {path} ne trouve pas de TPM : le périphérique {name} manque.',
  'Switch the TPM on in the settings of the computer (BIOS or UEFI), or name another one by the variable TPM2_PKCS11_TCTI where the station is started.':
    'Activez le TPM dans les réglages de l’ordinateur (BIOS ou UEFI), ou nommez-en un autre par la variable TPM2_PKCS11_TCTI là où la station est démarrée.',
  'The folder {name}, in which the module {path} keeps its tokens, is missing or may not be read.':
    'Le dossier {name}, où le module {path} garde ses jetons, manque ou ne peut pas être lu.',
  'Correct the setting or variable that names it, or give the user that the station runs as the right to read it.':
    'Corrigez le réglage ou la variable qui le nomme, ou donnez à l’utilisateur de la station le droit de le lire.',
  'The smart card service (pcscd) does not let the user that the station runs as reach any reader.':
    'Le service de cartes à puce (pcscd) ne laisse l’utilisateur de la station atteindre aucun lecteur.',
  'Permit it by a rule of polkit for org.debian.pcsc-lite.access_pcsc and org.debian.pcsc-lite.access_card, or by the rights of its socket.':
    'Autorisez-le par une règle de polkit pour org.debian.pcsc-lite.access_pcsc et org.debian.pcsc-lite.access_card, ou par les droits de son socket.',
  'pcscd refuses the user that the station runs as.': 'pcscd refuse l’utilisateur de la station.',
  'The socket {path} may not be used by this user.': 'Le socket {path} ne peut pas être utilisé par cet utilisateur.',
  'The smart card service (pcscd) does not run, so that no reader can be reached.':
    'Le service de cartes à puce (pcscd) ne tourne pas, aucun lecteur n’est donc joignable.',
  'Install pcscd if it is missing, and start it with: systemctl enable --now pcscd.socket.':
    'Installez pcscd s’il manque, et démarrez-le avec : systemctl enable --now pcscd.socket.',
  'The system runs the service when it is needed.': 'Le système démarre le service quand il en faut.',
  'pcscd is installed; its socket is not there.': 'pcscd est installé ; son socket n’est pas là.',
  'The socket of pcscd is not there.': 'Le socket de pcscd n’est pas là.',
  'pcscd runs; its socket is {socket}.': 'pcscd tourne ; son socket est {socket}.',
  'The socket {socket} starts pcscd when it is used.': 'Le socket {socket} démarre pcscd à l’usage.',
  'No smart card reader and no USB token is connected.': 'Aucun lecteur de cartes ni jeton USB n’est branché.',
  'Plug the reader or token in, if possible without a hub, and wait two seconds.':
    'Branchez le lecteur ou le jeton, si possible sans concentrateur, et attendez deux secondes.',
  'There is no card in the reader {names}.': 'Il n’y a pas de carte dans le lecteur {names}.',
  'Insert the card with its chip first and facing the contacts, and wait two seconds.':
    'Insérez la carte puce en avant, face aux contacts, et attendez deux secondes.',
  'A {name} (USB {ids}) is plugged in and its software is not installed.':
    '{name} (USB {ids}) est branché et son logiciel n’est pas installé.',
  'The card in the reader {name} looks like {what}, whose software is not installed.':
    'La carte dans le lecteur {name} ressemble à {what}, dont le logiciel n’est pas installé.',
  'a known one': 'une carte connue',
  'Install {products}.': 'Installez {products}.',
  'a call': 'un appel',
  'Take away the blank with which the ModulePath of the provider begins or ends.':
    'Enlevez l’espace par laquelle commence ou finit le ModulePath du fournisseur.',
};
