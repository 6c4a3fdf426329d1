import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { type OutputValues, readOutputValues } from './output-values.ts';
import { type CurrencyChanges, readCurrencyChanges } from './read-currency-changes.ts';
import { type Issuance, readIssuance } from './read-issuance.ts';

/** Parts of a block that this service needs. */
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
