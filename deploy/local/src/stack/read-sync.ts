import type { StackContext } from './stack-context.ts';

export interface NetworkSync {
  name: string;
  /** Highest block that every subgraph has applied; undefined before the first. */
  height: number | undefined;
  nodeTip: number | undefined;
  subgraphs: { name: string; height: number }[];
  lastReorg: { forkHeight: number; depth: number; at: string } | undefined;
}

const QUERY = `{ networks { name syncState { lastBlockHeight chainTipHeight subgraphs { name height } lastReorg { forkHeight depth at } } } }`;
const TIMEOUT_MS = 5_000;

interface Answer {
  data?: {
    networks?: {
      name: string;
      syncState: {
        lastBlockHeight: number;
        chainTipHeight: number | null;
        subgraphs: { name: string; height: number }[];
        lastReorg: NetworkSync['lastReorg'] | null;
      } | null;
    }[];
  } | null;
}

/** Empty while the blocks service cannot answer yet. */
export async function readSync(context: StackContext): Promise<NetworkSync[]> {
  const answers = await Promise.all(['MAINNET', 'TESTNET'].map((environment) => ask(context, environment)));
  return answers.flat().map(({ name, syncState }) => ({
    name,
    height: syncState?.lastBlockHeight,
    nodeTip: syncState?.chainTipHeight ?? undefined,
    subgraphs: syncState?.subgraphs ?? [],
    lastReorg: syncState?.lastReorg ?? undefined,
  }));
}

async function ask(context: StackContext, environment: string) {
  try {
    const response = await fetch(`${context.urls.get('blocks-api')}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-ledgergraph-internal': context.secrets.internalSecret,
        'x-ledgergraph-environment': environment,
      },
      body: JSON.stringify({ query: QUERY }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ((await response.json()) as Answer).data?.networks ?? [];
  } catch {
    // Not listening yet, or restarting: this only feeds a display.
    return [];
  }
}
