import type { Random } from '@ledgergraph/chain-generator/random';
import { areEqual, nextCursor, type Part, readPart, valueAt, withoutCursors } from './compare-answers.ts';
import { drawAsOf, drawValues, type Moment, type Values } from './draw-values.ts';
import { type Answer, type AskOperation, askQuestions, firstDifference, type Operation } from './operation.ts';
import type { ContinuedList, Question } from './write-question.ts';

const LIMIT_DEFAULT = 50;
const OUTER_CHANCE = 0.5;

interface SecondPage {
  list: ContinuedList;
  /** From the first page at the tip. */
  cursor: string;
  expected: Part;
}

/** Answered by a sync that stands at its height. */
export interface Draw {
  question: Question;
  values: Values;
  expected: Part;
  page: SecondPage | null;
}

export interface Session {
  operation: Operation;
  moment: Moment;
  draws: readonly Draw[];
}

export async function runSession(
  ask: AskOperation,
  operation: Operation,
  moment: Moment,
  random: Random,
  turnsPages: boolean,
): Promise<Session> {
  const values = operation.questions.map((question) => drawValues(question, moment, random));
  const answers = await askQuestions(ask, operation, Object.assign({}, ...values));
  const draws: Draw[] = operation.questions.map((question, index) => ({
    question,
    values: values[index] ?? {},
    expected: partOf(answers[index], question),
    page: null,
  }));
  if (turnsPages) await turnPages(ask, operation, draws, answers, random);
  return { operation, moment, draws };
}

async function turnPages(
  ask: AskOperation,
  operation: Operation,
  draws: readonly Draw[],
  answers: readonly Answer[],
  random: Random,
): Promise<void> {
  const turned = draws.map(({ question, values }, index) => {
    const going = question.lists.flatMap((list) => {
      const cursor = nextCursor(answers[index]?.data, list, limitOf(list, values));
      return cursor === null ? [] : [{ list, cursor }];
    });
    return going.length === 0 ? null : random.pick(going);
  });
  if (turned.every((page) => page === null)) return;
  const cursors = turned.flatMap((page) => (page === null ? [] : [[page.list.cursorVariable, page.cursor]]));
  const variables = Object.assign({}, ...draws.map(({ values }) => values), Object.fromEntries(cursors));
  const pages = await askQuestions(ask, operation, variables);
  for (const [index, draw] of draws.entries()) {
    const page = turned[index] ?? null;
    if (page !== null) draw.page = { ...page, expected: partOf(pages[index], draw.question) };
  }
}

/** An installation that stands further now. */
export interface Recall {
  draw: Draw;
  moment: Moment;
}

/** As of each draw's own height. @returns differences */
export async function recall(
  ask: AskOperation,
  operation: Operation,
  recalls: readonly Recall[],
  random: Random,
): Promise<string[]> {
  const asked = recalls.map((one) => Object.assign({}, one.draw.values, drawAsOfValues(one, random)));
  const answers = await askQuestions(ask, operation, Object.assign({}, ...asked));
  const found = recalls.flatMap(({ draw, moment }, index) =>
    compare(draw.expected, partOf(answers[index], draw.question), { draw, moment, variables: asked[index] ?? {} }),
  );
  const turning = recalls.filter(({ draw }) => draw.page !== null);
  if (turning.length === 0) return found;
  const onward = recalls.map(({ draw: { page, values } }, index) =>
    page === null ? {} : cursorOf(page, nextCursor(answers[index]?.data, page.list, limitOf(page.list, values))),
  );
  const nextPages = await askQuestions(ask, operation, Object.assign({}, ...asked, ...onward));
  const begunThen = recalls.map(({ draw: { page } }) => (page === null ? {} : cursorOf(page, page.cursor)));
  const values = recalls.map(({ draw }) => draw.values);
  const continued = await askQuestions(ask, operation, Object.assign({}, ...values, ...begunThen));
  for (const [index, { draw, moment }] of recalls.entries()) {
    const { page, question } = draw;
    if (page === null) continue;
    const variables = { ...asked[index], ...onward[index] };
    found.push(...compare(page.expected, partOf(nextPages[index], question), { draw, moment, variables }));
    found.push(
      ...compareWalk(page, continued[index], { draw, moment, variables: { ...values[index], ...begunThen[index] } }),
    );
  }
  return found;
}

interface Circumstances extends Recall {
  variables: Record<string, unknown>;
}

function compare(then: Part, now: Part, circumstances: Circumstances): string[] {
  return areEqual(then, now, circumstances.draw.question) ? [] : [describeDifference(then, now, circumstances)];
}

/** A walk that was begun without asOf goes on as it would have then. */
function compareWalk(
  { list, expected }: SecondPage,
  answer: Answer | undefined,
  circumstances: Circumstances,
): string[] {
  const { path } = circumstances.draw.question;
  const inPart = list.path.slice(path.length);
  const before = { value: valueAt(expected.value, inPart), errors: [] };
  const now = { value: withoutCursors(valueAt(answer?.data, list.path)), errors: [] };
  return JSON.stringify(before) === JSON.stringify(now) ? [] : [describeDifference(before, now, circumstances)];
}

function describeDifference(then: Part, now: Part, { draw: { question }, moment, variables }: Circumstances): string {
  return [
    `${question.coordinate} as of ${moment.height} of ${moment.subjects.chainId}: ${firstDifference(then, now)}`,
    `{ ${question.selection} }`,
    JSON.stringify(variables),
  ].join('\n');
}

function drawAsOfValues({ draw: { question }, moment }: Recall, random: Random): Record<string, unknown> {
  const { subjects, height } = moment;
  const outer = question.outerAsOf;
  return {
    [question.asOf]: drawAsOf(subjects, height, random),
    ...(outer !== null &&
      random.chance(OUTER_CHANCE) && { [outer]: drawAsOf(subjects, random.integer(height, subjects.tip), random) }),
  };
}

function cursorOf({ list }: SecondPage, cursor: string | null): Record<string, unknown> {
  return { [list.cursorVariable]: cursor };
}

function limitOf({ cursorVariable }: ContinuedList, values: Values): unknown {
  return values[cursorVariable.replace(/cursor$/, 'limit')] ?? LIMIT_DEFAULT;
}

function partOf(answer: Answer | undefined, question: Question): Part {
  return readPart(answer?.data, answer?.errors ?? [], question);
}
