import { median } from '../measure/quantile.ts';
import type { NodeRpcSamples, Pass, Way } from '../node-rpc/run-node-rpc.ts';

type PassName = 'first' | 'cached';

export interface NodeRpcRatio {
  method: string;
  pass: PassName;
  calls: number;
  /** CPU of verusd's API ÷ that of the same question in GraphQL; median of the rounds' own ratios. */
  cpu: number;
  cpuMs: number;
  perSecond: number;
  graphqlPerSecond: number;
  recordedNodePerSecond: number;
}

export function summarizeNodeRpc({ method, calls, rounds }: NodeRpcSamples): NodeRpcRatio[] {
  return (['first', 'cached'] as const).map((pass) => {
    const of = (way: Way, part: keyof Pass): number[] => rounds.map((round) => round[pass][way]?.[part] ?? Number.NaN);
    const graphql = of('GraphQL', 'cpuMs');
    return {
      method,
      pass,
      calls,
      cpu: median(of('node API', 'cpuMs').map((ms, index) => ms / (graphql[index] ?? Number.NaN))),
      cpuMs: median(of('node API', 'cpuMs')),
      perSecond: median(of('node API', 'callsPerSecond')),
      graphqlPerSecond: median(of('GraphQL', 'callsPerSecond')),
      recordedNodePerSecond: median(of('recorded node', 'callsPerSecond')),
    };
  });
}
