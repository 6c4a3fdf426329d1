import type { Untyped } from '@ledgergraph/test-kit/client';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import type { TreeBlock } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';
import { listMarkets, type Rows } from './watched-markets.ts';

const HOUR_SECONDS = 3_600;
const HOURS_MAX = 100;
const REGISTRATIONS_MAX = 3;
const PRODUCERS_MAX = 100;

/** These show a removed block that still counts. */
export const FLOW_SELECTION = `
    producers(limit: ${PRODUCERS_MAX}) { producers { address { address } reward } }
    registrations(limit: ${REGISTRATIONS_MAX}) { registrations { txid blockHeight } }
    hours: statistics(interval: HOUR, limit: ${HOURS_MAX}) { statistics { fromHeight toHeight blocks stakedBlocks transactions } }`;

export interface ExpectedFlows {
  /** Latest first. */
  registrations: { txid: string; blockHeight: number }[];
  /** In satoshis, by address. */
  rewards: readonly (readonly [address: string, satoshis: string])[];
  /** Oldest first. A block with an earlier time than one below it counts in the hour of that one. */
  hours: { fromHeight: number; toHeight: number; blocks: number; stakedBlocks: number; transactions: number }[];
  markets: Readonly<Record<string, Rows>>;
}

export class FlowModel {
  readonly #chainId: string;
  readonly #blocks: ReadonlyMap<string, TreeBlock>;
  readonly #known = new Map<string, ExpectedFlows>();

  constructor(chainId: string, blocks: readonly TreeBlock[]) {
    this.#chainId = chainId;
    this.#blocks = new Map(blocks.map((block) => [block.hash, block]));
  }

  at(hash: string): ExpectedFlows {
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const tip = this.#blocks.get(hash);
    if (tip === undefined) throw new Error(`the tree has no block ${hash}`);
    const chain = chainOf(tip);
    const expected = {
      registrations: listRegistrations(chain),
      rewards: listRewards(chain),
      hours: listHours(chain),
      markets: listMarkets(this.#chainId, chain),
    };
    this.#known.set(hash, expected);
    return expected;
  }
}

function listRegistrations(chain: readonly TreeBlock[]): ExpectedFlows['registrations'] {
  const all = chain.flatMap(({ height, transactions }) =>
    transactions.filter(isRegistration).map(({ txid }) => ({ txid, blockHeight: height })),
  );
  return all.reverse().slice(0, REGISTRATIONS_MAX);
}

function isRegistration({ json }: TreeBlock['transactions'][number]): boolean {
  const { vout } = json as Untyped;
  return vout.some(({ scriptPubKey }: Untyped) => scriptPubKey.identityreservation !== undefined);
}

function listRewards(chain: readonly TreeBlock[]): ExpectedFlows['rewards'] {
  const sums = new Map<string, bigint>();
  // Block 1 also hands out the sold coins of the launch: only its first output is a reward.
  const rewards = chain.flatMap(({ height, transactions: [coinbase] }) =>
    (coinbase?.coins ?? []).slice(0, height === 1 ? 1 : undefined),
  );
  for (const { address, satoshis } of rewards) {
    if (address === '' || satoshis === 0n || SYSTEM_ADDRESSES.has(address)) continue;
    sums.set(address, (sums.get(address) ?? 0n) + satoshis);
  }
  return Array.from(sums, ([address, satoshis]) => [address, satoshis.toString()] as const).sort();
}

function listHours(chain: readonly TreeBlock[]): ExpectedFlows['hours'] {
  const hours: ExpectedFlows['hours'] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const { height, time, transactions, json } of chain) {
    const hour = Math.max(latest, Math.floor(time / HOUR_SECONDS));
    const isFirst = hour !== latest;
    latest = hour;
    if (isFirst) hours.push({ fromHeight: height, toHeight: height, blocks: 0, stakedBlocks: 0, transactions: 0 });
    const last = hours.at(-1) as ExpectedFlows['hours'][number];
    last.toHeight = height;
    last.blocks += 1;
    last.stakedBlocks += json.validationtype === 'stake' ? 1 : 0;
    last.transactions += transactions.length;
  }
  return hours.slice(0, HOURS_MAX);
}
