/** The members are read by shape: an error of another realm, as Node's are to a test, is no instance of this one's classes. */
interface ErrorLike {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/**
 * Describes an error down to its cause: the message of `fetch` is only "fetch failed", and the reason is in `cause`.
 * @returns the messages of the error and its causes on one line, outermost first; an error without a message gives its code or name
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

/** A name with several addresses fails once for each of them; the first one is enough. */
function causeOf(error: unknown): unknown {
  if (typeof error !== 'object') return undefined;
  const { errors, cause } = error as ErrorLike;
  return Array.isArray(errors) ? errors[0] : cause;
}
