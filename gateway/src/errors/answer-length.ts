import { GraphQLError } from 'graphql';

/**
 * Characters of an answer's data. It is written in one go, and an entity that was fetched once may stand at thousands of places: what
 * the subgraphs sent does not bound it, and what an operation costs counts objects. As much as one subgraph may send.
 */
export const ANSWER_LENGTH_MAX = 32 * 1024 * 1024;

const MESSAGE = `The answer would be longer than ${ANSWER_LENGTH_MAX / 1024 / 1024} MiB. Please ask for fewer objects or fields: lists take a limit.`;

/** An answer that is thrown away while it is written. */
export class AnswerTooLong extends GraphQLError {
  constructor() {
    super(MESSAGE, { extensions: { code: 'ANSWER_TOO_LONG', http: { status: 400 } } });
  }
}

/** @throws AnswerTooLong where there are more characters than an answer may have */
export function orTooLong(characters: number): void {
  if (characters > ANSWER_LENGTH_MAX) throw new AnswerTooLong();
}
