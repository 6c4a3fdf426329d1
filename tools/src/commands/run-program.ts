import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { execa } from 'execa';
import { generateCode } from '#/codegen/codegen.ts';
import { prepareNatsServer } from '#/testing/prepare-programs.ts';

export interface ProgramNeeds {
  /** It needs a nats-server, which is installed if the machine has none. */
  services: boolean;
}

export function runProgram(file: string, { services }: ProgramNeeds): (args: string[]) => Promise<number> {
  return async (args) => {
    await generateCode();
    const programs = services ? await prepareNatsServer((text) => process.stderr.write(`${text}\n`)) : {};
    const result = await execa(process.execPath, [inRepository(file), ...args], {
      cwd: repositoryDir,
      env: programs,
      stdio: 'inherit',
      reject: false,
    });
    return result.exitCode ?? 1;
  };
}
