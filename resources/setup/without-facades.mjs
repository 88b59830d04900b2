const PREFIX = '\0without-facade:';

/**
 * Lets what is bundled import the given built-in modules of Node as `require` gives them. An ES import makes a facade of
 * all that the module exports, lazy properties too: for `node:http` that loads an HTTP client and WebSockets, which no
 * process here uses, at the start of each.
 * @param {readonly string[]} modules with their `node:` prefix
 * @returns {import('rolldown').Plugin} A name that is lazy in the module is missing in the bundle, and the build says so.
 */
export function withoutFacades(modules) {
  const wanted = new Set(modules);
  return {
    name: 'without-facades',
    resolveId: (id) => (wanted.has(id) ? PREFIX + id : null),
    load: (id) => (id.startsWith(PREFIX) ? moduleText(id.slice(PREFIX.length)) : null),
  };
}

function moduleText(id) {
  const properties = Object.getOwnPropertyDescriptors(process.getBuiltinModule(id));
  const names = Object.keys(properties).filter((name) => 'value' in properties[name] && name !== 'default');
  return [
    `const builtin = process.getBuiltinModule(${JSON.stringify(id)});`,
    `export const { ${names.join(', ')} } = builtin;`,
    'export default builtin;',
  ].join('\n');
}
