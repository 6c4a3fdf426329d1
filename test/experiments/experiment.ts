/** A long run that no test has the time for: an installation on the engines that operators trust, and what was counted. */
export interface Experiment {
  /** One line for `--help`. */
  summary: string;
  /** Debian packages that it runs; they are installed if the machine lacks them. */
  packages: readonly string[];
  run(context: ExperimentContext): Promise<Findings>;
}

export interface ExperimentContext {
  /** Ends what the experiment started: at its end, at a signal, at a failure. */
  cleanup: AsyncDisposableStack;
  /** Parameters of the command line: `--set kills=50`. */
  settings: ReadonlyMap<string, string>;
  /** Reports progress to a person who waits, on stderr. */
  progress: (text: string) => void;
}

/** Results of a run. */
export interface Findings {
  /** Counts and measurements, one sentence each, in the order of the documentation. */
  facts: readonly string[];
  /** Broken guarantees. None: the experiment passed. */
  violations: readonly string[];
}

/** Reads a whole number among the settings. @throws Error for anything else */
export function readCount(settings: ReadonlyMap<string, string>, name: string, standard: number): number {
  const text = settings.get(name);
  if (text === undefined) return standard;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes a whole number`);
  return Number(text);
}
