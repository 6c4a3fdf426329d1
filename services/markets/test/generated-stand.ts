import { create } from '@bufbuild/protobuf';
import { coinKey } from '@ledgergraph/chain-generator/coin';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import type { FlowChain } from '@ledgergraph/generators/flow-chain/generate-flow-chain';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import { Environment, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { normalizePrinted } from '@ledgergraph/test-kit/normalized-blocks';
import { toStreamed } from '@ledgergraph/test-kit/streamed-blocks';
import { type GraphAnswer, openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { createHandler } from '#/indexing/handler.ts';
import { RuleViolations } from '#/indexing/rule-violations.ts';

export interface TransferFacts {
  key: string;
  asked: readonly unknown[];
  senders: readonly string[];
  /** `height:txid:vout` */
  export: string | null;
  import: string | null;
  outcome: string | null;
  parent: string | null;
  conversion: readonly [string, string] | null;
  /** `vout address currency amount` */
  payouts: readonly string[];
}

export class GeneratedStand {
  readonly #database: Awaited<ReturnType<typeof createTestDatabase>>;
  readonly #db: SqlWriter;
  readonly violations = new RuleViolations();

  private constructor(database: Awaited<ReturnType<typeof createTestDatabase>>) {
    this.#database = database;
    this.#db = openWriter(database.url);
  }

  static async open(): Promise<GeneratedStand> {
    return new GeneratedStand(await createTestDatabase({ service: 'markets' }));
  }

  async apply(chain: Named, fromHeight: number, batch: number): Promise<void> {
    const message = announce(chain);
    await saveNetwork(this.#db, message);
    const texts = chain.blocks.map(({ text }) => text);
    const blocks = toStreamed(normalizePrinted(texts, chain.chainId));
    await applyBlocks(this.#stand(), readNetworkMessage(message), blocks.slice(fromHeight), batch);
  }

  async revert(chain: Named, keepHeight: number): Promise<void> {
    await revertBlocks(this.#stand(), readNetworkMessage(announce(chain)), keepHeight);
  }

  #stand() {
    return { db: this.#db, handler: createHandler(this.violations) };
  }

  /** `arrived` transfers are of other chains, by `import`. */
  async transfers({ chainId }: Named): Promise<{ own: TransferFacts[]; arrived: TransferFacts[] }> {
    const rows = await this.#db.$queryRawUnsafe<TransferRow[]>(TRANSFERS, chainId);
    const facts = rows.map((row) => ({ isOwn: row.vout >= 0, facts: readRow(row) }));
    return {
      own: facts.filter(({ isOwn }) => isOwn).map((one) => one.facts),
      arrived: facts.filter(({ isOwn }) => !isOwn).map((one) => one.facts),
    };
  }

  /** `txid role amount` */
  async rewards({ chainId }: Named): Promise<string[]> {
    return this.lines(REWARDS, chainId);
  }

  async lines(sql: string, chainId: string): Promise<string[]> {
    const rows = await this.#db.$queryRawUnsafe<{ line: string }[]>(sql, chainId);
    return rows.map(({ line }) => line).sort();
  }

  async ask(query: string): Promise<GraphAnswer> {
    const schema = new URL('../schema.graphql', import.meta.url);
    const graph = await openTestSubgraph({ schema, resolvers, db: this.#db, loaders: createLoaders });
    const answer = await graph.ask(query);
    await graph.close();
    return answer;
  }

  async close(): Promise<void> {
    await this.#db.$disconnect();
    await this.#database.drop();
  }
}

export type Named = FlowChain & { chainId: string; name: string };

function announce({ chainId, name }: Named) {
  const facts = { environment: Environment.TESTNET, isDefault: true, blockTimeSeconds: 60, rootName: 'VRSCTEST' };
  return create(NetworkSchema, { chainId, name, ...facts, finalityDepth: 100 });
}

export function ledgerFacts(
  transfers: FlowChain['ledger']['transfers'],
  chainId: string,
  height: number,
): TransferFacts[] {
  return transfers
    .filter((transfer) => transfer.height <= height)
    .map((transfer) => {
      const isHere = transfer.systemId === chainId && transfer.import !== null && transfer.import.height <= height;
      const { kind, flags, fromId, amount, toId, viaId, fee, feeCurrencyId, destination } = transfer;
      // A contribution does not name the system on which its currency will run.
      const systemId = kind === 'CONTRIBUTION' ? chainId : transfer.systemId;
      return {
        key: coinKey(transfer),
        asked: [kind, flags, fromId, String(amount), toId, viaId, String(fee), feeCurrencyId, destination, systemId],
        senders: [...transfer.senders].sort(),
        export: transfer.export === null || transfer.export.height > height ? null : placeText(transfer.export),
        import: isHere && transfer.import !== null ? placeText(transfer.import) : null,
        outcome: isHere ? (transfer.isRefunded ? 'REFUNDED' : 'SETTLED') : null,
        parent: transfer.parent === null ? null : coinKey(transfer.parent),
        conversion:
          isHere && transfer.conversion !== null
            ? ([transfer.conversion.basketId, String(transfer.conversion.amountOut)] as const)
            : null,
        payouts: isHere
          ? transfer.payouts.map(
              ({ vout, address, currencyId, amount: paid }) => `${vout} ${address} ${currencyId} ${paid}`,
            )
          : [],
      };
    });
}

function placeText({ height, txid, vout }: { height: number; txid: string; vout: number }): string {
  return `${height}:${txid}:${vout}`;
}

interface TransferRow {
  txid: string;
  vout: number;
  asked: unknown[];
  senders: string[];
  export: string | null;
  import: string | null;
  outcome: string | null;
  parent: string | null;
  basket: string | null;
  amount_out: string | null;
  payouts: string[] | null;
}

function readRow({
  txid,
  vout,
  asked,
  outcome,
  parent,
  basket,
  amount_out,
  payouts,
  ...links
}: TransferRow): TransferFacts {
  return {
    key: `${txid}:${vout}`,
    asked,
    senders: links.senders.toSorted(),
    export: links.export,
    import: links.import,
    outcome,
    parent,
    conversion: basket === null ? null : [basket, amount_out ?? ''],
    payouts: payouts ?? [],
  };
}

const TRANSFERS = `
  SELECT encode(held.txid, 'hex') AS txid, held.vout,
         json_build_array(held.kind, held.flags::bigint, held.from_id, held.amount::text, held.to_id, held.via_id, held.fee::text,
                          held.fee_currency_id, held.destination, held.destination_system_id) AS asked,
         held.senders,
         exported.height || ':' || encode(exported.txid, 'hex') || ':' || exported.vout AS export,
         imported.height || ':' || encode(imported.txid, 'hex') || ':' || imported.vout AS import,
         CASE WHEN held.import_height IS NOT NULL THEN held.state END AS outcome, encode(held.parent_txid, 'hex') || ':' || held.parent_vout AS parent,
         held.basket_id AS basket, held.amount_out::text AS amount_out,
         (SELECT array_agg(paid.vout || ' ' || paid.address || ' ' || paid.currency_id || ' ' || paid.amount ORDER BY paid.vout)
            FROM payout paid
           WHERE (paid.chain, paid.height, paid.tx_index, paid.import_vout, paid.ordinal)
               = (held.chain, held.import_height, held.import_tx_index, held.import_vout, held.import_ordinal)) AS payouts
    FROM transfer held
    JOIN chain ON chain.id = held.chain
    LEFT JOIN export exported
      ON (exported.chain, exported.height, exported.tx_index, exported.vout)
       = (held.chain, held.export_height, held.export_tx_index, held.export_vout)
    LEFT JOIN import imported
      ON (imported.chain, imported.height, imported.tx_index, imported.vout)
       = (held.chain, held.import_height, held.import_tx_index, held.import_vout)
   WHERE chain.chain_id = $1
   ORDER BY held.height, held.tx_index, held.vout`;
const REWARDS = `
  SELECT encode(imported.txid, 'hex') || ' ' || paid.role || ' ' || sum(paid.amount) AS line
    FROM payout paid
    JOIN chain ON chain.id = paid.chain
    JOIN import imported
      ON (imported.chain, imported.height, imported.tx_index, imported.vout)
       = (paid.chain, paid.height, paid.tx_index, paid.import_vout)
   WHERE chain.chain_id = $1 AND paid.role IN ('EXPORTER', 'NOTARY')
   GROUP BY imported.txid, paid.role`;
