import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readText } from '@ledgergraph/verus-protocol/json-members';
import { findDefinitionPayload } from '@ledgergraph/verus-protocol/payloads/currency-definition';

/** Every currency that a block defines or moves, in the order of its outputs; the same one may come again. @throws UnexpectedShapeError */
export function* readCurrencies(block: Block): Generator<string> {
  for (const { outputs } of block.transactions) {
    for (const output of outputs) {
      for (const { currencyId } of output.currencyValues) yield currencyId;
      const definition = findDefinitionPayload(output);
      if (definition !== undefined) yield readText(definition, 'currencyid');
    }
  }
}
