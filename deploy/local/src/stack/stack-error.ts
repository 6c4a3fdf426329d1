/** The message describes fault and remedy for a newcomer, and is shown without a stack trace. */
export class StackError extends Error {
  override name = 'StackError';
}
