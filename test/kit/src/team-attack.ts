import { setTimeout as wait } from 'node:timers/promises';
import { postOperation } from './client.ts';
import type { StackClient } from './stack.ts';

/** The attacker shares our cores: refusals without a pause would be most of its cost. */
const PAUSE_AFTER_REFUSAL_MS = 50;
const FIELDS = 20;

export interface TeamAttack {
  name: string;
  atOnce: number;
  /** Each differs, so that no answer is shared or kept. */
  next: (number: number) => { query: string; variables?: Record<string, unknown> };
}

export async function listWallet(stack: StackClient, max: number): Promise<string[]> {
  const wallet: string[] = [];
  for (let cursor: string | null = null; wallet.length < max; ) {
    const query =
      'query ($cursor: String) { richList(limit: 100, cursor: $cursor) { nextCursor entries { address { address } } } }';
    const { data } = await stack.query('test', query, { cursor });
    for (const { address } of data.richList.entries) wallet.push(address.address);
    cursor = data.richList.nextCursor;
    if (cursor === null) break;
  }
  return wallet.slice(0, max);
}

export function attackByWallets(wallet: readonly string[], atOnce: number): TeamAttack {
  const fields = Array.from(
    { length: FIELDS / 2 },
    (_, at) => `f${at}: walletUtxos(addresses: $addresses, limit: 1) { totalCount }
      t${at}: walletTransactions(addresses: $addresses, limit: 1) { transactions { txid } }`,
  );
  const query = `query ($addresses: [String!]!) { ${fields.join('\n')} }`;
  return {
    name: 'counts the outputs of a wallet',
    atOnce,
    next: (number) => {
      const at = number % wallet.length;
      return { query, variables: { addresses: [...wallet.slice(at), ...wallet.slice(0, at)] } };
    },
  };
}

export function attackByPlanning(atOnce: number): TeamAttack {
  const parts = Array.from(
    { length: FIELDS / 4 },
    (_, at) => `b${at}: blocks(limit: 1) { blocks { height transactions(limit: 1) { transactions {
      txid summary fee valueOut vout(limit: 1) { outputs { value addresses } } } } } }
    r${at}: richList(limit: 1) { entries { address { address balance transactions(limit: 1) { transactions {
      blockHeight transaction { txid summary } } } } } }`,
  );
  return {
    name: 'asks for new operations',
    atOnce,
    next: (number) => ({ query: `query N${number}x${process.hrtime.bigint()} { ${parts.join('\n')} }` }),
  };
}

export interface RunningAttack {
  readonly answers: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** Asks again without regard to `Retry-After`. */
export function startAttack(gatewayUrl: string, key: string, { atOnce, next }: TeamAttack): RunningAttack {
  const answers = new Map<number, number>();
  let isStopped = false;
  let number = 0;
  const attack = async (): Promise<void> => {
    while (!isStopped) {
      number += 1;
      const { query, variables } = next(number);
      const { status } = await postOperation(gatewayUrl, key, query, variables);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status !== 200) await wait(PAUSE_AFTER_REFUSAL_MS);
    }
  };
  const all = Promise.all(Array.from({ length: atOnce }, attack));
  return {
    answers,
    stop: async () => {
      isStopped = true;
      await all;
    },
  };
}
