import { GraphQLError } from 'graphql';

/**
 * An answer is written synchronously, and an entity fetched once may stand at thousands of places: neither the subgraphs' bytes nor the
 * cost bounds it. As much as one subgraph may send.
 */
export const ANSWER_LENGTH_MAX = 32 * 1024 * 1024;

const MESSAGE = `The answer would be longer than ${ANSWER_LENGTH_MAX / 1024 / 1024} MiB. Please ask for fewer objects or fields: lists take a limit.`;

export class AnswerTooLong extends GraphQLError {
  constructor() {
    super(MESSAGE, { extensions: { code: 'ANSWER_TOO_LONG', http: { status: 400 } } });
  }
}

export function orTooLong(characters: number): void {
  if (characters > ANSWER_LENGTH_MAX) throw new AnswerTooLong();
}
