import { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { startGeneratedNode } from '@ledgergraph/generators/generated-chain/start-generated-node';
import type { Job, PreparedJob } from './job.ts';

/** Generating is over before anything is measured. */
export async function serveNode({ chain }: Extract<Job, { kind: 'node' }>): Promise<PreparedJob> {
  const kept = chain.keepsFile === true ? ChainFile.open(chain.file) : undefined;
  const file = kept ?? ChainFile.write(chain.file, generateChain(chain));
  if (chain.keepsFile === true && kept === undefined) file.keep(chain.file);
  const node = await startGeneratedNode({ ...chain, chain: file });
  return {
    run: async () => undefined,
    close: async () => {
      await node.stop();
      file[Symbol.dispose]();
    },
  };
}
