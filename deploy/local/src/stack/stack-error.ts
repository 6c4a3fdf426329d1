/** A failure whose message describes for a newcomer what is wrong and what to do; it is shown without a stack trace. */
export class StackError extends Error {
  override name = 'StackError';
}
