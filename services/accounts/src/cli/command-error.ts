/** Why a command could not run at all, and what to do about it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
