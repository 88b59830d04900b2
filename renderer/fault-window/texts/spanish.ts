import type { FaultTexts } from './fault-texts.ts';

export const spanish: FaultTexts = {
  kinds: {
    'starting-again': {
      title: 'La estación ha fallado',
      lead: 'Se detiene y se inicia de nuevo por sí sola en un momento.',
    },
    'failed-often': {
      title: 'La estación falla una y otra vez',
      lead: 'Ha fallado varias veces en diez minutos y ya no se inicia por sí sola. Su registro dice dónde.',
    },
    'not-started': {
      title: 'La estación no pudo iniciarse',
      lead: 'Mientras sea así, no se firma nada.',
    },
    'runs-already': {
      title: 'La estación ya está en marcha',
      lead: 'Se inició sin esta ventana. Su página se puede abrir en el navegador.',
    },
    'no-page': {
      title: 'La estación no puede mostrar su página',
      lead: 'La página no se pudo cargar, o terminó una y otra vez. La estación se ha detenido.',
    },
  },
  kept: 'Los documentos entregados se conservan. Lo que se estaba firmando se retoma en el próximo inicio.',
  again: 'Intentar de nuevo',
  page: 'Abrir su página en el navegador',
  report: 'Copiar un informe para el soporte',
  logs: 'Abrir la carpeta de registros',
  quit: 'Salir',
  opened: 'Su página está abierta en el navegador. Esta ventana se puede cerrar.',
  copied: 'El informe está en el portapapeles. No nombra documentos ni personas; léalo antes de enviarlo.',
  failed: 'Eso no ha funcionado.',
  ending: 'Un momento …',
};
