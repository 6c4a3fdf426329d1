/** One thing that must hold of the sources. */
export interface Check {
  title: string;
  /** What to type when it fails. */
  fix: string;
  /** Returns what is wrong, or undefined. Throwing counts as wrong, too. */
  run: () => Promise<string | undefined>;
}
