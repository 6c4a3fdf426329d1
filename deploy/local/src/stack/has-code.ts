/** Checks the member, because in Jest, Node's own errors are no `Error` of the test's realm. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
