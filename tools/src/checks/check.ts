/** One thing that must hold of the sources. */
export interface Check {
  title: string;
  /** Command that mends a failure. */
  fix: string;
  /** Returns what is wrong, or undefined. Throwing counts as wrong, too. */
  run: () => Promise<string | undefined>;
}
