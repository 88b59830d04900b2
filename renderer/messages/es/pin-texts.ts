import type { pinTexts as english } from '../en/pin-texts.ts';
import type { Texts } from '../texts.ts';
import { digits, documents } from './count.ts';

export const pinTexts: Texts<typeof english> = {
  title: 'PIN',
  ways: {
    none: 'La clave no exige ninguno',
    stored: 'Lo guarda la estación, que firma sin supervisión',
    reader: 'Se teclea en el lector',
    batch: 'Lo introduce una persona, una vez por lote',
    document: 'Lo introduce una persona en cada documento: es la regla de la tarjeta',
    person: 'Lo introduce una persona',
  },
  prompts: {
    none: (number) => `Ningún PIN para ${documents(number)}: la clave no exige ninguno.`,
    stored: (number) =>
      `No se pide ningún PIN para ${documents(number)}: la estación lo guarda y firma sin supervisión.`,
    reader: (number) => `El PIN para ${documents(number)} se teclea en el lector, que lo pide.`,
    batch: (number) => `1 PIN para ${documents(number)}.`,
    document: (number) =>
      number === 1
        ? `1 PIN para ${documents(number)}.`
        : `Un PIN para cada uno de los ${digits(number)} documentos: es la regla de la tarjeta.`,
    person: (number) => `1 PIN para ${documents(number)}. Una tarjeta que exige su PIN en cada firma lo pide cada vez.`,
  },
  inWindow: 'Se pide en una ventana aparte, nunca en esta página.',
  atStation: 'Se pide en la estación, en su ventana o en su terminal, nunca en esta página.',
  unknown: 'Aún no se sabe cómo se pide el PIN.',
};
