type Operation = (...values: never[]) => unknown;

/**
 * These operations of a store that is made when one of them is first called: preparing the statements of all stores takes a
 * tenth of a start, and most of them are for what comes later or never.
 */
export function lazyStore<T extends { readonly [K in keyof T]: Operation }, N extends keyof T & string>(
  make: () => T,
  ...names: readonly N[]
): Pick<T, N> {
  let made: T | undefined;
  const later = <K extends N>(name: K) => [
    name,
    (...values: Parameters<T[K]>) => {
      made ??= make();
      return made[name](...values);
    },
  ];
  return Object.fromEntries(names.map(later)) as Pick<T, N>; // Each name with its operation, as made above.
}
