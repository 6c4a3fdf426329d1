export interface Step {
  kind: 'sh' | 'graphql' | 'json';
  text: string;
}

const FENCE = /^```(.*)\n([\s\S]*?)^```$/gm;

/** @throws Error on a block of another kind, which would not be tested */
export function readSteps(page: string): Step[] {
  return Array.from(page.matchAll(FENCE), ([, kind = '', text = '']) => {
    if (kind !== 'sh' && kind !== 'graphql' && kind !== 'json') throw new Error(`a block of kind "${kind}":\n${text}`);
    return { kind, text: text.trim() };
  });
}
