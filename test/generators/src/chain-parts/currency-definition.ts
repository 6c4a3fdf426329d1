import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';

const TOKEN = 32;

/** docs/verus/currencies.md#definition. */
export function currencyDefinition(
  chainId: string,
  { currencyId, name }: { currencyId: string; name: string },
  height: number,
): JsonObject {
  return {
    version: whole(1),
    options: whole(TOKEN),
    name,
    currencyid: currencyId,
    parent: chainId,
    systemid: chainId,
    notarizationprotocol: whole(1),
    proofprotocol: whole(2),
    launchsystemid: chainId,
    startblock: whole(height),
    endblock: whole(0),
    preallocations: [],
    idregistrationfees: decimal(10_00000000n),
    idreferrallevels: whole(2),
    idimportfees: decimal(2_000_000n),
  };
}
