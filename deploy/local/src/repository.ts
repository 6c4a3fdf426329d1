import { dirname, join } from 'node:path';

export const repositoryDir = dirname(dirname(dirname(import.meta.dirname)));

export function inRepository(...parts: string[]): string {
  return join(repositoryDir, ...parts);
}

export function installedProgram(name: string): string {
  return inRepository('node_modules', '.bin', name);
}

export function runRoles(...roles: readonly string[]): string[] {
  return [inRepository('deploy', 'program', 'src', 'main.ts'), 'run', ...roles];
}
