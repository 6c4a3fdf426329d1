import { start as startInstallation } from '@ledgergraph/local/start/start';
import { generateCode } from '#/codegen/codegen.ts';

export function start(args: string[]): Promise<number> {
  return startInstallation(args, generateCode);
}
