import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';

export interface MovementReference {
  __typename: 'Movement';
  chainId: string;
  address: string;
  addresses: string[];
  currencyId: string;
  txid: string;
  at: number | null;
  blockHeight: number;
  txIndex: number;
  /** In coins, signed. */
  amount: string;
  direction: 'RECEIVED' | 'SENT' | 'SELF';
}

export function readMovements(blocks: readonly Block[]): MovementReference[] {
  const outputs = new Map<string, Output>();
  return blocks.slice(1).flatMap(({ chainId, height, transactions }) =>
    transactions.flatMap((transaction) => {
      const txid = hex(transaction.txid);
      const spent = transaction.inputs.flatMap((input) => outputs.get(`${hex(input.txid)}:${input.vout}`) ?? []);
      for (const output of transaction.outputs) outputs.set(`${txid}:${output.index}`, output);
      const place = { chainId, txid, at: null, blockHeight: height, txIndex: transaction.index };
      return readMoves(chainId, transaction, spent).map((move) => ({ __typename: 'Movement', ...place, ...move }));
    }),
  );
}

type Move = Pick<MovementReference, 'address' | 'addresses' | 'currencyId' | 'amount' | 'direction'>;

function readMoves(chainId: string, transaction: Transaction, spent: readonly Output[]): Move[] {
  const nets = new Map<string, Map<string, bigint>>();
  const add = (output: Output, sign: bigint): void => {
    for (const address of readIndexedAddresses(output)) {
      const own = nets.get(address) ?? new Map<string, bigint>();
      nets.set(address, own);
      for (const [id, satoshis] of valuesOf(chainId, output)) own.set(id, (own.get(id) ?? 0n) + sign * satoshis);
    }
  };
  for (const output of spent) add(output, -1n);
  for (const output of transaction.outputs) add(output, 1n);
  return [...nets].flatMap(([address, own]) => {
    const direction = directionOf(chainId, transaction, spent, { address, amounts: [...own.values()] });
    return Array.from(own, ([currencyId, amount]) => {
      return { address, addresses: [address], currencyId, amount: decimalText(amount), direction };
    });
  });
}

function valuesOf(chainId: string, { satoshis, currencyValues }: Output): [string, bigint][] {
  const tokens = currencyValues.map((value): [string, bigint] => [value.currencyId, value.satoshis]);
  return satoshis === 0n ? tokens : [[chainId, satoshis], ...tokens];
}

function directionOf(
  chainId: string,
  { outputs, shieldedValueBalance }: Transaction,
  spent: readonly Output[],
  { address, amounts }: { address: string; amounts: readonly bigint[] },
): Move['direction'] {
  const names = (output: Output): boolean => readIndexedAddresses(output).includes(address);
  if (amounts.some((amount) => amount < 0n)) {
    const paysOthers = outputs.some((output) => valuesOf(chainId, output).length > 0 && !names(output));
    return paysOthers || shieldedValueBalance < 0n ? 'SENT' : 'SELF';
  }
  return spent.some(names) && amounts.every((amount) => amount === 0n) ? 'SELF' : 'RECEIVED';
}
