export const NOT_STORABLE = 'A text here has a NUL character or half of a surrogate pair in it.';

/**
 * Postgres stores no NUL ("The character with the code zero cannot be stored", PostgreSQL documentation, 8.3), and half of a surrogate
 * pair has no form in UTF-8: the driver would replace it.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Does not recurse: a caller may nest deeply.
 * @returns the name of the value's own member that holds it, empty if it stands in no member; undefined if all texts are good
 */
export function findUnstorable(value: unknown): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : '';
  if (!isNested(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return '';
    if (holdsUnstorable(member)) return Array.isArray(value) ? '' : name;
  }
  return undefined;
}

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return !isStorable(value);
  if (!isNested(value)) return false;
  const waiting: object[] = [value];
  for (let nested = waiting.pop(); nested !== undefined; nested = waiting.pop()) {
    for (const name of Object.keys(nested)) {
      const member: unknown = nested[name as never];
      if (!isStorable(name)) return true;
      if (typeof member === 'string' && !isStorable(member)) return true;
      if (isNested(member)) waiting.push(member);
    }
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
