import { addTo } from '@ledgergraph/chain-generator/amounts';
import type { Coin } from '@ledgergraph/chain-generator/coin';
import { type Draft, pay } from '@ledgergraph/chain-generator/outputs';
import type { Random } from '@ledgergraph/chain-generator/random';
import { type BuiltTransaction, buildTransaction } from '@ledgergraph/chain-generator/transaction';
import type { TransferRequest } from '@ledgergraph/chain-generator/transfer';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { FlowCurrency } from './flow-currency.ts';
import { type ExpectedTransfer, FlowLedger } from './flow-ledger.ts';
import { Wallet } from './wallet.ts';

export interface WaitingTransfer {
  coin: Coin;
  request: TransferRequest;
  entry: ExpectedTransfer;
}

export interface FlowIdentity {
  identityAddress: string;
  name: string;
  payload: JsonObject;
  coin: Coin;
  referral: string | null;
  hasCurrency: boolean;
  /** The chain is its parent: it can define a currency, and refer others. */
  isRoot: boolean;
  isOffered: boolean;
}

export interface WorldOptions {
  chainId: string;
  name: string;
  random: Random;
  people: readonly string[];
  /** For names, so that two chains have different ones. */
  label: string;
}

export const FEE = 10_000n;

export class World {
  readonly chainId: string;
  readonly chainHash: Uint8Array;
  readonly name: string;
  readonly label: string;
  readonly people: readonly string[];
  readonly wallet: Wallet;
  readonly ledger = new FlowLedger();
  readonly currencies = new Map<string, FlowCurrency>();
  readonly identities = new Map<string, FlowIdentity>();
  readonly foreignNames = new Map<string, string>();
  /** By the export's currency, or the system that they leave for. */
  readonly waiting = new Map<string, WaitingTransfer[]>();
  /** Next to be spent, by kind: `import <currency>`, `export <currency>`, `state <currency>`. */
  readonly threads = new Map<string, { coin: Coin; height: number }>();
  readonly deposits = new Map<string, Coin[]>();
  random: Random;
  height = 0;
  body: BuiltTransaction[] = [];

  constructor({ chainId, name, random, people, label }: WorldOptions) {
    this.chainId = chainId;
    this.chainHash = parseAddress(chainId)?.hash ?? new Uint8Array();
    this.name = name;
    this.label = label;
    this.random = random;
    this.people = people;
    this.wallet = new Wallet(chainId);
  }

  readonly nameOf = (currencyId: string): string =>
    currencyId === this.chainId
      ? this.name
      : (this.currencies.get(currencyId)?.name ?? this.foreignNames.get(currencyId) ?? currencyId);

  pay(address: string, currencyId: string, amount: bigint): Draft {
    return pay(this, address, currencyId, amount);
  }

  settle(inputs: readonly Coin[], outputs: readonly Draft[]): BuiltTransaction {
    const transaction = buildTransaction({ inputs, outputs });
    this.body.push(transaction);
    this.receive(transaction);
    return transaction;
  }

  receive(transaction: BuiltTransaction): void {
    for (const coin of transaction.coins) if (coin.role === 'coin') this.wallet.add(coin, this.height);
  }

  /**
   * Coins for amounts and a fee.
   * @param owner see Wallet.draw
   * @returns coins, and outputs of the rest; undefined where users do not hold as much
   */
  fund(
    wanted: ReadonlyMap<string, bigint>,
    fee = FEE,
    owner = 'anyone',
  ): { inputs: Coin[]; change: Draft[] } | undefined {
    const sums = new Map(wanted);
    addTo(sums, this.chainId, fee);
    const inputs: Coin[] = [];
    const change: Draft[] = [];
    for (const [currencyId, amount] of sums) {
      const coins = this.wallet.draw(this.random, currencyId, amount, owner);
      if (coins === undefined) {
        for (const coin of inputs) this.wallet.add(coin, this.height);
        return undefined;
      }
      inputs.push(...coins);
      const rest = coins.reduce((sum, coin) => sum + amountIn(coin, currencyId, this.chainId), 0n) - amount;
      if (rest > 0n) change.push(this.pay(coins[0]?.address ?? '', currencyId, rest));
    }
    return { inputs, change };
  }

  thread(kind: 'import' | 'export' | 'state', id: string): { coin: Coin; height: number } | undefined {
    return this.threads.get(`${kind} ${id}`);
  }

  setThread(kind: 'import' | 'export' | 'state', id: string, coin: Coin): void {
    this.threads.set(`${kind} ${id}`, { coin, height: this.height });
  }

  addDeposit(controller: string, coin: Coin): void {
    const coins = this.deposits.get(controller) ?? [];
    coins.push(coin);
    this.deposits.set(controller, coins);
  }

  takeDeposits(controller: string): { coins: Coin[]; sums: Map<string, bigint> } {
    const coins = this.deposits.get(controller) ?? [];
    this.deposits.delete(controller);
    const sums = new Map<string, bigint>();
    for (const { satoshis, tokens } of coins) {
      addTo(sums, this.chainId, satoshis);
      for (const [id, amount] of tokens) addTo(sums, id, amount);
    }
    return { coins, sums };
  }

  person(): string {
    return this.random.pick(this.people);
  }
}

export function amountIn(coin: Coin, currencyId: string, chainId: string): bigint {
  return currencyId === chainId ? coin.satoshis : (coin.tokens.get(currencyId) ?? 0n);
}
