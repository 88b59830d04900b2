type Attributes = Readonly<Record<string, string | boolean>>;

/** An element with its attributes and children. Texts become text nodes: nothing in them is read as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string | null)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function button(label: string, look: string, onPress: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: `button ${look}` }, label);
  made.addEventListener('click', onPress);
  return made;
}
