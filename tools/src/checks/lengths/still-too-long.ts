/** From the root. The list only gets shorter, and ends empty. */
export const STILL_TOO_LONG: readonly string[] = ['test/fault/stage/start-stage.ts'];
