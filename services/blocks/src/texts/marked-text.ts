import type { Span } from '@ledgergraph/verus-protocol/json-text';

/** Stands around each mark. JSON text has no such character: the daemon escapes it inside strings. */
const EDGE = '\u0001';

/** An empty stretch is a place to insert at; without a mark the stretch is removed. */
export interface Edit extends Span {
  mark?: string;
}

/** @param edits of stretches that do not overlap */
export function markText(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, mark } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(position, start));
    if (mark !== undefined) parts.push(EDGE, mark, EDGE);
    position = end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

export function listMarks(marked: string): string[] {
  return marked.split(EDGE).filter((_, index) => index % 2 === 1);
}

export function fillMarks(marked: string, fill: (mark: string) => string): string {
  return marked
    .split(EDGE)
    .map((part, index) => (index % 2 === 1 ? fill(part) : part))
    .join('');
}

/** @returns the text with everything between two marks replaced */
export function replaceBetween(marked: string, from: string, to: string, by: string): string {
  const start = marked.indexOf(`${EDGE}${from}${EDGE}`);
  const end = marked.indexOf(`${EDGE}${to}${EDGE}`, start);
  if (start < 0 || end < 0) throw new Error(`the text has no marks ${from} and ${to}`);
  return `${marked.slice(0, start)}${by}${marked.slice(end + to.length + 2)}`;
}
