/**
 * True if an error is the system's with that code, such as ENOENT. It is recognised by its member: in Jest, Node's
 * own errors are no `Error` of the test's realm.
 */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
