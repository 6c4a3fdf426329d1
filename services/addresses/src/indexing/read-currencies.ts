import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { isJsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';

const DEFINITION_KIND = 'currencydefinition';

/** First height of these blocks at which each currency was defined or moved; the native one exists from the first block on. */
export function readKnownCurrencies(nativeId: string, blocks: readonly Block[]): Map<string, number> {
  const known = new Map<string, number>();
  const meet = (currencyId: string, height: number): void => {
    if (!known.has(currencyId)) known.set(currencyId, height);
  };
  for (const block of blocks) {
    meet(nativeId, block.height);
    for (const output of block.transactions.flatMap((transaction) => transaction.outputs)) {
      for (const value of output.currencyValues) meet(value.currencyId, block.height);
      const definition =
        output.kind === DEFINITION_KIND && output.payloadJson !== '' && parseLossless(output.payloadJson);
      if (definition && isJsonObject(definition) && typeof definition.currencyid === 'string') {
        meet(definition.currencyid, block.height);
      }
    }
  }
  return known;
}
