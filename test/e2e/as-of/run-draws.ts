import type { Random } from '@ledgergraph/chain-generator/random';
import type { GraphQLSchema } from 'graphql';
import type { NodeDraws } from './node-draws.ts';
import { type AskOperation, type Operation, writeOperation } from './operation.ts';
import { listAsOfFields, listFieldsBelow } from './schema-paths.ts';
import { type Recall, recall, runSession, type Session } from './session.ts';
import type { Subjects } from './subjects.ts';
import { type Question, writeQuestion } from './write-question.ts';

const QUESTIONS_PER_FIELD = 12;
const QUESTIONS_PER_OPERATION = 5;
const TURNING_CHANCE = 0.4;

/** Fields that chance left out get one more. @throws Error for a field below an asOf that no question could ask for */
export function writeOperations(schema: GraphQLSchema, random: Random): Operation[] {
  const coordinates = listAsOfFields(schema);
  const questions: Question[] = [];
  const write = (coordinate: string, goal?: string): void => {
    questions.push(writeQuestion(schema, random, `q${questions.length}`, coordinate, goal));
  };
  for (const coordinate of coordinates) {
    for (let count = 0; count < QUESTIONS_PER_FIELD; count += 1) write(coordinate);
  }
  const below = [...listFieldsBelow(schema, coordinates)];
  const isAsked = (field: string): boolean => questions.some(({ asks }) => asks.has(field));
  for (const goal of below.filter((field) => !isAsked(field))) {
    if (isAsked(goal)) continue;
    write(random.pick(coordinates.filter((coordinate) => listFieldsBelow(schema, [coordinate]).has(goal))), goal);
  }
  const missing = below.filter((field) => !isAsked(field));
  if (missing.length > 0) throw new Error(`nothing asks for ${missing.join(', ')}`);
  return inOperations(questions, random);
}

function inOperations(questions: readonly Question[], random: Random): Operation[] {
  const shuffled = questions
    .map((question) => ({ question, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ question }) => question);
  const operations: Operation[] = [];
  for (let start = 0; start < shuffled.length; start += QUESTIONS_PER_OPERATION) {
    operations.push(writeOperation(shuffled.slice(start, start + QUESTIONS_PER_OPERATION)));
  }
  return operations;
}

export interface SessionOptions {
  operations: readonly Operation[];
  subjects: Subjects;
  /** The ends of the chain are among the drawn heights. */
  count: number;
  ask: AskOperation;
  advanceTo(height: number): Promise<void>;
  nodeDraws: NodeDraws;
  random: Random;
}

export async function runSessions(options: SessionOptions): Promise<Session[]> {
  const { operations, subjects, count, ask, advanceTo, nodeDraws, random } = options;
  const { tip } = subjects;
  const drawn = Array.from({ length: count - 3 }, () => random.integer(0, tip));
  const sessions: Session[] = [];
  for (const [index, height] of [0, 1, tip, ...drawn].sort((a, b) => a - b).entries()) {
    await advanceTo(height);
    const operation = operations[index % operations.length];
    if (operation === undefined) throw new Error('there is nothing to ask');
    await nodeDraws.draw(height, random);
    sessions.push(await runSession(ask, operation, { subjects, height }, random, random.chance(TURNING_CHANCE)));
  }
  return sessions;
}

/** At the tip, as of each height; one operation carries several heights. @returns differences in words */
export async function recallAll(ask: AskOperation, sessions: readonly Session[], random: Random): Promise<string[]> {
  const found: string[] = [];
  for (const [operation, together] of Map.groupBy(sessions, (session) => session.operation)) {
    for (const first of together.keys()) {
      const recalls = operation.questions.flatMap((_, index): Recall[] => {
        const { draws = [], moment } = together[(first + index) % together.length] ?? {};
        const draw = draws[index];
        return draw === undefined || moment === undefined ? [] : [{ draw, moment }];
      });
      found.push(...(await recall(ask, operation, recalls, random)));
    }
  }
  return found;
}
