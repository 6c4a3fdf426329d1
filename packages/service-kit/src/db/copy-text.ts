/** What ends a value or a row in COPY's text format, and what begins an escape. */
const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
/** Characters that are sent together. */
const CHUNK_CHARS = 256 * 1024;

/** Rows in COPY's text format, in pieces of some hundred kilobytes; values as `insertRows` takes them. */
export function* copyText(rows: readonly (readonly unknown[])[]): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    for (let index = 0; index < row.length; index += 1) {
      if (index > 0) chunk += '\t';
      chunk += copyValue(row[index]);
    }
    chunk += '\n';
    if (chunk.length > CHUNK_CHARS) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

function copyValue(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Uint8Array) {
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
  if (typeof value === 'number' || typeof value === 'bigint') return `${value}`;
  const text = String(value);
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character) : text;
}
