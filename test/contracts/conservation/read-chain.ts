import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readInteger, readText } from '@ledgergraph/verus-protocol/json-members';
import { readAmounts } from '@ledgergraph/verus-protocol/payloads/cross-chain-export';
import { findPayload } from '@ledgergraph/verus-protocol/payloads/payload';
import { findTransferOrder } from '@ledgergraph/verus-protocol/payloads/reserve-transfer';
import { type Amount, Levels } from './levels.ts';

/** Half of a launch's price, in the export that begins a currency. */
export interface LaunchPrice {
  /** `txid:vout`. */
  key: string;
  height: number;
  destinationSystemId: string;
  amounts: ReadonlyMap<string, bigint>;
}

/** None of the three subgraphs keeps these. */
export interface ChainFacts {
  /** Not native; they wait in the pool for producers. */
  feePools: Levels;
  shielded: Levels;
  launchPrices: LaunchPrice[];
  /** For onward legs, by the key of the transfer's output. */
  legFees: Map<string, bigint>;
}

const DEFINITION = 0x40;

export function readChain(blocks: readonly Block[], chainId: string): ChainFacts {
  const facts: ChainFacts = { feePools: new Levels(), shielded: new Levels(), launchPrices: [], legFees: new Map() };
  const pools: Amount[] = [];
  for (const { height, transactions } of blocks) {
    for (const { txid, shieldedValueBalance, outputs } of transactions) {
      facts.shielded.add(chainId, height, -shieldedValueBalance);
      for (const output of outputs) {
        const key = `${hex(txid)}:${output.index}`;
        for (const [currencyId, amount] of poolOf(output)) pools.push({ currencyId, height, amount: String(amount) });
        facts.launchPrices.push(...launchPriceOf(output, { key, height }));
        facts.legFees.set(key, findTransferOrder(output)?.destination.legFees ?? 0n);
      }
    }
  }
  return { ...facts, feePools: Levels.ofAmounts(pools) };
}

function poolOf(output: Output): ReadonlyMap<string, bigint> {
  const pool = findPayload(output, 'feepool');
  return pool === undefined ? new Map() : readAmounts(pool, 'currencyvalues');
}

function launchPriceOf(output: Output, place: Pick<LaunchPrice, 'key' | 'height'>): LaunchPrice[] {
  const payload = findPayload(output, 'crosschainexport');
  if (payload === undefined || (readInteger(payload, 'flags') & DEFINITION) === 0) return [];
  const destinationSystemId = readText(payload, 'destinationsystemid');
  return [{ ...place, destinationSystemId, amounts: readAmounts(payload, 'totalamounts') }];
}
