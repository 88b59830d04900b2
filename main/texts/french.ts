import type { ProgramTexts } from './program-texts.ts';

export const french: ProgramTexts = {
  cannotStart: 'Signing Station ne peut pas démarrer',
  hasToClose: 'Signing Station doit se fermer',
  cannotShowWindow: 'Signing Station ne peut pas afficher sa fenêtre',
  unexpected: 'Un événement inattendu s’est produit ; le journal dit où.',
  failedOften: 'Il est tombé en panne à plusieurs reprises. Le journal dit où.',
  pageEnded: 'Sa page n’a pas pu être chargée, ou s’est arrêtée à plusieurs reprises. Le journal en dit plus.',
  startsAgain: 'Signing Station redémarre',
  portTaken:
    'Son port est pris : par un autre programme, par une station démarrée sans fenêtre ou par celle d’un autre ' +
    'utilisateur de cette machine. Arrêtez-la, ou réglez un autre Server:Port.',
  portRefused: 'Le système garde ce port pour lui. Réglez un Server:Port au-dessus de 1023.',
  databaseDamaged:
    'La base de données est endommagée. Gardez une copie de station.db et des fichiers à côté, puis restaurez une ' +
    'sauvegarde de tous.',
  tooFewHandles: 'Le système laisse le programme ouvrir trop peu de fichiers.',
  noSpace:
    'Il n’y a plus de place là où la station garde ses données. Faites de la place, ou réglez un autre Data:Directory.',
  unsafeDisk:
    'Le système de fichiers du dossier des données ne peut pas garder les noms des fichiers en cas de coupure de courant, ' +
    'comme certains partages réseau. Réglez un Data:Directory sur un disque de cette machine.',
  notWritable: (place) =>
    `La station n’a pas le droit d’écrire dans ${place ?? 'son dossier de données'}. Donnez-le à votre utilisateur, ou ` +
    'réglez un autre Data:Directory.',
  wrongKind: (place) =>
    `Là où la station garde un dossier se trouve un fichier, ou un dossier à la place d’un fichier : ${place ?? 'dans son dossier de données'}. ` +
    'Déplacez-le, ou réglez un autre Data:Directory.',
  linkToNothing: (place) =>
    `${place ?? 'Un élément du dossier de données'} est un lien dont la cible n’existe pas. Créez-la, montez-la, ou supprimez le lien.`,
  dataDirectoryInUse: (folder) =>
    `Une autre station fonctionne avec le dossier de données ${folder}. Arrêtez-la, ou réglez un autre Data:Directory.`,
  inspectorIsOpen:
    'Un inspecteur est ouvert dans ce processus : qui se connecte à son port peut lire les codes PIN et les clés. Démarrez ' +
    'sans --inspect.',
  switchesRefused: (switches) =>
    `Il a été démarré avec ${switches}, ce qui laisserait d’autres programmes regarder dans sa fenêtre.`,
  needsRoleApi: 'Le programme de bureau a besoin du rôle api.',
  settingsUnreadable: (file) =>
    `${file} ne peut pas être lu comme réglages (JSON). Corrigez le fichier, puis redémarrez.`,
  passwordsLost: (folder, files) => ({
    title: 'Des mots de passe sont à donner de nouveau',
    text: `Le trousseau du système n’ouvre plus ce qu’il gardait. Refaites ces fichiers dans ${folder} : ${files}.`,
  }),
  keepPasswords: (files) => ({
    title: 'Garder ces mots de passe dans le trousseau du système ?',
    text:
      `Ils se trouvent dans des fichiers que chacun de vos programmes peut lire : ${files}. Dans le trousseau, seul ce ` +
      'programme les ouvre ; les fichiers sont alors effacés. Les commandes et une station sans fenêtre ne regardent que ' +
      'dans ces fichiers, et ne les trouveront plus.',
  }),
  keepInKeyStore: 'Les garder dans le trousseau',
  leaveFiles: 'Laisser les fichiers',
  beginWith: {
    title: 'Avec quoi voulez-vous signer ?',
    text:
      'Une carte ou un jeton a besoin de la bibliothèque PKCS#11 de son fabricant ; le diagnostic dit ensuite ce qui manque. ' +
      'L’identité de démonstration signe tout de suite, mais personne n’acceptera ses signatures.',
  },
  myToken: 'Ma carte ou mon jeton',
  demoIdentity: 'Une identité de démonstration, pour essayer',
  decideLater: 'Décider plus tard',
  libraryOfToken: 'La bibliothèque PKCS#11 de votre jeton',
  libraries: 'Bibliothèques PKCS#11',
};
