/**
 * Jest projects in the order in which they run: fast failures come first, and projects that run whole installations
 * have the machine for themselves.
 */
export const PROJECTS = ['unit', 'service', 'contracts', 'e2e', 'abuse', 'fault'] as const;

export type Project = (typeof PROJECTS)[number];

export interface TestArguments {
  projects: Project[];
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
  if (at === -1) return { projects: [...PROJECTS], rest: args };
  let end = at + 1;
  while (end < args.length && !args[end]?.startsWith('-') && isProject(args[end])) end += 1;
  const selected = args.slice(at + 1, end);
  if (selected.length === 0) throw new Error(`--selectProjects wants some of: ${PROJECTS.join(', ')}`);
  return {
    projects: PROJECTS.filter((project) => selected.includes(project)),
    rest: [...args.slice(0, at), ...args.slice(end)],
  };
}

function isProject(text: string | undefined): text is Project {
  return PROJECTS.some((project) => project === text);
}
