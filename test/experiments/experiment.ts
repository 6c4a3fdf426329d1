/** A long run that no test has the time for, on the engines that operators trust. */
export interface Experiment {
  summary: string;
  /** Debian's; installed if the machine lacks them. */
  packages: readonly string[];
  run(context: ExperimentContext): Promise<Findings>;
}

export interface ExperimentContext {
  cleanup: AsyncDisposableStack;
  /** `--set kills=50`. */
  settings: ReadonlyMap<string, string>;
  /** On stderr. */
  progress: (text: string) => void;
}

export interface Findings {
  facts: readonly string[];
  /** Empty: the experiment passed. */
  violations: readonly string[];
}

/** @throws Error for anything but a whole number */
export function readCount(settings: ReadonlyMap<string, string>, name: string, standard: number): number {
  const text = settings.get(name);
  if (text === undefined) return standard;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes a whole number`);
  return Number(text);
}
