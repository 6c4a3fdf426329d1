import type { GatewayStand } from '../gateway-stand.ts';
import type { FakeChain } from './fake-chain.ts';

interface Stay {
  txid: string;
  addresses: string[];
  enteredAt: number;
  leftAt?: number;
  state?: string;
  blockHeight?: number;
}

interface Asked {
  after: number | null;
  limit: number;
}

export function txidOf(number: number): string {
  return number.toString(16).padStart(64, '0');
}

export class FakePool {
  readonly #stand: GatewayStand;
  readonly #chain: FakeChain;
  #stays: Stay[] = [];
  #serial = 0;
  #beginsAt = 0;
  firstMax = 5_000;
  asked: Asked[] = [];

  constructor(stand: GatewayStand, chain: FakeChain) {
    this.#stand = stand;
    this.#chain = chain;
  }

  /** The fake chain has to be open. */
  open(): void {
    const { resolvers } = this.#stand.subgraphs.blocks;
    this.#chain.poolSerial = BigInt(this.#serial);
    resolvers.Query.poolChanges = (_: unknown, asked: { after?: number; limit: number }) => {
      const { after = null, limit } = asked;
      this.asked.push({ after, limit });
      return after === null ? this.#pending() : this.#changes(after, limit);
    };
    resolvers.PendingTransaction = {
      __resolveReference: ({ txid, chainId }: { txid: string; chainId: string }) => ({
        txid,
        chainId,
        size: Number.parseInt(txid, 16),
      }),
    };
  }

  replaceDatabase(serial = this.#serial + 1_000): void {
    this.#stays = [];
    this.#serial = serial;
    this.#beginsAt = serial;
  }

  async clear(): Promise<void> {
    for (const stay of this.#stays.filter(({ leftAt }) => leftAt === undefined)) {
      Object.assign(stay, { leftAt: ++this.#serial, state: 'REMOVED' });
    }
    await this.notify();
  }

  enter(number: number, ...addresses: string[]): void {
    this.#stays.push({ txid: txidOf(number), addresses, enteredAt: ++this.#serial });
  }

  leave(number: number, state: string, blockHeight?: number): void {
    const stay = this.#stays.findLast(({ txid }) => txid === txidOf(number));
    if (stay === undefined) throw new Error(`${number} is not pending`);
    Object.assign(stay, { leftAt: ++this.#serial, state, blockHeight });
  }

  async notify(): Promise<void> {
    this.#chain.poolSerial = BigInt(this.#serial);
    await this.#stand.follower.refresh();
  }

  #isHeldBack({ state, blockHeight = 0 }: Stay): boolean {
    return state === 'CONFIRMED' && blockHeight > this.#chain.height;
  }

  #pending() {
    const held = this.#stays.filter((stay) => this.#isHeldBack(stay)).map(({ leftAt = 0 }) => leftAt - 1);
    const serial = Math.min(this.#serial, ...held);
    const pending = this.#stays.filter(
      ({ enteredAt, leftAt }) => enteredAt <= serial && (leftAt ?? serial + 1) > serial,
    );
    const listed = pending.slice(0, this.firstMax).map(entered);
    return {
      beginsAt: this.#beginsAt,
      upTo: listed.length < pending.length ? listed.at(-1)?.serial : serial,
      changes: listed,
    };
  }

  #changes(after: number, limit: number) {
    const all = this.#stays
      .flatMap((stay) => [
        entered(stay),
        ...(stay.leftAt === undefined ? [] : [{ ...left(stay), isHeldBack: this.#isHeldBack(stay) }]),
      ])
      .filter(({ serial }) => serial > after)
      .sort((a, b) => a.serial - b.serial);
    const end = all.findIndex((change) => 'isHeldBack' in change && change.isHeldBack);
    const listed = all.slice(0, Math.min(limit, end === -1 ? all.length : end));
    const isWhole = listed.length === all.length;
    return {
      beginsAt: this.#beginsAt,
      upTo: isWhole ? this.#serial : (listed.at(-1)?.serial ?? after),
      changes: listed,
    };
  }
}

function entered({ txid, addresses, enteredAt }: Stay) {
  return { serial: enteredAt, hasEntered: true, txid, addresses };
}

function left({ txid, addresses, leftAt = 0, state, blockHeight }: Stay) {
  return { serial: leftAt, hasEntered: false, txid, addresses, state, blockHeight };
}
