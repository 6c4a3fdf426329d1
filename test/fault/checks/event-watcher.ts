import type { Untyped } from '@ledgergraph/test-kit/client';
import type { BlockTree, TreeBlock } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';
import { askStage } from '../stage/ask-stage.ts';
import type { Stage } from '../stage/start-stage.ts';
import { comesToHold } from './comes-to-hold.ts';
import { FoldingClient } from './folding-client.ts';

/** For which no event may come while some are missing. */
const QUIET_MAX_MS = 60_000;
const WATCHED_OWNERS = 3;

const EVENT = '__typename ... on Event { cursor blockHeight blockHash } ... on BlocksRemoved { depth removedHashes }';
const BLOCKS = `subscription ($after: String) { chainEvents(after: $after) { ${EVENT} ... on BlockAdded { block { hash previousHash } } } }`;
const ACTIVITY = `subscription ($after: String, $addresses: [String!]!) { addressActivity(after: $after, addresses: $addresses) { ${EVENT}
  ... on AddressActivity { address { address } activity { txid balanceAfter } } } }`;

export class EventWatcher {
  readonly #stage: Stage;
  readonly #addresses: string[];
  readonly #clients: FoldingClient[];

  constructor(stage: Stage, tree: BlockTree) {
    this.#stage = stage;
    this.#addresses = tree.owners.slice(0, WATCHED_OWNERS);
    this.#clients = (['sse', 'ws'] as const).flatMap((transport) => [
      new FoldingClient(stage, 'chainEvents', transport, BLOCKS),
      new FoldingClient(stage, 'addressActivity', transport, ACTIVITY, { addresses: this.#addresses }),
    ]);
  }

  start(): void {
    for (const client of this.#clients) client.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.stop()));
  }

  get opened(): number {
    return this.#clients.reduce((sum, { opened }) => sum + opened, 0);
  }

  /** @returns violations in words */
  async check(tip: TreeBlock): Promise<string[]> {
    const violations: string[] = [];
    for (const client of this.#clients) {
      const isBlocks = client.name.startsWith('chainEvents');
      let fault: string | undefined;
      const isWhole = async (): Promise<boolean> => {
        const looked = isBlocks ? this.#blockFault(client, tip) : this.#activityFault(client);
        fault = await looked.catch(String);
        return fault === undefined;
      };
      if (!(await comesToHold(isWhole, () => client.received, QUIET_MAX_MS)))
        violations.push(`${client.name}: ${fault}`);
      violations.push(...client.fold.faults.map((text) => `${client.name}: ${text}`));
    }
    return violations;
  }

  async #blockFault(client: FoldingClient, tip: TreeBlock): Promise<string | undefined> {
    const { fold, cursor } = client;
    const received = fold.entries.map(({ hash }) => hash);
    const chain = chainOf(tip).map(({ hash }) => hash);
    const expected = chain.slice(chain.length - received.length);
    const isWhole = JSON.stringify(received) === JSON.stringify(expected);
    // A client that came when all was over stands where every new one begins.
    if (isWhole && (received.length > 0 || (await client.beginning()) === cursor)) return undefined;
    return `received ${received.slice(-5).join(' ')}; the chain ends ${expected.slice(-5).join(' ')}`;
  }

  async #activityFault({ fold }: FoldingClient): Promise<string | undefined> {
    const received = fold.entries.map(
      ({ event }) => `${event.address.address} ${event.activity.txid} ${event.activity.balanceAfter}`,
    );
    const from = fold.entries[0]?.height;
    if (from === undefined) return undefined;
    const expected: string[] = [];
    for (const address of this.#addresses) {
      const range = `fromHeight: ${from}, order: ASC, limit: 100`;
      const answer = await askStage(
        this.#stage,
        `{ addressTransactions(address: "${address}", ${range}) { hasMore transactions { txid balanceAfter } } }`,
      );
      const { transactions = [], hasMore } = answer.data?.addressTransactions ?? {};
      if (hasMore === true) return undefined;
      for (const { txid, balanceAfter } of transactions as Untyped[])
        expected.push(`${address} ${txid} ${balanceAfter}`);
    }
    const missing = expected.filter((one) => !received.includes(one));
    const extra = received.filter((one) => !expected.includes(one));
    if (missing.length + extra.length === 0 && received.length === expected.length) return undefined;
    return `missing ${JSON.stringify(missing.slice(0, 3))}, too much ${JSON.stringify(extra.slice(0, 3))}, ${received.length} of ${expected.length}`;
  }
}
