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

/** Files of `e2e` that share no installation. In a run of all projects they are in the other lane, which would else end minutes earlier. */
const APART = '/test/e2e/add-a-service/';
const BUT_APART = '/test/e2e/(?!add-a-service/)';

/** One run of Jest. */
export interface Run {
  project: Project;
  /** Pattern of the paths that this run leaves to another. */
  leaves?: string;
}

export interface TestArguments {
  /** Steps one after another; the lanes of a step side by side; the runs of a lane one after another. */
  steps: Run[][][];
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
  if (at === -1) return { steps: stepsOf(PROJECTS).map(balance), rest: args };
  let end = at + 1;
  while (end < args.length && !args[end]?.startsWith('-') && isProject(args[end])) end += 1;
  const selected = args.slice(at + 1, end);
  if (selected.length === 0) throw new Error(`--selectProjects wants some of: ${PROJECTS.join(', ')}`);
  return {
    steps: stepsOf(selected),
    rest: [...args.slice(0, at), ...args.slice(end)],
  };
}

function stepsOf(selected: readonly string[]): Run[][][] {
  const runsOf = (lane: readonly Project[]): Run[] =>
    lane.filter((project) => selected.includes(project)).map((project) => ({ project }));
  const lanesOf = (step: readonly (readonly Project[])[]) => step.map(runsOf).filter((lane) => lane.length > 0);
  return STEPS.map(lanesOf).filter((lanes) => lanes.length > 0);
}

/** Moves some files of a step's first lane to its second one. */
function balance(lanes: Run[][]): Run[][] {
  const [[first, ...others] = [], second, ...rest] = lanes;
  if (first?.project !== 'e2e' || second === undefined) return lanes;
  return [[{ ...first, leaves: APART }, ...others], [...second, { ...first, leaves: BUT_APART }], ...rest];
}

function isProject(text: string | undefined): text is Project {
  return PROJECTS.some((project) => project === text);
}
