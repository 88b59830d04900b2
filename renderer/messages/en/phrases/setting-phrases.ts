/** What the station says of where a setting was written: its words, with what stands in them by its name. */
export const settingPhrases = [
  'the built-in defaults',
  "the program's defaults",
  'the file {file}',
  'the environment variable {name}',
  'the argument --{name}',
] as const;
