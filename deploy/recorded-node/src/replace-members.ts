import { membersAt } from '@ledgergraph/verus-protocol/json-text';

/** All other text stays verbatim. @param values JSON text by key; null removes the member; unknown keys are ignored */
export function replaceMembers(text: string, values: Readonly<Record<string, string | null>>): string {
  const members = [...membersAt(text)].flatMap(({ key, keyStart, start, end }) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === null) return [];
    return [`${text.slice(keyStart, start)}${value ?? text.slice(start, end)}`];
  });
  return `{${members.join(',')}}`;
}
