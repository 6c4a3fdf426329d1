import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { CURRENCY_OPTIONS } from '@ledgergraph/verus-protocol/flags';
import { readAmounts } from '@ledgergraph/verus-protocol/payloads/cross-chain-export';
import { findDefinitionPayload, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { findPayload } from '@ledgergraph/verus-protocol/payloads/payload';
import type { CurrencySystem } from '#/supply/systems.ts';

export interface SupplyBlock {
  height: number;
  systems: CurrencySystem[];
  /** Amounts that the coinbase of the first block issues, without native ones; null elsewhere. */
  issued: ReadonlyMap<string, bigint> | null;
}

/** @throws UnexpectedShapeError */
export function readSupply({ chainId, height, transactions }: Block): SupplyBlock {
  const [coinbase] = transactions;
  return {
    height,
    systems: transactions.flatMap(readSystems),
    issued: coinbase?.outputs.some(({ kind }) => kind === 'crosschainimport') ? readIssued(coinbase, chainId) : null,
  };
}

export function readSystems({ outputs }: Transaction): CurrencySystem[] {
  return outputs.flatMap((output) => {
    const payload = findDefinitionPayload(output);
    if (payload === undefined) return [];
    const { currencyId, systemId, parentId, options } = readDefinition(payload);
    return [{ currencyId, systemId, parentId, isGateway: (options & CURRENCY_OPTIONS.GATEWAY) !== 0 }];
  });
}

function readIssued({ outputs }: Transaction, chainId: string): Map<string, bigint> {
  const issued = new Map<string, bigint>();
  const add = (currencyId: string, amount: bigint): void => {
    if (currencyId !== chainId) issued.set(currencyId, (issued.get(currencyId) ?? 0n) + amount);
  };
  for (const output of outputs) {
    for (const { currencyId, satoshis } of output.currencyValues) add(currencyId, satoshis);
    const pool = findPayload(output, 'feepool');
    if (pool !== undefined)
      for (const [currencyId, amount] of readAmounts(pool, 'currencyvalues')) add(currencyId, amount);
  }
  return issued;
}
