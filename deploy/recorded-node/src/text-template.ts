import type { ChainView } from './chain-view.ts';

type Part = string | ((view: ChainView) => string);

export type TextTemplate = Part[];

/** An empty stretch is a place to insert at. */
export interface Edit {
  start: number;
  end: number;
  text?: (view: ChainView) => string;
}

export function makeTemplate(text: string, start: number, end: number, edits: readonly Edit[]): TextTemplate {
  const parts: Part[] = [];
  let position = start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(position, edit.start));
    if (edit.text !== undefined) parts.push(edit.text);
    position = edit.end;
  }
  parts.push(text.slice(position, end));
  return parts;
}

export function renderTemplate(template: TextTemplate, view: ChainView): string {
  let text = '';
  for (const part of template) text += typeof part === 'string' ? part : part(view);
  return text;
}
