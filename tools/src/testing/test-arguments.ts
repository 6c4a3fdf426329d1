/** Jest projects in the order in which they are reported: fast failures come first. */
const PROJECTS = ['unit', 'service', 'contracts', 'stories', 'e2e', 'abuse', 'fault', 'containers'] as const;

export type Project = (typeof PROJECTS)[number];

/** Projects of a plain `npm test`: a newcomer waits for them. `--rest` runs the others, `--all` everything. */
const FIRST: readonly Project[] = ['unit', 'service', 'contracts', 'stories'];

const FLAGS = ['--rest', '--all', '--times'];

/**
 * Steps of a run, each of lanes that run side by side. Files that start whole installations wait for half of their time, and files of `abuse` for
 * deadlines: alone, they would leave a core unused. Containers measure memory and time out on a machine that is busy with something else.
 */
const STEPS: readonly (readonly Project[])[][] = [
  [['unit']],
  [['service', 'contracts'], ['stories']],
  [['e2e'], ['abuse', 'fault']],
  [['containers']],
];

export interface TestArguments {
  /** Steps one after another; the lanes of a step side by side; the projects of a lane one after another. */
  steps: Project[][][];
  /** Projects that this run leaves out. */
  leftOut: Project[];
  /** Only prints the times of the last runs. */
  printsTimes: boolean;
  /** Further arguments for Jest. */
  rest: string[];
}

/**
 * Takes `--selectProjects a b`, `--rest`, `--all` and `--times` out of Jest's arguments, since each project gets a run of its own.
 *
 * @throws when `--selectProjects` names no project or one that does not exist
 */
export function readTestArguments(args: readonly string[]): TestArguments {
  const { selected, others } = takeSelection(args);
  const chosen = selected ?? PROJECTS.filter((project) => isChosen(project, others));
  const steps = STEPS.map((lanes) =>
    lanes.map((lane) => lane.filter((project) => chosen.includes(project))).filter((lane) => lane.length > 0),
  );
  return {
    steps: steps.filter((lanes) => lanes.length > 0),
    leftOut: PROJECTS.filter((project) => !chosen.includes(project)),
    printsTimes: others.includes('--times'),
    rest: others.filter((arg) => !FLAGS.includes(arg)),
  };
}

function isChosen(project: Project, args: readonly string[]): boolean {
  return args.includes('--all') || FIRST.includes(project) !== args.includes('--rest');
}

function takeSelection(args: readonly string[]): { selected: Project[] | undefined; others: string[] } {
  const at = args.indexOf('--selectProjects');
  if (at === -1) return { selected: undefined, others: [...args] };
  const selected: Project[] = [];
  for (const name of args.slice(at + 1)) {
    if (!isProject(name)) break;
    selected.push(name);
  }
  if (selected.length === 0) throw new Error(`--selectProjects wants some of: ${PROJECTS.join(', ')}`);
  return { selected, others: [...args.slice(0, at), ...args.slice(at + 1 + selected.length)] };
}

function isProject(text: string): text is Project {
  return PROJECTS.some((project) => project === text);
}
