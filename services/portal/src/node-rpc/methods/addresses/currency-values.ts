import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { knowsCurrencies } from '@ledgergraph/verus-protocol/root-chains';
import type { ReadBlock, Values } from '#/gateway/gateway-client.ts';
import { listOf, NAME, objectOf } from '#/gateway/values.ts';
import { type JsonMembers, RawJson } from '../../json.ts';
import type { Call } from '../../method.ts';

/** Satoshis by i-address. */
export type Amounts = ReadonlyMap<string, bigint>;

const NATIVE = `query RpcNative($chain: String!) { network(chainId: $chain) { nativeCurrency { ${NAME} } } }`;

/** Names of currencies are only asked for where a client wants them. */
export class CurrencyNames {
  readonly isWanted: boolean;
  /** Selects the name of a currency. */
  readonly selected: string;
  readonly #names = new Map<string, string>();

  constructor(isWanted: boolean) {
    this.isWanted = isWanted;
    this.selected = isWanted ? ` currency { ${NAME} }` : '';
  }

  /** @param values have `currencyId` and `currency` */
  learn(values: Values): void {
    const { currencyId, currency } = values;
    if (this.isWanted && currency != null)
      this.#names.set(String(currencyId), String(objectOf(values, 'currency')[NAME]));
  }

  async learnNative(call: Call): Promise<void> {
    const { chainId } = await call.block();
    if (!this.isWanted || this.#names.has(chainId)) return;
    const network = objectOf(await call.ask(NATIVE, { chain: call.chain }), 'network');
    this.learn({ currencyId: chainId, currency: network.nativeCurrency });
  }

  /** A currency that the chain does not know has an empty name, as verusd prints it. */
  membersOf(amounts: Amounts): JsonMembers | undefined {
    if (!this.isWanted) return undefined;
    return Object.fromEntries(inOrder(amounts).map(([currencyId]) => [currencyId, this.#names.get(currencyId) ?? '']));
  }
}

/** Tokens, and the native currency unless it is zero. @param row has `satoshis` and `currencyValues` */
export function amountsOf(row: Values, { chainId }: ReadBlock): Amounts {
  const amounts = new Map<string, bigint>();
  for (const { currencyId, satoshis } of listOf(row, 'currencyValues'))
    amounts.set(String(currencyId), BigInt(String(satoshis)));
  const native = BigInt(String(row.satoshis));
  if (native !== 0n) amounts.set(chainId, native);
  return amounts;
}

export function addAmount(amounts: Map<string, bigint>, currencyId: string, satoshis: bigint): void {
  amounts.set(currencyId, (amounts.get(currencyId) ?? 0n) + satoshis);
}

/** Members that verusd prints for the value of an output (misc.cpp:CurrencyValuesAndNames). */
export function currencyMembers(row: Values, block: ReadBlock, names: CurrencyNames): JsonMembers {
  if (!knowsCurrencies(block.chainId, block.height)) return {};
  const amounts = amountsOf(row, block);
  if (amounts.size === 0) return {};
  for (const value of listOf(row, 'currencyValues')) names.learn(value);
  return { currencyvalues: coinMembers(amounts), currencynames: names.membersOf(amounts) };
}

export function coinMembers(amounts: Amounts): JsonMembers {
  return Object.fromEntries(
    inOrder(amounts).map(([currencyId, satoshis]) => [currencyId, new RawJson(decimalText(satoshis))]),
  );
}

/** verusd orders currencies by the bytes of their ids, as their texts are ordered. */
function inOrder(amounts: Amounts): [string, bigint][] {
  return [...amounts].sort(([one], [other]) => (one < other ? -1 : 1));
}
