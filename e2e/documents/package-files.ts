/** Without the scripts that koffi loads out of its folder src: everything else in a folder of that name is workshop. */
export function withoutKoffi(files: readonly string[]): string[] {
  return files.filter((file) => !/(^|\/)koffi\/src(\/koffi(\/src)?)?(\/[a-z]+\.c?js)?$/.test(file));
}
