/** Jest projects in the order in which they are reported: fast failures come first. */
const PROJECTS = ['unit', 'service', 'contracts', 'e2e', 'abuse', 'fault'] as const;

export type Project = (typeof PROJECTS)[number];

/**
 * Steps of a run, each of lanes that run side by side. A file of `e2e` or `fault` waits for installations half of its time, and each
 * file of `abuse` for deadlines: alone, they leave a core unused.
 */
const STEPS: readonly (readonly Project[])[][] = [
  [['unit']],
  [['service']],
  [['contracts']],
  [['e2e'], ['abuse', 'fault']],
];

export interface TestArguments {
  /** Steps one after another; the lanes of a step side by side; the projects of a lane one after another. */
  steps: Project[][][];
  /** Further arguments for Jest. */
  rest: string[];
}

/**
 * Takes `--selectProjects a b` out of Jest's arguments, since each project gets a run of its own.
 *
 * @throws when it names no project or one that does not exist
 */
export function readTestArguments(args: string[]): TestArguments {
  const at = args.indexOf('--selectProjects');
  if (at === -1) return { steps: stepsOf(PROJECTS), rest: args };
  let end = at + 1;
  while (end < args.length && !args[end]?.startsWith('-') && isProject(args[end])) end += 1;
  const selected = args.slice(at + 1, end);
  if (selected.length === 0) throw new Error(`--selectProjects wants some of: ${PROJECTS.join(', ')}`);
  return {
    steps: stepsOf(selected),
    rest: [...args.slice(0, at), ...args.slice(end)],
  };
}

function stepsOf(selected: readonly string[]): Project[][][] {
  const lanesOf = (step: readonly (readonly Project[])[]) =>
    step.map((lane) => lane.filter((project) => selected.includes(project))).filter((lane) => lane.length > 0);
  return STEPS.map(lanesOf).filter((lanes) => lanes.length > 0);
}

function isProject(text: string | undefined): text is Project {
  return PROJECTS.some((project) => project === text);
}
