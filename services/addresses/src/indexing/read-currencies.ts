import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { isJsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';

const DEFINITION_KIND = 'currencydefinition';

/** Every currency that a block defines or moves, in the order of its outputs; the same one may come again. */
export function* readCurrencies(block: Block): Generator<string> {
  for (const { outputs } of block.transactions) {
    for (const output of outputs) {
      for (const { currencyId } of output.currencyValues) yield currencyId;
      const defined = readDefined(output);
      if (defined !== undefined) yield defined;
    }
  }
}

function readDefined({ kind, payloadJson }: Output): string | undefined {
  // An output that reads "invalid" on the node carries no payload and counts for nothing.
  if (kind !== DEFINITION_KIND || payloadJson === '') return undefined;
  const definition = parseLossless(payloadJson);
  return isJsonObject(definition) && typeof definition.currencyid === 'string' ? definition.currencyid : undefined;
}
