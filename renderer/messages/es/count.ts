import { counterOf } from '../count.ts';

export const { count, digits, form } = counterOf('es');

/** How many documents, in words. */
export const documents = (number: number): string => count(number, 'documento', 'documentos');
