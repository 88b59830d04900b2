/**
 * The form as `multipart/form-data` (RFC 7578), its type with it; files are read while they are sent. `fetch` makes that of
 * a form by itself, but in Node what it makes ends the process where a call is broken off in the middle: it goes on reading
 * and adds to a stream that is closed, in a promise that nobody awaits.
 */
export function formBody(form: FormData): Blob {
  const boundary = `form-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const parts = [...form].flatMap(([name, value]) => [headOf(boundary, name, value), contentOf(value), '\r\n']);
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

function headOf(boundary: string, name: string, value: string | File): string {
  const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
  if (typeof value === 'string') return `${disposition}\r\n\r\n`;
  const type = value.type === '' ? 'application/octet-stream' : value.type;
  return `${disposition}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`;
}

/** A text has one kind of line ends (HTML, 4.10.21.8), and a file its own. */
function contentOf(value: string | File): string | File {
  return typeof value === 'string' ? value.replace(/\r?\n|\r/g, '\r\n') : value;
}

/** As browsers write names there (HTML, 4.10.21.8): a quotation mark or the end of a line would end the header. */
function escaped(name: string): string {
  return name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character));
}
