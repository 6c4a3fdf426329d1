import type { Untyped } from '@ledgergraph/test-kit/client';
import { type PartError, valueAt } from './compare-answers.ts';
import type { Question } from './write-question.ts';

/** Its questions share fetches and batch loaders, and must not see each other's blocks. */
export interface Operation {
  document: string;
  questions: readonly Question[];
}

export type AskOperation = (
  document: string,
  variables: Record<string, unknown>,
) => Promise<{ data: Untyped; errors: Partial<PartError>[] }>;

export interface Answer {
  data: Untyped;
  errors: Partial<PartError>[];
}

export function writeOperation(questions: readonly Question[]): Operation {
  const variables = questions.flatMap(({ asOf, outerAsOf, calls }) => [
    `$${asOf}: AsOf`,
    ...(outerAsOf === null ? [] : [`$${outerAsOf}: AsOf`]),
    ...calls.flatMap(({ prefix, args }) => args.map(({ name, type }) => `$${prefix}${name}: ${type}`)),
  ]);
  const selections = questions.map(({ selection }) => selection);
  return { document: `query (${variables.join(', ')}) { ${selections.join(' ')} }`, questions };
}

/** A refused question may take all others with it, so then each is asked by itself. */
export async function askQuestions(
  ask: AskOperation,
  { document, questions }: Operation,
  variables: Record<string, unknown>,
): Promise<Answer[]> {
  const answer = await ask(document, variables);
  if (answer.data !== null || questions.length === 1) return questions.map(() => answer);
  const alone: Answer[] = [];
  for (const question of questions) alone.push(await ask(writeOperation([question]).document, variables));
  return alone;
}

export function firstDifference(a: Untyped, b: Untyped, path: readonly string[] = []): string {
  const isContainer = (value: Untyped): boolean => value !== null && typeof value === 'object';
  if (isContainer(a) && isContainer(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    const name = names.find((member) => JSON.stringify(a[member]) !== JSON.stringify(b[member]));
    if (name !== undefined) return firstDifference(valueAt(a, [name]), valueAt(b, [name]), [...path, name]);
  }
  const text = (value: Untyped): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300);
  return `${path.join('.')}: ${text(a)} then, ${text(b)} as of it`;
}
