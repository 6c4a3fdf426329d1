import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { chainReorganized, notFound, pinLost, validationError } from '@ledgergraph/graph-kit/errors';
import type { EnvironmentName, Network } from '@ledgergraph/graph-kit/network';
import type { Pin } from '@ledgergraph/graph-kit/request-headers';
import { findChain, unknownChain } from '@ledgergraph/graph-kit/unknown-chain';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { isId } from '@ledgergraph/verus-protocol/named-id';
import DataLoader from 'dataloader';
import {
  findAppliedAtHeight,
  findAppliedAtHeights,
  findAppliedByHash,
  type KnownBlock,
} from '#/chain/applied-blocks.ts';
import type { ReadDatabases } from '#/databases/chain-databases.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { exactlyOne, readHash, readHeight } from './arguments.ts';
import type { AsOf, ChainView, ViewOptions, ViewSource } from './chain-view.ts';
import { findHeightsAt, type TimeKey } from './heights-at.ts';
import { createReadLoader } from './keyed-loader.ts';
import type { NetworkDirectory } from './network-directory.ts';
import { PinnedServers } from './pinned-servers.ts';
import { readEach } from './read-each.ts';
import { openFixedPage, openWalk, type Page, type PageArguments, type Walk, type WalkScope } from './walk.ts';

export interface ReadContextOptions<Loaders> {
  databases: ReadDatabases;
  directory: NetworkDirectory;
  environment: EnvironmentName;
  pins: ReadonlyMap<string, Pin>;
  cursorSecret: string;
  requestId: string;
  logger: Logger;
  loaders: (context: ReadContext<Loaders>) => Loaders;
  fromPrimary?: boolean;
  /** Absent: the most that a client may ask for. */
  pageMax?: number | undefined;
}

export interface PoolMark {
  chainId: string;
  /** RFC 3339. Null: the mempool has not been read yet. */
  readAt: string | null;
  tipHeight: number | null;
  tipHash: string | null;
}

export class ReadContext<Loaders = unknown> implements ViewSource {
  readonly environment: EnvironmentName;
  readonly requestId: string;
  readonly pageMax: number | undefined;
  readonly logger: Logger;
  readonly loaders: Loaders;
  readonly poolMarks = new Map<string, PoolMark>();
  // `private`, not `#`: Apollo hands resolvers a shallow copy of the context, which # members would refuse.
  private readonly options: ReadContextOptions<Loaders>;
  private readonly servers: PinnedServers;
  private readonly views = new Map<string, Promise<ChainView>>();
  /** A hundred events may have a hundred heights. */
  private readonly atHeights = new DataLoader(
    (keys: readonly { chainId: string; height: number }[]) =>
      readEach(
        (chainId) => this.reads(chainId),
        keys,
        ({ chainId }) => chainId,
        findAppliedAtHeights,
      ),
    { cache: false },
  );
  private readonly heightsAt = createReadLoader<TimeKey, number>((chainId) => this.reads(chainId), findHeightsAt);
  private networks: Promise<Network[]> | undefined;

  constructor(options: ReadContextOptions<Loaders>) {
    this.options = options;
    this.servers = new PinnedServers(options.databases, options.pins, options.fromPrimary ?? false);
    this.environment = options.environment;
    this.requestId = options.requestId;
    this.pageMax = options.pageMax;
    this.logger = options.logger;
    this.loaders = options.loaders(this);
  }

  /** The same server to the end of the request; without an earlier view of the chain, the primary. */
  readonly reads = (chainId: string): Promise<SqlExecutor> => this.servers.reads(chainId);

  /**
   * For data that does not follow from the blocks up to the pin, so that a replica may have it late. The pin of an earlier view must
   * stand there too.
   * @throws PIN_LOST
   */
  readonly momentary = (chainId: string): Promise<SqlExecutor> => this.servers.primary(chainId);

  /** A failure may then be the replica's. */
  get hasReadReplica(): boolean {
    return this.servers.hasReadReplica;
  }

  onPrimary(): ReadContext<Loaders> {
    return new ReadContext({ ...this.options, fromPrimary: true });
  }

  keepToPrimary(): void {
    this.servers.keepToPrimary();
  }

  /** The default one first. Read once per request: a second read would separate the objects of a list into two batches. */
  chains(): Promise<Network[]> {
    this.networks ??= this.allNetworks().then((networks) =>
      networks.filter((network) => network.environment === this.environment),
    );
    return this.networks;
  }

  /**
   * @param text absent: the environment's default network
   * @throws NOT_FOUND also for a chain of the other environment; SUBGRAPH_UNAVAILABLE; PIN_LOST
   */
  async network(text?: string | null): Promise<Network> {
    const networks = await this.chains();
    const network = text == null ? networks[0] : findChain(text, networks);
    if (network !== undefined) return network;
    const { directory, pins } = this.options;
    const known = new Set(networks.map(({ chainId }) => chainId));
    const lost = [...pins.keys()].filter(
      (pinned) => !known.has(pinned) && (text == null || !isId(text) || pinned === text),
    );
    const unread = text == null ? undefined : [text, ...lost].map((one) => directory.unreadable(one)).find(Boolean);
    if (unread !== undefined) throw unread;
    // Every subgraph had pinned chains: our database has lost the announcement, as after a failover.
    if (lost[0] !== undefined) throw pinLost(lost[0]);
    if (text == null) throw notFound('no network is known yet');
    throw unknownChain(text, this.environment, await this.allNetworks());
  }

  /**
   * @param chainId id or name; absent: the environment's default network
   * @throws NOT_FOUND unknown chain or asOf hash; VALIDATION_ERROR malformed asOf, or one above the pin; CHAIN_REORGANIZED a block that
   * left the chain; PIN_LOST
   */
  view(chainId?: string | null, options: ViewOptions = {}): Promise<ChainView> {
    const { asOf, at, anchor, newest } = options;
    // Objects of one block share a view, and stay in step for the batch loaders.
    const key = JSON.stringify([chainId, asOf, at, anchor?.hash, newest?.hash]);
    const known = this.views.get(key) ?? this.readView(chainId, options);
    this.views.set(key, known);
    return known;
  }

  private async readView(chainId: string | null | undefined, options: ViewOptions): Promise<ChainView> {
    const network = await this.network(chainId);
    const pin = await this.servers.pin(network.chainId);
    const read = await this.readBlock(network, pin, options);
    const isPin = read.height === pin.height && options.asOf == null && options.at == null;
    return {
      network,
      chainId: network.chainId,
      height: read.height,
      hash: read.hash,
      at: isPin ? null : read.height,
      pin,
    };
  }

  /** The last block whose own time is not after a Unix second; -1 if all are later. */
  heightAt({ chainId, height }: Pick<ChainView, 'chainId' | 'height'>, seconds: number): Promise<number> {
    return this.heightsAt.load({ chainId, tip: height, seconds });
  }

  hasPin(chainId: string): boolean {
    return this.options.pins.has(chainId);
  }

  /** Null: the request sees all changes. */
  poolSerial(chainId: string): bigint | null {
    return this.options.pins.get(chainId)?.poolSerial ?? null;
  }

  walk(field: string, args: Record<string, unknown>, scope: WalkScope): Promise<Walk> {
    return openWalk(this, this.options.cursorSecret, field, args, scope);
  }

  fixedPage<Row>(
    field: string,
    keys: Record<string, unknown>,
    args: PageArguments,
    read: (start: number, count: number) => readonly Row[] | Promise<readonly Row[]>,
  ): Promise<Page<Row>> {
    return openFixedPage(this.options.cursorSecret, { field, keys, pageMax: this.pageMax }, args, read);
  }

  /** On each server that was read. Called when all reads are done. */
  pinsHeld(): Promise<boolean> {
    return this.servers.held();
  }

  private allNetworks(): Promise<Network[]> {
    return this.options.directory.list(this.options.pins.keys());
  }

  private async readBlock(network: Network, pin: BlockPlace, options: ViewOptions): Promise<BlockPlace> {
    if (options.anchor !== undefined) return this.readAnchor(network, pin, options.anchor, options.newest);
    if (options.asOf != null) return this.readAsOf(network, pin, options.asOf);
    if (options.at != null && options.at !== pin.height) {
      const block = await this.atHeights.load({ chainId: network.chainId, height: options.at });
      if (block === null) throw pinLost(network.chainId);
      return block;
    }
    return pin;
  }

  private async readAnchor(
    { chainId }: Network,
    pin: BlockPlace,
    anchor: BlockPlace,
    newest: BlockPlace | undefined,
  ): Promise<BlockPlace> {
    const block = await this.findByHash(chainId, anchor.hash);
    if (block === null) throw pinLost(chainId);
    if (!block.removed && block.height <= pin.height) return block;
    const seen = newest && (await this.findByHash(chainId, newest.hash));
    if (seen != null && !seen.removed && seen.height <= pin.height) return pin;
    if (block.removed) throw chainReorganized('the block this list was read at left the main chain: start it again');
    // Above the pin other subgraphs may be on another branch, and a replica may have no rows.
    throw pinLost(chainId);
  }

  private async readAsOf(network: Network, pin: BlockPlace, asOf: AsOf): Promise<BlockPlace> {
    const given = exactlyOneAsOf(asOf);
    let block: BlockPlace | null;
    if (given.hash !== undefined) {
      const known = await this.findByHash(network.chainId, readHash('asOf', given.hash));
      if (known === null) throw notFound(`asOf names an unknown block of ${network.name}`);
      if (known.removed) throw chainReorganized('the block that asOf names left the main chain');
      block = known;
    } else {
      const height = readHeight('asOf', given.height);
      const db = await this.reads(network.chainId);
      block = height > pin.height ? null : await findAppliedAtHeight(db, network.chainId, height);
    }
    if (block === null || block.height > pin.height) {
      throw validationError('asOf', `asOf must not be above the latest block, ${pin.height}`);
    }
    return block;
  }

  /** The block may have come or gone after the replica's last one. */
  private async findByHash(chainId: string, hash: string): Promise<KnownBlock | null> {
    const db = await this.reads(chainId);
    const block = await findAppliedByHash(db, chainId, hash);
    if (block !== null) return block;
    const primary = await this.momentary(chainId);
    return primary === db ? null : findAppliedByHash(primary, chainId, hash);
  }
}

function exactlyOneAsOf(asOf: AsOf): { hash: string; height?: undefined } | { height: number; hash?: undefined } {
  try {
    const given = exactlyOne({ height: asOf.height, hash: asOf.hash });
    return given.name === 'hash' ? { hash: given.value as string } : { height: given.value as number };
  } catch {
    throw validationError('asOf', 'asOf takes exactly one of height and hash');
  }
}
