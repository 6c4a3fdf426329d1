import { dirname, join } from 'node:path';

/** The repository's root folder. Paths of the repository start here, whatever the working directory is. */
export const repositoryDir = dirname(dirname(dirname(import.meta.dirname)));

/** A path inside the repository, from its parts. */
export function inRepository(...parts: string[]): string {
  return join(repositoryDir, ...parts);
}

/** A program that npm installed at the root, such as `buf` or `tsc`. */
export function installedProgram(name: string): string {
  return inRepository('node_modules', '.bin', name);
}

/** Arguments of Node.js that run roles in a process of their own. */
export function runRoles(...roles: readonly string[]): string[] {
  return [inRepository('deploy', 'program', 'src', 'main.ts'), 'run', ...roles];
}
