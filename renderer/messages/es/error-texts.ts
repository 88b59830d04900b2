import type * as english from '../en/error-texts.ts';
import type { Texts } from '../texts.ts';

/** What each error code means for the person at the desk, and what to do about it. */
export const errorTexts: Texts<typeof english.errorTexts> = {
  SIGNATURE_REQUEST_INVALID: {
    title: 'La estación no pudo aceptar esta solicitud',
    advice: 'Compruebe el archivo (no debe estar vacío) y las opciones, e inténtelo de nuevo.',
  },
  SIGNATURE_FORMAT_UNSUPPORTED: {
    title: 'Este formato de firma no se puede usar aquí',
    advice: 'Elija otro formato para este archivo.',
  },
  SIGNATURE_PROFILE_UNSUPPORTED: {
    title: 'Este nivel de firma no se puede usar aquí',
    advice: 'Elija el nivel B en «Más opciones», o pida a su administrador que configure el nivel que necesita.',
  },
  SIGNING_PROVIDER_UNAVAILABLE: {
    title: 'La tarjeta o el almacén de claves no está disponible',
    advice:
      'Compruebe que la tarjeta o el token USB está conectado e inténtelo de nuevo. La página Proveedores indica qué falta.',
  },
  SIGNING_CERTIFICATE_NOT_FOUND: {
    title: 'El certificado elegido ya no está',
    advice: 'Conecte la tarjeta que lo contiene o elija otro certificado.',
  },
  SIGNING_CERTIFICATE_EXPIRED: {
    title: 'El certificado no es válido hoy',
    advice: 'Elija otro certificado, o renueve este con su emisor.',
  },
  SIGNATURE_INPUT_NOT_FOUND: {
    title: 'La estación no conoce este documento',
    advice: 'El enlace puede ser antiguo o pertenecer a otra persona. Busque el documento en la lista.',
  },
  SIGNATURE_OUTPUT_NOT_FOUND: {
    title: 'Aún no hay ningún archivo firmado',
    advice:
      'Espere hasta que el documento esté completado. Si ya lo está, las reglas de conservación pueden haber eliminado el archivo.',
  },
  SIGNATURE_NOT_CANCELLABLE: {
    title: 'Demasiado tarde para cancelar',
    advice: 'La firma ya ha empezado. Espere el resultado; no está obligado a usar el archivo firmado.',
  },
  SIGNATURE_NOT_RETRYABLE: {
    title: 'Este documento no se puede reintentar',
    advice:
      'Puede que ya haya otro intento en curso, o que el documento se haya eliminado: en ese caso, envíelo de nuevo.',
  },
  SIGNATURE_NOT_RENEWABLE: {
    title: 'La firma no se puede renovar ahora',
    advice: 'Hay otra renovación en curso, o el archivo ya es de ese nivel. Espere a que acabe, o pida el nivel LTA.',
  },
  APPROVAL_NOT_SHOWN: {
    title: 'Mire primero el documento',
    advice: 'Un documento se aprueba después de haberse mostrado. Ábralo, espere a verlo y entonces fírmelo.',
  },
  APPROVAL_HASH_MISMATCH: {
    title: 'Este no es el documento que se mostró',
    advice: 'No se firmó nada. Rechácelo y pida a quien lo envió que lo envíe de nuevo.',
  },
  APPROVAL_NOT_PENDING: {
    title: 'Nadie tiene que aprobar este documento ahora',
    advice: 'Puede que entretanto se haya firmado, rechazado o cancelado. Mire de nuevo la lista.',
  },
  APPROVAL_REQUIRED: {
    title: 'Alguien tiene que aprobar el documento',
    advice: 'Espera hasta que una persona en la estación lo haya visto y aceptado.',
  },
  APPROVAL_REFUSED: {
    title: 'Rechazado en la estación',
    advice: 'Una persona lo vio y no quiso firmarlo. Pregúntele por qué antes de enviarlo de nuevo.',
  },
  APPROVAL_EXPIRED: {
    title: 'Nadie lo aprobó a tiempo',
    advice: 'Envíelo de nuevo cuando haya alguien en la estación.',
  },
  SIGNATURE_ALREADY_COMPLETED: {
    title: 'Este documento ya está firmado',
    advice: 'Descargue en su lugar el archivo firmado.',
  },
  SIGNING_OPERATION_FAILED: {
    title: 'La firma no funcionó',
    advice: 'Lea el motivo más abajo antes de intentarlo de nuevo.',
  },
  SIGNING_PROVIDER_UNSUPPORTED: {
    title: 'No se ha elegido ninguna clave que pueda firmar aquí',
    advice: 'Elija un certificado, de otro proveedor si hace falta. El motivo de abajo dice qué lo impide.',
  },
  TIMESTAMP_AUTHORITY_UNAVAILABLE: {
    title: 'No hay ningún servicio de sellado de tiempo configurado',
    advice:
      'Los niveles T, LT y LTA necesitan uno. Firme con el nivel B, o pida a su administrador que configure un servicio de sellado de tiempo.',
  },
  TIMESTAMP_OPERATION_FAILED: {
    title: 'El servicio de sellado de tiempo no entregó ningún sello',
    advice: 'La estación lo ha intentado varias veces. Compruebe la conexión de red e inténtelo más tarde.',
  },
  SIGNATURE_VALIDATION_DATA_UNAVAILABLE: {
    title: 'Falta la prueba de que el certificado no está revocado',
    advice:
      'Los niveles LT y LTA la necesitan. Firme con el nivel B o T, o pida a su administrador que registre la evidencia.',
  },
  AUTHENTICATION_REQUIRED: {
    title: 'Esta estación pide una clave de API',
    advice: 'Introduzca su clave en Ajustes, Acceso.',
  },
  PERMISSION_DENIED: {
    title: 'Su clave de API no permite esto',
    advice: 'Pida a su administrador una clave con este permiso e introdúzcala en Ajustes, Acceso.',
  },
  REQUEST_ORIGIN_FORBIDDEN: {
    title: 'La estación rechazó la solicitud por su procedencia',
    advice: 'Abra la estación en su propia dirección, por ejemplo http://127.0.0.1:5080.',
  },
  CERTIFICATE_NOT_FOUND: {
    title: 'No se encontró el certificado',
    advice: 'Conecte la tarjeta que lo contiene y actualice la lista.',
  },
  PROVIDER_NOT_FOUND: {
    title: 'No se encontró el proveedor',
    advice: 'Puede que se haya quitado de la configuración. Actualice la lista.',
  },
  ROUTE_NOT_FOUND: {
    title: 'La estación no conoce esta dirección',
    advice: 'Vuelva a cargar la página. Si continúa, la página y la estación son de versiones distintas.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'La estación no permite esto aquí',
    advice: 'Vuelva a cargar la página. Si continúa, la página y la estación son de versiones distintas.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'La estación está ocupada o no ha terminado de iniciarse',
    advice: 'Espere unos segundos e inténtelo de nuevo. Ajustes muestra qué parte no está lista.',
  },
};

/** Failures by where their cure lies, for codes that say too little. */
export const areaTexts: Texts<typeof english.areaTexts> = {
  document: {
    title: 'Este documento no se puede firmar tal como está',
    advice: 'Pida una copia nueva, o elija otro formato: CAdES y ASiC admiten archivos de cualquier tipo.',
  },
  options: {
    title: 'Estas opciones no son adecuadas para el documento',
    advice: 'Cámbielas (formato, página, texto o imagen del sello) e inténtelo de nuevo.',
  },
  token: {
    title: 'La tarjeta o su software no firmó',
    advice: 'Compruebe que la tarjeta está conectada y es la correcta, e inténtelo de nuevo.',
  },
  pin: {
    title: 'El PIN no se aceptó',
    advice:
      'Haga que lo corrijan antes de intentarlo de nuevo: un PIN incorrecto no debe repetirse, puede bloquear la tarjeta.',
  },
  timestamp: {
    title: 'El servicio de sellado de tiempo no entregó ningún sello',
    advice: 'Compruebe la conexión de red e inténtelo más tarde, o firme con el nivel B.',
  },
  station: {
    title: 'La estación no pudo terminarlo',
    advice: 'Inténtelo de nuevo. Si se repite, Ajustes muestra qué parte no funciona; avise a su administrador.',
  },
};

/** Faults that have no error code of the station. */
export const faultTexts: Texts<typeof english.faultTexts> = {
  network: {
    title: 'La estación no responde',
    advice: 'Compruebe que la estación de firma está en marcha en este equipo e inténtelo de nuevo.',
  },
  unexpected: {
    title: 'Ocurrió algo inesperado',
    advice: 'Vuelva a cargar la página e inténtelo de nuevo. Si se repite, avise a su administrador.',
  },
  unknownFailure: {
    title: 'La firma no funcionó',
    advice: 'Inténtelo de nuevo. Si se repite, muestre a su administrador el motivo indicado más abajo.',
  },
  tooLarge: {
    title: 'El archivo es demasiado grande para esta estación',
    advice: 'Elija un archivo más pequeño, o pida a su administrador que aumente el límite de subida.',
  },
};
