import type { SentencesOf } from '../../sentence-texts.ts';
import type { tokenSentences as english } from '../../../../service/contract/vocabulary/sentences/token-sentences.ts';
import { deviceSentences } from './device-sentences.ts';

interface Permitted {
  readonly provider: string;
}
const orPermit = ({ provider }: Permitted): string =>
  provider === '' ? '' : `, ou permettez un essai avec « token unlock-guard --provider ${provider} »`;
const refusedPin =
  (words: string) =>
  (permitted: Permitted): string =>
    `${words} Il n’est réessayé que lorsque le code PIN est changé dans la configuration${orPermit(permitted)}.`;
const takeOut = (permitted: Permitted): string =>
  `Il n’est redemandé que lorsque le jeton a été retiré puis remis${orPermit(permitted)}.`;

export const tokenSentences: SentencesOf<typeof english> = {
  ...deviceSentences,
  PROVIDER_TYPE_NOT_CONFIGURED: ({ type }) => `Aucun fournisseur de type ${type} n’est configuré.`,
  PROVIDER_TYPE_UNAVAILABLE: ({ type }) => `Le fournisseur ${type} n’est pas disponible maintenant.`,
  PROVIDER_NOT_CONFIGURED: () => 'Le fournisseur n’est pas configuré.',
  PROVIDER_WITHOUT_MODULE: () => 'Aucun module ne sert le fournisseur.',
  THUMBPRINT_MALFORMED: () =>
    'certificateThumbprint n’est pas une empreinte (SHA-1 ou SHA-256) en chiffres hexadécimaux.',
  CERTIFICATE_NOT_SHOWN_BY: ({ type }) => `Aucun fournisseur ${type} ne montre de certificat avec cette empreinte.`,
  CERTIFICATE_NOT_SHOWN: () => 'Aucun fournisseur ne montre de certificat avec cette empreinte.',
  CERTIFICATE_VALID_ONLY: ({ from, to }) => `Le certificat n’est valable que du ${from} au ${to}.`,
  CERTIFICATES_SEVERAL: ({ count, type }) =>
    `Il y a ${count} certificats de signature chez les fournisseurs ${type} : nommez-en un par son empreinte.`,
  CERTIFICATE_NOT_ON_PROVIDER: ({ thumbprint }) => `Le certificat ${thumbprint} est introuvable chez le fournisseur.`,
  CERTIFICATE_NONE_ON_PROVIDER: () => 'Aucun certificat de signature n’a été trouvé chez le fournisseur.',
  DEVICE_BUSY: () => 'L’appareil est occupé ou ne répond pas.',
  TOKEN_HOST_STARTING: () => 'Le processus qui tient les clés est en train de démarrer.',
  TOKEN_HOST_UNHEARD: () => 'Le processus qui tient les clés est en train de démarrer, ou ne répond pas maintenant.',
  TOKEN_HOST_RESTARTING: () => 'Le processus qui tient les clés est en train de redémarrer.',
  STATIONS_SEVERAL: ({ type }) =>
    `Plusieurs stations ont des fournisseurs ${type} : nommez le certificat par son empreinte.`,
  KEY_ELSEWHERE: () => 'La clé se trouve à une autre station, qui prend la tâche.',
  KEY_NOWHERE: () =>
    'Aucune station en marche ne montre le certificat : insérez son jeton, ou démarrez la station qui l’a.',
  KEY_NOT_SHOWN_NOW: ({ type }) =>
    `Aucun fournisseur ${type} ne montre maintenant de certificat de signature, et plusieurs stations pourraient prendre ` +
    'la demande : insérez le jeton, ou nommez le certificat (certificateThumbprint).',
  PIN_NOT_ENTERED_FOR_DOCUMENT: () => 'Le code PIN n’a pas été saisi pour ce document.',
  PIN_FOR_OTHER_DOCUMENTS: () => 'D’autres documents attendent maintenant le code PIN : regardez-les de nouveau.',
  PIN_REFUSED_NOT_TRIED: () => 'Le jeton a déjà refusé ce code PIN. Il n’a pas été essayé de nouveau.',
  PIN_NOT_HANDED_OVER: () => 'Le code PIN n’a pas pu être transmis.',
  PIN_LOCKED: () => 'Le code PIN est bloqué : débloquez-le avec le code PUK dans le logiciel du jeton.',
  PIN_LAST_TRY: () =>
    'Il ne reste qu’un essai du code PIN : connectez-vous une fois avec le logiciel du jeton, puis signez de nouveau.',
  PIN_WRONG_BEFORE: (permitted) =>
    `Un code PIN faux a été saisi auparavant : connectez-vous une fois avec le logiciel du jeton${orPermit(permitted)} ; puis signez de nouveau.`,
  PIN_ON_READER_NEEDS_PERSON: () =>
    'Le code PIN de ce jeton se saisit sur son lecteur, où quelqu’un doit être : configurez-le comme fournisseur SmartCard.',
  PIN_ENTERED_BY_PERSON: () => 'Le code PIN du jeton est saisi par une personne, à qui il est demandé.',
  PIN_NOT_CONFIGURED: () => 'Le code PIN du jeton n’est pas configuré.',
  PIN_UNREADABLE: ({ secret }) =>
    `Le secret ${secret} est illisible : donnez à l’utilisateur sous lequel tourne la station le droit de lire son fichier, et n’y gardez rien d’autre que le secret.`,
  PIN_EMPTY: () => 'Le code PIN configuré est vide : écrivez-le dans son secret.',
  PIN_TOO_SHORT: ({ min }) =>
    `Le code PIN configuré est trop court pour le jeton, qui en veut au moins ${min} caractères.`,
  PIN_TOO_LONG: ({ max }) =>
    `Le code PIN configuré est trop long pour le jeton, qui en prend au plus ${max} caractères.`,
  PIN_OF_OTHER_PROVIDER: () =>
    'Un autre fournisseur est connecté à ce jeton avec un autre code PIN que celui qui est configuré ici : donnez le même aux deux.',
  PIN_OUTCOME_UNKNOWN: refusedPin(
    'Des connexions avec ce code PIN ont été interrompues avant que leur issue soit connue ; il peut être juste ou faux.',
  ),
  PIN_SAID_LOCKED: refusedPin(
    'Le jeton a dit que son code PIN est bloqué : débloquez-le d’abord avec le code PUK dans le logiciel du jeton.',
  ),
  PIN_TO_CHANGE: refusedPin('Le jeton veut que ce code PIN soit changé : changez-le d’abord avec son logiciel.'),
  PIN_REFUSED_BEFORE: refusedPin('Le jeton a déjà refusé ce code PIN.'),
  PIN_NOT_ENTERED_ON_READER: (permitted) => `Le code PIN n’a pas été saisi sur le lecteur. ${takeOut(permitted)}`,
  PIN_FAILED_ON_READER: ({ answer, ...permitted }) =>
    `La connexion au lecteur a échoué : code PIN faux, annulation ou délai dépassé (${answer}). ${takeOut(permitted)}`,
  PIN_MEMORY_DAMAGED: ({ file }) =>
    `La mémoire du gardien des codes PIN est illisible : assurez-vous que le code est juste, puis supprimez le fichier ${file}.`,
  PIN_MEMORY_NOT_KEPT: ({ folder }) =>
    `Rien ne peut être écrit dans ${folder}, où sont notés les codes PIN essayés : veillez à ce que la station puisse y écrire et que le disque fonctionne. Aucun code n’est essayé d’ici là.`,
  CARD_OTHER_CERTIFICATE: () =>
    'Le certificat voulu n’est pas sur le jeton inséré : une autre carte est dans le lecteur.',
  CARD_CERTIFICATE_REPLACED: () =>
    'Le jeton avait le certificat voulu avant et ne l’a plus : il a été remplacé. Nommez le certificat qu’il a maintenant.',
  CARD_UNNAMED: ({ name }) =>
    `Le jeton ne montre pas de certificats avant la connexion, et rien ne dit que c’est celui du fournisseur ${name} : ` +
    'réglez son TokenSerial, pour que le code PIN n’aille à aucune autre carte.',
  CARD_OTHER_THAN_OPENED: ({ name }) =>
    `Une autre carte est dans le lecteur que celle que le code PIN du fournisseur ${name} a ouverte jusqu’ici : ` +
    'insérez celle-là, ou nommez le certificat.',
  TOKEN_NOT_INSERTED: ({ name }) => `Aucun jeton n’est inséré pour le fournisseur ${name}.`,
  TOKEN_NOT_AMONG: ({ name, count }) => `Le jeton du fournisseur ${name} n’est pas parmi les ${count} insérés.`,
  TOKENS_SEVERAL: ({ name, count }) =>
    `${count} jetons vont au fournisseur ${name} : retirez-les tous sauf un, ou nommez-en un par son numéro de série (TokenSerial).`,
  TOKEN_BUSY_LOGIN: () => 'Un autre processus se connecte en ce moment à ce jeton.',
  TOKEN_WITH_KEY_GONE: () => 'Le jeton qui porte la clé choisie n’est plus là.',
  TOKEN_CANNOT_SIGN_SO: () => 'Le jeton ne peut pas signer avec cette clé.',
  KEY_CANNOT_MAKE: ({ scheme, hash }) => `La clé ne sait pas faire ${scheme} avec ${hash}.`,
  KEY_WITHOUT_ALGORITHM: () => 'L’appareil n’offre pas d’algorithme de signature pour cette clé.',
  SIGNATURE_OF_DEVICE_WRONG: () =>
    'L’appareil a rendu une signature qui ne correspond pas au certificat ; elle a été rejetée.',
  MODULE_PATH_RELATIVE: () => 'Le chemin du module PKCS#11 doit être absolu et sur cette machine.',
  MODULE_OF_OTHER_SYSTEM: () => 'Le module PKCS#11 n’est pas une bibliothèque pour ce genre de système.',
  MODULE_OF_OTHER_PROCESSOR: ({ found, needed }) =>
    `Le module PKCS#11 est pour un autre processeur (${found === '' ? 'inconnu' : found}, il faut ${needed}).`,
  MODULE_NOT_INSTALLED: () => 'Le module PKCS#11 (pilote du jeton) n’est pas installé.',
  MODULE_NOT_LOADED: () =>
    'Le module PKCS#11 n’a pas pu être chargé ; une bibliothèque dont il a besoin manque peut-être.',
  PFX_MISSING: () => 'Le fichier PFX manque ou n’est pas lisible.',
  PFX_WITHOUT_KEY: () => 'Le fichier PFX ne contient pas cette clé.',
  PFX_PASSWORD_MISSING: () => 'Le mot de passe du fichier PFX n’est pas configuré.',
  PFX_PASSWORD_EMPTY: () =>
    'Le mot de passe configuré est vide, et le fichier PFX en a un autre : écrivez le mot de passe dans son secret.',
  PFX_PASSWORD_WRONG: () =>
    'Le mot de passe du fichier PFX est faux. Il est réessayé quand le mot de passe ou le fichier a changé.',
  PFX_UNUSABLE: ({ detail }) => `Le fichier PFX n’est pas utilisable (${detail}).`,
};
