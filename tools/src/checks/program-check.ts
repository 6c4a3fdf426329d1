import { installedProgram, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import type { Check } from './check.ts';

export function programCheck(title: string, fix: string, program: string, args: string[], cwd = repositoryDir): Check {
  return {
    title,
    fix,
    run: async () => {
      const file = program === 'node' ? process.execPath : installedProgram(program);
      const result = await execa(file, args, { cwd, reject: false, all: true, stdin: 'ignore' });
      return result.failed ? result.all || result.message : undefined;
    },
  };
}
