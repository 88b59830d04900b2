import type { doctorSecretPhrases as english } from '../../en/phrases/doctor-secret-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const doctorSecretPhrases: PhrasesOf<typeof english> = {
  'The PFX file {file} does not exist.': 'Le fichier PFX {file} n’existe pas.',
  'Put it there, or correct Signing:Pfx:Path.': 'Mettez-le là, ou corrigez Signing:Pfx:Path.',
  'The PFX file {file} is a folder.': 'Le fichier PFX {file} est un dossier.',
  'The PFX file {file} cannot be read by the user that the station runs as.':
    'Le fichier PFX {file} n’est pas lisible par l’utilisateur sous lequel tourne la station.',
  'Give the path of a PFX file that this user may read.':
    'Donnez le chemin d’un fichier PFX que cet utilisateur peut lire.',
  'The file {file} is not a PFX (PKCS#12) file.': 'Le fichier {file} n’est pas un fichier PFX (PKCS#12).',
  'Export key and certificate together as PKCS#12 (.pfx or .p12); PEM files and bare certificates do not do.':
    'Exportez clé et certificat ensemble en PKCS#12 (.pfx ou .p12) ; des fichiers PEM ou des certificats seuls ne suffisent pas.',
  'The PFX file {file} is damaged, or protected in a way that this station does not know.':
    'Le fichier PFX {file} est abîmé, ou protégé d’une façon que cette station ne connaît pas.',
  'Export key and certificate once more, with AES-256 where there is a choice.':
    'Exportez encore une fois clé et certificat, avec AES-256 s’il y a le choix.',
  'The PFX file {file} does not open with the configured password.':
    'Le fichier PFX {file} ne s’ouvre pas avec le mot de passe configuré.',
  'The PFX file {file} holds no signing certificate.':
    'Le fichier PFX {file} ne contient aucun certificat de signature.',
  'Set the secret {secret} to the password that was given when the file was exported; blanks and capitals count.':
    'Réglez le secret {secret} sur le mot de passe donné à l’export du fichier ; espaces et majuscules comptent.',
  PIN: 'PIN',
  password: 'mot de passe',
  'The file with the {what} (secret {secret}) cannot be read or is no text.':
    'Le fichier avec la valeur « {what} » (secret {secret}) ne peut pas être lu ou n’est pas du texte.',
  'Give the user that the station runs as the right to read it, and keep nothing but the secret in it.':
    'Donnez à l’utilisateur de la station le droit de le lire, et n’y gardez rien d’autre que le secret.',
  'The {what} is not configured (secret {secret}).': '« {what} » n’est pas configuré (secret {secret}).',
  'The {what} is not configured.': '« {what} » n’est pas configuré.',
  'Set PinSecretName of the provider, and the secret of that name.':
    'Réglez PinSecretName du fournisseur, et le secret de ce nom.',
  'Write it into the file {file}, which only the user that the station runs as may read, or set the variable {variable} where the station is started.':
    'Écrivez-le dans le fichier {file}, que seul l’utilisateur de la station peut lire, ou réglez la variable {variable} là où la station est démarrée.',
  'The PIN of the token {token} is entered on its reader, so that nothing is signed unattended.':
    'Le PIN du jeton {token} est saisi sur son lecteur, rien n’est donc signé sans surveillance.',
  'Be at the reader when its display asks, or use a reader without keys.':
    'Soyez au lecteur quand son écran le demande, ou utilisez un lecteur sans touches.',
  'The PIN of the token {token} is entered on its reader, which a provider that works unattended never asks.':
    'Le PIN du jeton {token} est saisi sur son lecteur, qu’un fournisseur sans surveillance n’interroge jamais.',
  'Configure the token as the SmartCard provider, or use a reader without keys.':
    'Configurez le jeton comme fournisseur SmartCard, ou utilisez un lecteur sans touches.',
  'The PIN of the token {token} is locked.': 'Le PIN du jeton {token} est bloqué.',
  'Unlock it with the PUK in the software of the token.': 'Débloquez-le avec le PUK dans le logiciel du jeton.',
  'One more wrong PIN locks the token {token}, so that the station does not log in.':
    'Un PIN faux de plus bloque le jeton {token}, la station ne se connecte donc pas.',
  'Log in once with the right PIN in the software of the token, which gives all tries back.':
    'Connectez-vous une fois avec le bon PIN dans le logiciel du jeton, ce qui rend tous les essais.',
  'Log in once with the right PIN in the software of the token, which gives all tries back, or make sure that the configured one is right, and {what}.':
    'Connectez-vous une fois avec le bon PIN dans le logiciel du jeton, ce qui rend tous les essais, ou assurez-vous que celui configuré est juste, et {what}.',
  'A wrong PIN was given to the token {token}, so that the station does not log in.':
    'Un PIN faux a été donné au jeton {token}, la station ne se connecte donc pas.',
  'The token {token} wants its PIN changed before it is used.':
    'Le jeton {token} veut que son PIN soit changé avant usage.',
  'Change it with the software of the token, then set the new one as the secret of the provider.':
    'Changez-le avec le logiciel du jeton, puis réglez le nouveau comme secret du fournisseur.',
  'The token {token} says that it has no PIN yet.': 'Le jeton {token} dit qu’il n’a pas encore de PIN.',
  'Set one with the software of the token.': 'Définissez-en un avec le logiciel du jeton.',
  'The file {file}, in which the station remembers which PINs were refused, cannot be read, so that it tries none.':
    'Le fichier {file}, où la station note les PIN refusés, ne peut pas être lu, elle n’en essaie donc aucun.',
  'Make sure that the configured PIN is right, for instance with the software of the token, then remove the file.':
    'Assurez-vous que le PIN configuré est juste, par exemple avec le logiciel du jeton, puis retirez le fichier.',
  'permit one more try with token unlock-guard --provider {provider}':
    'permettez un essai de plus avec token unlock-guard --provider {provider}',
  'Set the secret {secret} to the right PIN.': 'Réglez le secret {secret} sur le bon PIN.',
  'Set the secret {secret} to the right PIN, or {what}.': 'Réglez le secret {secret} sur le bon PIN, ou {what}.',
  'Set the secret {secret} to the right PIN, and {what}.': 'Réglez le secret {secret} sur le bon PIN, et {what}.',
  'The token {token} refused the configured PIN before; it is not tried again.':
    'Le jeton {token} a déjà refusé le PIN configuré ; il n’est pas réessayé.',
  'Logins to the token {token} broke off before they were answered; the PIN is not tried again.':
    'Des connexions au jeton {token} se sont rompues avant la réponse ; le PIN n’est pas réessayé.',
  'Wait until the TPM gives tries back by itself, or clear its lock with tpm2_dictionarylockout --clear-lockout.':
    'Attendez que le TPM rende des essais de lui-même, ou levez son blocage avec tpm2_dictionarylockout --clear-lockout.',
  'The token {token} said that its PIN is locked, whether the configured one is right or wrong.':
    'Le jeton {token} a dit que son PIN est bloqué, que celui configuré soit juste ou faux.',
  'The TPM behind the token {token} takes no PIN at present: too many wrong ones were given to it.':
    'Le TPM derrière le jeton {token} n’accepte aucun PIN pour l’instant : trop de PIN erronés lui ont été donnés.',
  'Two wrong PINs were given to the token {token}, so that the station does not try the configured one by itself.':
    'Deux PIN faux ont été donnés au jeton {token}, la station n’essaie donc pas d’elle-même celui configuré.',
  'Make sure that it is right, and {what}.': 'Assurez-vous qu’il est juste, et {what}.',
  'The configured PIN begins or ends with a blank, a line end or a character that nobody sees, which counts as part of it.':
    'Le PIN configuré commence ou finit par une espace, une fin de ligne ou un caractère invisible, qui en fait partie.',
  'Write the secret {secret} anew without it, unless the PIN has it.':
    'Réécrivez le secret {secret} sans cela, sauf si le PIN l’a.',
  'The file {file} with the {what} is a link to {path}, which does not exist.':
    'Le fichier {file} (valeur «\xa0{what}\xa0») est un lien vers {path}, qui n’existe pas.',
  'Put the secret there, or a file in the place of the link.':
    'Mettez le secret à cet endroit, ou un fichier à la place du lien.',
  'The configured PIN is empty: its file or variable is there, and nothing is in it.':
    'Le PIN configuré est vide\xa0: son fichier ou sa variable existe, mais ne contient rien.',
  'The configured PIN is too short for the token {token}.': 'Le PIN configuré est trop court pour le jeton {token}.',
  'The configured PIN is too long for the token {token}.': 'Le PIN configuré est trop long pour le jeton {token}.',
  'Set the secret {secret} to the PIN of this token.': 'Réglez le secret {secret} sur le PIN de ce jeton.',
  'The configured PIN has quotation marks around it, a name before it or a second line, which count as part of it.':
    'Le PIN configuré est entre guillemets, précédé d’un nom ou suivi d’une deuxième ligne, qui comptent comme faisant partie de lui.',
  'Write nothing but the PIN into the secret {secret}, unless the PIN has them.':
    'N’écrivez que le PIN dans le secret {secret}, sauf si cela fait partie du PIN.',
  'Move the file {file} to {path}: only a file of that name is read.':
    'Déplacez le fichier {file} vers {path} : seul un fichier de ce nom est lu.',
};
