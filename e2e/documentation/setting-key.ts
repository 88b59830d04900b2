import type { ParsedConfiguration } from '../../service/config/settings-schema.ts';

/** Every key of the configuration in full (`Section:Key`); items of lists of sections stand under the index 0. */
export type SettingKey = KeysBelow<ParsedConfiguration, ''>;

type KeysBelow<T, Prefix extends string> = {
  [Key in keyof T & string]: KeysOf<NonNullable<T[Key]>, `${Prefix}${Key}`>;
}[keyof T & string];

type KeysOf<T, Key extends string> = T extends readonly (infer Item)[]
  ? Item extends object
    ? KeysBelow<Item, `${Key}:0:`>
    : Key
  : T extends object
    ? KeysBelow<T, `${Key}:`>
    : Key;
