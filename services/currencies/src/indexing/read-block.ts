import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { type OutputValues, readOutputValues } from '#/indexing/output-values.ts';
import { type CurrencyChanges, readCurrencyChanges } from '#/indexing/read-currency-changes.ts';
import { type Issuance, readIssuance } from '#/indexing/read-issuance.ts';

/** What this service takes from a block. */
export interface ReadBlock {
  height: number;
  changes: CurrencyChanges[];
  issuance: Issuance;
  values: OutputValues;
}

/** @throws UnexpectedPayloadError */
export function readBlock(block: Block): ReadBlock {
  return {
    height: block.height,
    changes: readCurrencyChanges(block),
    issuance: readIssuance(block),
    values: readOutputValues(block),
  };
}
