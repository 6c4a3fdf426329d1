export interface Check {
  title: string;
  fix: string;
  /** Returns what is wrong, or undefined. Throwing counts as wrong, too. */
  run: () => Promise<string | undefined>;
}
