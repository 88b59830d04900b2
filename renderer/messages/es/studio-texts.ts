import type * as english from '../en/studio-texts.ts';
import type { Texts } from '../texts.ts';

export const studioTexts: Texts<typeof english.studioTexts> = {
  title: 'Colocar el sello',
  hint: 'Arrastre el sello, pulse donde debe ir, o muévalo con las flechas: Mayús para pasos mayores, Alt para su tamaño. Está dibujado como se firmará; solo su hora será otra.',
  unsure: 'Una parte de esta página no se pudo examinar: compruebe usted mismo que el sello no oculta nada.',
  last: 'Última página, sea cual sea su número',
  stamp: 'Sello',
  snap: 'Mover a un espacio libre',
  choose: 'Colocarlo aquí',
  close: 'Cerrar sin cambios',
  position: (x, y, width, height) =>
    `${String(x)} mm desde la izquierda, ${String(y)} mm desde abajo, ${String(width)} × ${String(height)} mm.`,
  clashes: {
    outside: 'No está entero en la página.',
    stamp: 'Está sobre un sello anterior; la estación lo rechaza.',
    field: 'Está sobre un campo de formulario; la estación lo rechaza.',
    signed: 'Oculta lo que ya se firmó; la estación lo rechaza.',
    contents: 'Está sobre texto o una imagen de la página.',
    small: 'Es demasiado pequeño para lo que dice; la estación lo rechaza.',
    other: 'La estación rechaza este lugar.',
  },
  stampPlace: 'Elegir su lugar en la página',
  stampPlacedOn: (page) => `En el lugar elegido de la página ${String(page)}, en cada PDF de este lote.`,
  stampPlacedOnLast: 'En el lugar elegido de la última página, en cada PDF de este lote.',
  stampAnywhere: 'Dejar que la estación encuentre un lugar',
};
