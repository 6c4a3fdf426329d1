import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readIssuance } from '#/rules/read-issuance.ts';
import { type CurrencyChanges, readCurrencyChanges } from './read-currency-changes.ts';

export interface ReadBlock {
  height: number;
  changes: CurrencyChanges[];
  /** Native satoshis; negative if more is destroyed than made. */
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
