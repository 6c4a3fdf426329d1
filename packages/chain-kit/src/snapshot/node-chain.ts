import { z } from 'zod';
import type { ChainPlace } from './manifest.ts';
import { SnapshotFault, SourceAway } from './snapshot-fault.ts';

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES_MAX = 64 * 1024;

export interface NodeAddress {
  url: string;
  user: string;
  password: string;
}

const answer = z.object({ result: z.unknown(), error: z.object({ code: z.number() }).nullish() });
const RPC_INVALID_PARAMETER = -8;

/**
 * A node that has left the last block, or has not reached it, is right too.
 * @returns a sentence for the operator
 * @throws SnapshotFault when it follows another chain; SourceAway when it does not answer
 */
export async function checkNode(node: NodeAddress, chain: ChainPlace): Promise<string> {
  const chainId = await ask(node, 'getcurrency', [chain.name]).catch(() => undefined);
  const known = z.object({ currencyid: z.string() }).safeParse(chainId);
  if (known.success && known.data.currencyid !== chain.chainId) {
    throw new SnapshotFault(`the node's ${chain.name} is another chain than the snapshot's`);
  }
  const { final } = chain;
  const below = await findHash(node, final.height);
  if (below === null) {
    throw new SnapshotFault(
      `the node has not reached block ${final.height} of ${chain.name} yet: let it synchronise first`,
    );
  }
  if (below !== final.hash) {
    throw new SnapshotFault(`the node's chain of ${chain.name} has another block at ${final.height} than the snapshot`);
  }
  const tip = await findHash(node, chain.height);
  if (tip === chain.hash) return `${chain.name}: block ${chain.height} is on the node's chain`;
  const why = tip === null ? 'the node has not reached' : 'the node has left';
  return `${chain.name}: block ${final.height} is on the node's chain; ${why} block ${chain.height}, and indexing goes on from the fork`;
}

async function findHash(node: NodeAddress, height: number): Promise<string | null> {
  const result = await ask(node, 'getblockhash', [height]);
  return result === null ? null : z.string().parse(result);
}

async function ask({ url, user, password }: NodeAddress, method: string, params: unknown[]): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  };
  const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    if (response.status === 401) throw new SnapshotFault('the node refuses the credentials');
    const read = answer.parse(JSON.parse(await readText(response)));
    if (read.error == null) return read.result ?? null;
    if (read.error.code === RPC_INVALID_PARAMETER) return null;
    throw new Error(`error ${read.error.code}`);
  } catch (error) {
    if (error instanceof SnapshotFault) throw error;
    throw new SourceAway('the node does not answer as a node does', { cause: error });
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
