export interface Item {
  name: string;
  parameters: Record<string, number>;
}

/** By RFC 9651, section 4.2. @throws Error for anything that a structured field parser would refuse */
export function readList(text: string): Item[] {
  let rest = text;
  const take = (pattern: RegExp): string => {
    const found = pattern.exec(rest);
    if (found === null || found.index !== 0) throw new Error(`not ${pattern} at: ${rest}`);
    rest = rest.slice(found[0].length);
    return found[0];
  };
  const items: Item[] = [];
  do {
    if (items.length > 0) take(/,[ \t]*/);
    const name = take(/"(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/).slice(1, -1);
    const parameters: Record<string, number> = {};
    while (rest.startsWith(';')) {
      take(/; */);
      const key = take(/[a-z*][a-z0-9_\-.*]*/);
      take(/=/);
      parameters[key] = Number(take(/-?[0-9]{1,15}(?![0-9.])/));
    }
    items.push({ name, parameters });
  } while (rest !== '');
  return items;
}
