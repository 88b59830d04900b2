/**
 * The shape of texts in any language, made of the English ones: the same keys and parameters, and any words where English
 * has its own. What misses a word or has one too many does not compile.
 */
export type Texts<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Words
    ? (...values: Values) => Texts<Words>
    : English extends readonly (infer Item)[]
      ? readonly Texts<Item>[]
      : { readonly [Key in keyof English]: Texts<English[Key]> };
