/** What the pages say in the desktop program alone. */
export const deskTexts = {
  saveIn: 'Save in a folder …',
  dragOut: 'Drag it into another program or folder',
} as const;
