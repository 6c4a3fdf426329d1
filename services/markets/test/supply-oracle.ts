import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';

// Read in another way than the code does: from states, outputs and fee pools.

export type Steps = Map<number, bigint>;

const PRELAUNCH = 2;
const REFUNDING = 4;

/** From the launch on; the native currency only at its launch. */
export function printedSupplies(blocks: readonly Block[], chainId: string): Map<string, Steps> {
  const printed = new Map<string, Map<number, bigint>>();
  const launched = new Set<string>();
  for (const { height, transactions } of blocks) {
    for (const output of transactions.flatMap(({ outputs }) => outputs)) {
      const payload = read(output, 'currencydefinition');
      if (payload?.systemid === chainId) launched.add(payload.currencyid);
      const notarization = read(output, 'acceptednotarization') ?? read(output, 'earnednotarization');
      if (notarization === undefined || !launched.has(notarization.currencyid)) continue;
      const { flags, supply } = notarization.currencystate;
      if ((Number(flags) & (PRELAUNCH | REFUNDING)) !== 0) continue;
      set(printed, notarization.currencyid, height, satoshisFromDecimalText(supply));
    }
  }
  return new Map([...printed].map(([currencyId, levels]) => [currencyId, stepsOf(levels)]));
}

/** Unspent, or in the fee pool; without the native currency. */
export function unitsInOutputs(blocks: readonly Block[]): Map<string, Steps> {
  const unspent = new Map<string, Output['currencyValues']>();
  const held = new Map<string, bigint>();
  const levels = new Map<string, Map<number, bigint>>();
  const add = (currencyId: string, amount: bigint) => held.set(currencyId, (held.get(currencyId) ?? 0n) + amount);
  for (const { height, transactions } of blocks) {
    const pools = new Map<string, bigint>();
    for (const { txid, inputs, outputs } of transactions) {
      for (const input of inputs) {
        for (const { currencyId, satoshis } of unspent.get(`${hex(input.txid)}:${input.vout}`) ?? [])
          add(currencyId, -satoshis);
      }
      for (const output of outputs) {
        if (output.currencyValues.length > 0) unspent.set(`${hex(txid)}:${output.index}`, output.currencyValues);
        for (const { currencyId, satoshis } of output.currencyValues) add(currencyId, satoshis);
        for (const [id, amount] of Object.entries(read(output, 'feepool')?.currencyvalues ?? {})) {
          pools.set(id, satoshisFromDecimalText(String(amount)));
        }
      }
    }
    for (const [currencyId, amount] of held) set(levels, currencyId, height, amount + (pools.get(currencyId) ?? 0n));
  }
  return new Map([...levels].map(([currencyId, own]) => [currencyId, stepsOf(own)]));
}

function set(levels: Map<string, Map<number, bigint>>, currencyId: string, height: number, amount: bigint): void {
  levels.set(currencyId, (levels.get(currencyId) ?? new Map()).set(height, amount));
}

/** Only heights that change it. */
function stepsOf(levels: ReadonlyMap<number, bigint>): Steps {
  let before = 0n;
  const steps: Steps = new Map();
  for (const [height, amount] of levels) {
    if (amount !== before) steps.set(height, amount);
    before = amount;
  }
  return steps;
}

/** Numbers with decimals are text. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of the node
function read({ kind, payloadJson }: Output, wanted: string): any {
  return kind === wanted && payloadJson !== ''
    ? JSON.parse(payloadJson.replace(/:\s*(-?\d+\.\d+)/g, ':"$1"'))
    : undefined;
}
