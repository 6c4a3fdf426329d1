import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readIssuance } from '#/rules/read-issuance.ts';
import { type CurrencyChanges, readCurrencyChanges } from './read-currency-changes.ts';

/** Parts of a block that this service needs. */
export interface ReadBlock {
  height: number;
  changes: CurrencyChanges[];
  /** Native coins that it adds to those in existence, in satoshis. */
  issued: bigint;
}

/** @throws UnexpectedShapeError, UnknownInputValueError */
export function readBlock(block: Block): ReadBlock {
  return {
    height: block.height,
    changes: readCurrencyChanges(block),
    issued: readIssuance(block),
  };
}
