import type { doctorTokenPhrases as english } from '../../en/phrases/doctor-token-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const doctorTokenPhrases: PhrasesOf<typeof english> = {
  '"{label}", serial number {serial}': '« {label} », numéro de série {serial}',
  'The module {path} does not know the card in {slot}.': 'Le module {path} ne connaît pas la carte dans {slot}.',
  'Install the software of the issuer of the card, or turn the card round if it is in the wrong way.':
    'Installez le logiciel de l’émetteur de la carte, ou retournez la carte si elle est à l’envers.',
  'The token in {slot} cannot be read ({error}).': 'Le jeton dans {slot} ne peut pas être lu ({error}).',
  'Take it out, clean its contacts, insert it again, and try another reader.':
    'Retirez-le, nettoyez ses contacts, réinsérez-le, et essayez un autre lecteur.',
  'The token in the configured slot {slot} has not been initialised.':
    'Le jeton de l’emplacement configuré {slot} n’a pas été initialisé.',
  'Set it up with the software of the token, or set SlotId to the slot of the one you mean.':
    'Préparez-le avec le logiciel du jeton, ou réglez SlotId sur l’emplacement de celui que vous voulez.',
  'The only token there is has not been initialised.': 'Le seul jeton présent n’a pas été initialisé.',
  'Set it up with the software of the token: give it a label, a PIN, a key and a certificate.':
    'Préparez-le avec le logiciel du jeton : donnez-lui un libellé, un PIN, une clé et un certificat.',
  'No token has the configured label "{label}".': 'Aucun jeton n’a le libellé configuré « {label} ».',
  'Insert that token, or set TokenLabel to one of those that are there: {labels}.':
    'Insérez ce jeton, ou réglez TokenLabel sur un de ceux qui sont là : {labels}.',
  'No token has the configured serial number "{serial}".': 'Aucun jeton n’a le numéro de série configuré « {serial} ».',
  'Insert that token, or set TokenSerial to one of those that are there: {serials}.':
    'Insérez ce jeton, ou réglez TokenSerial sur un de ceux qui sont là : {serials}.',
  'No single token has both the configured label and the configured serial number.':
    'Aucun jeton n’a à la fois le libellé et le numéro de série configurés.',
  'There is no such token in the configured slot {slot}.':
    'Il n’y a pas de tel jeton dans l’emplacement configuré {slot}.',
  'Set TokenLabel and TokenSerial to those of one token; in the slots are now: {slots}.':
    'Réglez TokenLabel et TokenSerial sur ceux d’un même jeton ; dans les emplacements il y a : {slots}.',
  'Set SlotId to a slot that has the token, now {slots}, or leave it out and set TokenSerial, as slot numbers change.':
    'Réglez SlotId sur un emplacement qui a le jeton, à présent {slots}, ou omettez-le et réglez TokenSerial, car les numéros changent.',
  'The token {token} shows through the module {path}, which is not the configured one.':
    'Le jeton {token} apparaît par le module {path}, qui n’est pas celui configuré.',
  'Set the ModulePath of the provider to that module if this is the token you mean.':
    'Réglez le ModulePath du fournisseur sur ce module si c’est le jeton voulu.',
  'There are {count} tokens that fit the settings of the provider: {list}.':
    '{count} jetons conviennent aux réglages du fournisseur : {list}.',
  'Set TokenSerial to the serial number of the one you mean, or remove the others.':
    'Réglez TokenSerial sur le numéro de série de celui voulu, ou retirez les autres.',
  'The token "{label}" shows through several modules: {modules}.':
    'Le jeton « {label} » apparaît par plusieurs modules : {modules}.',
  'Nothing needs to be done: it is listed once.': 'Il n’y a rien à faire : il est listé une fois.',
  'the card in the reader {name}': 'la carte dans le lecteur {name}',
  'the token {token}': 'le jeton {token}',
  'The token {token} does not answer ({error}).': 'Le jeton {token} ne répond pas ({error}).',
  'The token {token} says that it failed its own test, and signs nothing.':
    'Le jeton {token} dit qu’il a échoué à son propre test, et ne signe rien.',
  'Take it out and insert it again, or restart the HSM; if it still says so, have its maker replace it.':
    'Retirez-le et réinsérez-le, ou redémarrez le HSM ; s’il le dit encore, faites-le remplacer par son fabricant.',
  'Take it out, clean its contacts, insert it again, and try another reader or port.':
    'Retirez-le, nettoyez ses contacts, réinsérez-le, et essayez un autre lecteur ou port.',
  'The token {token} has no free session; other programs, or the running station, hold them all.':
    'Le jeton {token} n’a pas de session libre ; d’autres programmes, ou la station, les tiennent toutes.',
  'Close other programs that use the token, or lower MaxConcurrentSessions of the provider.':
    'Fermez les autres programmes qui utilisent le jeton, ou baissez MaxConcurrentSessions du fournisseur.',
  'Another program seems to keep {what} to itself ({error}).':
    'Un autre programme semble garder {what} pour lui ({error}).',
  'Another program seems to keep {what} to itself.': 'Un autre programme semble garder {what} pour lui.',
  'Close browsers and other signing programs that use it, then try again.':
    'Fermez les navigateurs et autres programmes de signature qui l’utilisent, puis réessayez.',
  'The token {token} is write-protected, which does not matter for signing.':
    'Le jeton {token} est protégé en écriture, ce qui n’importe pas pour signer.',
  'Ask the issuer for a certificate that follows RFC 5280; the one on the token breaks it.':
    'Demandez à l’émetteur un certificat conforme à RFC 5280 ; celui du jeton ne l’est pas.',
  'Ask the issuer for a certificate that follows RFC 5280; the one in the file breaks it.':
    'Demandez à l’émetteur un certificat conforme à la RFC 5280 ; celui du fichier ne l’est pas.',
  'The token {token} shows no signing certificate before a login.':
    'Le jeton {token} ne montre pas de certificat de signature avant une connexion.',
  'The token {token} shows no signing certificate.': 'Le jeton {token} ne montre pas de certificat de signature.',
  'The token {token} shows no keys before a login, so that nobody can see yet whether each certificate has one.':
    'Le jeton {token} ne montre aucune clé avant une connexion, si bien que personne ne voit encore si chaque certificat en a une.',
  'Look at the list of certificates once the station is logged in: it says of each whether it can sign, and why not.':
    'Regardez la liste des certificats une fois la station connectée : elle dit pour chacun s’il peut signer, et pourquoi non.',
  'Import the certificate that was issued for the key with the software of the token, unless it shows after a login.':
    'Importez le certificat émis pour la clé avec le logiciel du jeton, sauf s’il apparaît après une connexion.',
  'The certificate of an unnamed holder': 'Le certificat d’un titulaire sans nom',
  'The certificate of {subject}': 'Le certificat de {subject}',
  '{what} is valid from {time} only.': '{what} n’est valable qu’à partir du {time}.',
  'Check the clock of this computer, or wait.': 'Vérifiez l’horloge de cet ordinateur, ou attendez.',
  '{what} expired at {time}.': '{what} a expiré le {time}.',
  'Have it renewed by its issuer, and check the clock.':
    'Faites-le renouveler par son émetteur, et vérifiez l’horloge.',
  '{what} was issued for other purposes than documents (extended key usage), so that its signatures are not called valid.':
    '{what} a été émis pour d’autres usages que les documents (utilisation étendue de la clé), si bien que ses signatures ne sont pas dites valides.',
  '{what} has a key that the token does not let sign (CKA_SIGN).':
    '{what} a une clé que le jeton ne laisse pas signer (CKA_SIGN).',
  'Make or import a key that may sign with the software of the token, or choose another certificate on it.':
    'Créez ou importez avec le logiciel du jeton une clé qui a le droit de signer, ou choisissez-y un autre certificat.',
  '{what} may be used for {usages}, not for signatures.': '{what} peut servir à {usages}, pas aux signatures.',
  'Choose a certificate for signatures, or order one from the issuer.':
    'Choisissez un certificat de signature, ou commandez-en un à l’émetteur.',
  '{what} cannot be used: {detail}.': '{what} ne peut pas être utilisé : {detail}.',
  'Have a certificate issued for an RSA key of 2048 bits or more, or for a P-256 key.':
    'Faites émettre un certificat pour une clé RSA d’au moins 2048 bits, ou une clé P-256.',
  '{what} has a kind of key or a curve that this station cannot sign with.':
    '{what} a un type de clé ou une courbe avec lesquels cette station ne peut pas signer.',
  'Have a certificate issued for an RSA key, a P-256, P-384 or P-521 key, or an Ed25519 key.':
    'Faites émettre un certificat pour une clé RSA, P-256, P-384, P-521 ou Ed25519.',
  '{what} has a key of the kind {kind}, for which the module offers no signature mechanism.':
    '{what} a une clé du type {kind}, pour laquelle le module n’offre aucun mécanisme de signature.',
  "Update the software of the token, or try the module of the token's maker instead of a general one.":
    'Mettez à jour le logiciel du jeton, ou essayez le module de son fabricant au lieu d’un module général.',
  '{what} has no private key in the PFX file.': '{what} n’a pas de clé privée dans le fichier PFX.',
  '{what} has no private key on the token that could be found.':
    '{what} n’a sur le jeton aucune clé privée qui ait été trouvée.',
  'Import the certificate to the token on which its key was made, with the same id as the key.':
    'Importez le certificat sur le jeton où sa clé a été créée, avec le même identifiant que la clé.',
  '{what} has another id (CKA_ID) on the token than its key.':
    '{what} a sur le jeton un autre identifiant (CKA_ID) que sa clé.',
  'Give both the same id with the software of the token: this station finds the key all the same, other programs do not.':
    'Donnez le même identifiant aux deux avec le logiciel du jeton : cette station trouve quand même la clé, d’autres programmes non.',
};
