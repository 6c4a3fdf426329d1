/** Read by shape: an error of another realm is no instance of this one's classes. */
interface ErrorLike {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/**
 * The message of `fetch` is only "fetch failed"; the reason is in `cause`.
 * @returns one line, the outermost message first; a code or name stands for an empty message
 */
export function describeCauses(error: unknown): string {
  const messages: string[] = [];
  const met = new Set<unknown>();
  for (let each = error; each !== undefined && each !== null && !met.has(each); each = causeOf(each)) {
    met.add(each);
    const message = messageOf(each);
    if (messages.at(-1) !== message) messages.push(message);
  }
  return messages.join(': ');
}

function messageOf(error: unknown): string {
  if (typeof error !== 'object') return String(error);
  const { message, code, name } = error as ErrorLike;
  return String(message || code || name);
}

/** A name with several addresses fails once for each. */
function causeOf(error: unknown): unknown {
  if (typeof error !== 'object') return undefined;
  const { errors, cause } = error as ErrorLike;
  return Array.isArray(errors) ? errors[0] : cause;
}
