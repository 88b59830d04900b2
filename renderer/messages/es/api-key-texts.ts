import type * as english from '../en/api-key-texts.ts';
import type { Texts } from '../texts.ts';

/** The texts of the part of Settings that manages API keys. */
export const apiKeyTexts: Texts<typeof english.apiKeyTexts> = {
  title: 'Claves de API',
  lead: 'Cada programa recibe su propia clave, para poder revocar una sin afectar a las demás.',
  none: 'Aún no hay claves: los programas de este equipo no las necesitan mientras no se exijan.',
  list: 'Claves',
  make: 'Crear una clave',
  newTitle: 'Nueva clave de API',
  name: 'Nombre',
  namePlaceholder: 'Por ejemplo: Contabilidad',
  nameInvalid: 'Dé a la clave un nombre de 1 a 100 caracteres.',
  allowed: 'Qué puede hacer la clave',
  approval: 'Antes de firmar sus documentos',
  approvalAsStation: 'Según la configuración de la estación (Approvals:Rule)',
  approvalRules: {
    Never: 'No se pregunta a nadie',
    Always: 'Una persona aprueba cada documento',
    OncePerBatch: 'Una persona aprueba cada lote una vez',
    Limited: 'Una persona aprueba y puede dejar que continúe durante 100 documentos o 15 minutos',
  },
  permissionsInvalid: 'Elija al menos un permiso.',
  making: 'Creando la clave',
  abandon: 'Descartar',
  permissions: {
    SignaturesCreate: { name: 'Firmar documentos', hint: 'Entregar documentos para su firma.' },
    SignaturesRead: {
      name: 'Leer firmas',
      hint: 'Seguir solicitudes y trabajos, y obtener y comprobar los archivos firmados.',
    },
    SignaturesCancel: {
      name: 'Cancelar firmas',
      hint: 'Cancelar solicitudes cuya firma aún no ha empezado.',
    },
    SignaturesApprove: {
      name: 'Aprobar firmas',
      hint: 'Ver lo que entregaron otras claves, y aprobarlo o rechazarlo en la página Revisar.',
    },
    CertificatesRead: {
      name: 'Leer certificados',
      hint: 'Ver los certificados con los que se puede firmar; solo datos públicos.',
    },
    ProvidersRead: {
      name: 'Leer proveedores',
      hint: 'Ver qué tarjetas, tokens y almacenes de claves están configurados y funcionan.',
    },
    AuditRead: {
      name: 'Leer la auditoría',
      hint: 'Ver qué ocurrió, quién lo hizo y cuándo, y las métricas de la estación.',
    },
    Verify: {
      name: 'Comprobar firmas',
      hint: 'Hacer comprobar archivos firmados de cualquier origen; no se almacenan.',
    },
    Administer: {
      name: 'Administrar',
      hint: 'Crear y revocar claves de API. No incluye los demás permisos.',
    },
  },
  prefix: 'Prefijo',
  tenant: 'Inquilino',
  created: 'Creada',
  lastUsed: 'Último uso',
  revoked: 'Revocada',
  inForce: 'En vigor',
  ownKey: 'Usada por esta ventana',
  secretTitle: (name) => `Copie ahora la clave «${name}»`,
  secretWarning:
    'Es la única vez que se muestra. La estación no guarda ninguna copia: si se pierde, revóquela y cree otra.',
  secret: 'La clave',
  copy: 'Copiar la clave',
  copied: 'Copiada',
  copyFailed: 'Aquí no se permite copiar. La clave está seleccionada: cópiela con el teclado.',
  stored: 'La he guardado',
  revoke: 'Revocar',
  revokeKey: (name) => `Revocar ${name}`,
  revokeTitle: (name) => `¿Revocar «${name}»?`,
  revokeWarning: 'Desde ese momento se rechazan los programas que usen esta clave. No se puede deshacer.',
  revokeOwn: 'Esta ventana usa esta clave. Necesitará otra para continuar aquí.',
  keep: 'Conservar la clave',
  confirm: 'Revocar la clave',
  revokedDone: (name) => `${name}: revocada`,
  faults: {
    AUTHENTICATION_REQUIRED: {
      title: 'Para administrar claves de API se necesita una clave de API',
      advice:
        'Introduzca arriba, en Acceso, una clave en vigor con el permiso Administrar. ' +
        'La primera se crea en la línea de comandos de la estación: api-key create --name Me --permissions Administer',
    },
    PERMISSION_DENIED: {
      title: 'Su clave de API no puede administrar claves de API',
      advice: 'Para ello se necesita una clave con el permiso Administrar. Introduzca una arriba, en Acceso.',
    },
    SIGNATURE_REQUEST_INVALID: {
      title: 'La estación no lo aceptó',
      advice: 'Una clave necesita un nombre de 1 a 100 caracteres y al menos un permiso.',
    },
    ROUTE_NOT_FOUND: {
      title: 'Esta clave ya no está en vigor',
      advice: 'Puede que otra persona la haya revocado. Actualice la lista.',
    },
  },
};
