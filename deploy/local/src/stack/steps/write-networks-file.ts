import { stringify } from 'yaml';
import { writePrivate } from '#/stack/kept-json.ts';
import type { StackContext } from '#/stack/stack-context.ts';

const NOTE =
  '# Written at each start, for the recorded nodes. For real nodes see networks.example.yaml and `npm start -- --networks FILE`.\n';

/** In the form in which an operator names real nodes. */
export async function writeNetworksFile({ networksFile, recordedNodes }: StackContext): Promise<void> {
  const networks = recordedNodes.map((node) => ({
    chainId: node.chainId,
    name: node.networkName,
    environment: node.environment,
    // The first of each environment answers where a query names no chain.
    default: recordedNodes.find(({ environment }) => environment === node.environment) === node,
    blockTimeSeconds: node.blockTimeSeconds,
    endpoints: [{ url: node.url, userEnv: 'RECORDED_NODE_USER', passwordEnv: 'RECORDED_NODE_PASSWORD' }],
    zmq: node.zmqUrl,
  }));
  await writePrivate(networksFile, NOTE + stringify({ networks }));
}
