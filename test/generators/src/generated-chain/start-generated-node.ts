import { FaultSwitch } from '@ledgergraph/recorded-node/fault';
import { startRpcServer } from '@ledgergraph/recorded-node/rpc-server';
import { startTipPublisher } from '@ledgergraph/recorded-node/tip-publisher';
import { answerGenerated, type GeneratedView } from './answer-generated.ts';
import type { ChainFile } from './chain-file.ts';
import { NodePace } from './node-pace.ts';

export interface GeneratedNodeOptions {
  chain: ChainFile;
  chainId: string;
  name: string;
  user: string;
  password: string;
  /** Default: the chain's last. */
  tipHeight?: number;
  port?: number;
  /** For ZeroMQ; 0 takes a free one. */
  zmqPort?: number;
  /** For all callers together; default: no limit. */
  blocksPerSecond?: number | undefined;
}

export interface GeneratedNode {
  url: string;
  zmqUrl: string | undefined;
  /** @throws RangeError at the end of the chain */
  advance(): Promise<{ height: number; hash: string }>;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

export async function startGeneratedNode(options: GeneratedNodeOptions): Promise<GeneratedNode> {
  const { chain, chainId, name, user, password, port = 0, zmqPort, blocksPerSecond = Infinity } = options;
  const view: GeneratedView = { chain, chainId, name, tipHeight: options.tipHeight ?? chain.length - 1 };
  const pace = new NodePace(blocksPerSecond);
  const server = await startRpcServer(
    { host: HOST, port, user, password },
    (method, params) => {
      if (method === 'getblock') pace.work(1);
      return answerGenerated(view, method, params);
    },
    { faults: new FaultSwitch(), latencyMs: () => 0, holdMs: () => pace.msLeft() },
  );
  const publisher = zmqPort === undefined ? undefined : await startTipPublisher(HOST, zmqPort);
  const address = server.address();
  return {
    url: `http://${HOST}:${typeof address === 'object' && address !== null ? address.port : port}`,
    zmqUrl: publisher?.url,
    advance: async () => {
      const { height, hash } = chain.facts(view.tipHeight + 1);
      view.tipHeight = height;
      await publisher?.announce(hash);
      return { height, hash };
    },
    stop: async () => {
      publisher?.close();
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
