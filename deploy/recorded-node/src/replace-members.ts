import { membersAt } from './json-text.ts';

/**
 * The same object with the values of some members replaced, everything else verbatim.
 * @param values JSON text by key; null takes the member out. A key the object does not have is ignored.
 */
export function replaceMembers(text: string, values: Readonly<Record<string, string | null>>): string {
  const members = [...membersAt(text)].flatMap(({ key, keyStart, start, end }) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === null) return [];
    return [`${text.slice(keyStart, start)}${value ?? text.slice(start, end)}`];
  });
  return `{${members.join(',')}}`;
}
