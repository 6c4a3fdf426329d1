import { start as startInstallation } from '@ledgergraph/local/start/start';
import { generateCode } from '#/codegen/codegen.ts';

/** `npm start`: an installation on this machine, from the sources as they are. */
export function start(args: string[]): Promise<number> {
  return startInstallation(args, generateCode);
}
