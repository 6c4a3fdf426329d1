const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Decoders of base64 pass over them, or read them as others. */
const STRAYS = ['A', '_', '=', '==', '+', '/', '.', ',', ' ', '\n', '\t', '%', 'é', '😀'];

/** The cursor with characters added, left out or changed, in other letters, and in other forms of base64. */
export function listForgeries(cursor: string): string[] {
  const forged = new Set<string>();
  for (let at = 0; at <= cursor.length; at += 1) {
    const [before, after] = [cursor.slice(0, at), cursor.slice(at)];
    for (const stray of STRAYS) forged.add(before + stray + after);
    forged.add(before);
    forged.add(after);
    const [character = '', rest] = [after[0], after.slice(1)];
    for (const other of ALPHABET) forged.add(before + other + rest);
    forged.add(before + rest);
    for (const flipped of [character.toLowerCase(), character.toUpperCase()]) forged.add(before + flipped + rest);
  }
  for (const text of [cursor.toLowerCase(), cursor.toUpperCase(), cursor.repeat(2)]) forged.add(text);
  forged.add(cursor.replaceAll('-', '+').replaceAll('_', '/'));
  forged.delete(cursor);
  return [...forged];
}
