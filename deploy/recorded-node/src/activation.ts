import { memberText } from '@ledgergraph/verus-protocol/json-text';
import type { NodeState } from './node-state.ts';
import type { ChainBlock } from './recorded-chain.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

/** The daemon's error below the height that activates a consensus version (verus-rpc.md section 0). */
interface Activation {
  version: number;
  refusal: string;
}

const IDENTITIES: Activation = { version: 3, refusal: 'Identity APIs not activated on blockchain.' };
const VAULT: Activation = {
  version: 6,
  refusal: 'Verus Vault and VerusID Marketplace not activated on blockchain.',
};
const PBAAS: Activation = { version: 7, refusal: 'PBaaS not activated on blockchain.' };

const ACTIVATIONS: ReadonlyMap<string, Activation> = new Map([
  ...of(IDENTITIES, [
    ...['getidentity', 'getidentityhistory', 'getidentitycontent', 'listidentities'],
    ...['getidentitieswithaddress', 'getidentitieswithrevocation', 'getidentitieswithrecovery'],
  ]),
  ...of(VAULT, ['getoffers', 'listopenoffers']),
  ...of(PBAAS, [
    ...['getcurrency', 'listcurrencies', 'getcurrencystate', 'getinitialcurrencystate', 'getcurrencyconverters'],
    ...['estimateconversion', 'getlaunchinfo', 'getreservedeposits', 'getpendingtransfers', 'getcurrencytrust'],
    ...['getexports', 'getimports', 'getlastimportfrom'],
    ...['getnotarizationdata', 'getbestproofroot', 'getnotarizationproofs'],
  ]),
]);

/** Refuses a call whose feature is not active at the view's tip. @throws RpcError -32600, as the daemon does */
export function refuseBeforeActivation({ view }: Pick<NodeState, 'view'>, method: string): void {
  const activation = ACTIVATIONS.get(method);
  if (activation === undefined || activeVersion(view.tip) >= activation.version) return;
  throw new RpcError(RPC_CODES.INVALID_REQUEST, activation.refusal);
}

/** The first four bytes of a block's solution, little endian. Genesis has an older proof of work and no version. */
function activeVersion({ height, hash, text }: ChainBlock): number {
  if (height === 0) return 0;
  const solution = memberText(text, 'solution');
  if (solution === undefined) throw new Error(`the recorded block ${hash} has no solution`);
  return Buffer.from(solution.slice(1, 9), 'hex').readUInt32LE();
}

function of(activation: Activation, methods: readonly string[]): [string, Activation][] {
  return methods.map((method) => [method, activation]);
}
