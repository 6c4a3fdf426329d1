/** Fast failures come first. */
const PROJECTS = ['unit', 'service', 'contracts', 'stories', 'e2e', 'abuse', 'fault', 'containers'] as const;

export type Project = (typeof PROJECTS)[number];

/** A newcomer waits for these. `--rest` runs the others, `--all` everything. */
const FIRST: readonly Project[] = ['unit', 'service', 'contracts', 'stories'];

const FLAGS = ['--rest', '--all', '--times'];

/**
 * Lanes of a step run side by side, since whole installations and `abuse` wait for half of their time. Containers time out on a busy
 * machine.
 */
const STEPS: readonly (readonly Project[])[][] = [
  [['unit']],
  [['service', 'contracts'], ['stories']],
  [['e2e'], ['abuse', 'fault']],
  [['containers']],
];

export interface TestArguments {
  /** Steps, their lanes side by side, and the projects of a lane one after another. */
  steps: Project[][][];
  leftOut: Project[];
  printsTimes: boolean;
  rest: string[];
}

/** Each project gets a run of its own. @throws when `--selectProjects` names no project or one that does not exist */
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
