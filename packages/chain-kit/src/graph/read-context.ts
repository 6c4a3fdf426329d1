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
  /** True: no replica is read. */
  fromPrimary?: boolean;
  /** Most items of a page; absent: the most that a client may ask for. */
  pageMax?: number | undefined;
}

/** When the mempool of a chain was read, and at which tip of the node. */
export interface PoolMark {
  chainId: string;
  /** RFC 3339. Null: the mempool has not been read yet. */
  readAt: string | null;
  tipHeight: number | null;
  tipHash: string | null;
}

/** The data that one request may read: the environment's networks, each at its pinned block. Built once per request. */
export class ReadContext<Loaders = unknown> implements ViewSource {
  readonly environment: EnvironmentName;
  readonly requestId: string;
  readonly pageMax: number | undefined;
  readonly logger: Logger;
  readonly loaders: Loaders;
  /** Marks of the mempools that the response covers, by chain; they are reported in its extensions. */
  readonly poolMarks = new Map<string, PoolMark>();
  // `private`, not `#`: Apollo hands resolvers a shallow copy of the context, which # members would refuse.
  private readonly options: ReadContextOptions<Loaders>;
  private readonly servers: PinnedServers;
  private readonly views = new Map<string, Promise<ChainView>>();
  /** Heights of entity keys: a hundred events stand at a hundred heights. */
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
  /** Times of the windows of a year's months, for instance. */
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

  /**
   * The server that this request reads a chain on, at the pin and below: the same one to the end of the request. Without a view of the chain
   * before, it is the primary.
   */
  readonly reads = (chainId: string): Promise<SqlExecutor> => this.servers.reads(chainId);

  /**
   * The primary of a chain: for what does not follow from the blocks up to the pin (what is pending, progress, sent transactions), so that
   * a replica may have it later than the pin. If the request has a view of the chain, the pin must stand there too.
   * @throws PIN_LOST
   */
  readonly momentary = (chainId: string): Promise<SqlExecutor> => this.servers.primary(chainId);

  /** True if a replica was read. Then a failure may be the replica's, and the primary can do better. */
  get hasReadReplica(): boolean {
    return this.servers.hasReadReplica;
  }

  /** The same request, which reads no replica. */
  onPrimary(): ReadContext<Loaders> {
    return new ReadContext({ ...this.options, fromPrimary: true });
  }

  /** Reads the primaries only, from now on: for a request that changes something. */
  keepToPrimary(): void {
    this.servers.keepToPrimary();
  }

  /**
   * Networks of the key's environment, the default one first. Read once per request: a second read between two
   * objects of a list would bring them out of step, and each batch loader would run twice.
   */
  chains(): Promise<Network[]> {
    this.networks ??= this.allNetworks().then((networks) =>
      networks.filter((network) => network.environment === this.environment),
    );
    return this.networks;
  }

  /**
   * Finds a network by its i-address or its name, without reading it at a block.
   * @param text absent: the environment's default network
   * @throws NOT_FOUND an unknown chain, as one of the other environment is; SUBGRAPH_UNAVAILABLE; PIN_LOST
   */
  async network(text?: string | null): Promise<Network> {
    const networks = await this.chains();
    const network = text == null ? networks[0] : findChain(text, networks);
    if (network !== undefined) return network;
    // A name may be that of any chain which is not listed here.
    const { directory, pins } = this.options;
    const known = new Set(networks.map(({ chainId }) => chainId));
    const lost = [...pins.keys()].filter(
      (pinned) => !known.has(pinned) && (text == null || !isId(text) || pinned === text),
    );
    const unread = text == null ? undefined : [text, ...lost].map((one) => directory.unreadable(one)).find(Boolean);
    if (unread !== undefined) throw unread;
    // Every subgraph had what is pinned: our database has lost its announcement, as after a failover.
    if (lost[0] !== undefined) throw pinLost(lost[0]);
    if (text == null) throw notFound('no network is known yet');
    throw unknownChain(text, this.environment, await this.allNetworks());
  }

  /**
   * The chain a field reads, at the block it reads it at.
   * @param chainId id or name; absent: the environment's default network
   * @throws NOT_FOUND unknown chain (one of the other environment is unknown) or unknown asOf hash; VALIDATION_ERROR malformed
   *   asOf, or one above the pin; CHAIN_REORGANIZED a block that left the chain; PIN_LOST
   */
  view(chainId?: string | null, options: ViewOptions = {}): Promise<ChainView> {
    const { asOf, at, anchor, newest } = options;
    // A thousand objects of one block have one view, and stay in step for the batch loaders.
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

  /** Height of the last block, up to that of the view, whose own time is not after a Unix second; -1: there is none. */
  heightAt({ chainId, height }: Pick<ChainView, 'chainId' | 'height'>, seconds: number): Promise<number> {
    return this.heightsAt.load({ chainId, tip: height, seconds });
  }

  /** True if the request brought a pin of a chain: every subgraph had that block when it was pinned. */
  hasPin(chainId: string): boolean {
    return this.options.pins.has(chainId);
  }

  /** Serial of the newest change of a chain's mempool that this request sees; null: it sees all. */
  poolSerial(chainId: string): bigint | null {
    return this.options.pins.get(chainId)?.poolSerial ?? null;
  }

  /** Opens a page of a list: see Walk. */
  walk(field: string, args: Record<string, unknown>, scope: WalkScope): Promise<Walk> {
    return openWalk(this, this.options.cursorSecret, field, args, scope);
  }

  /** Opens a page of a list that never changes: see openFixedPage. @param keys name the object that has the list */
  fixedPage<Row>(
    field: string,
    keys: Record<string, unknown>,
    args: PageArguments,
    read: (start: number, count: number) => readonly Row[] | Promise<readonly Row[]>,
  ): Promise<Page<Row>> {
    return openFixedPage(this.options.cursorSecret, { field, keys, pageMax: this.pageMax }, args, read);
  }

  /** True if every chain that was read still has its pin, on each server that it was read on. To be called when all reads are done. */
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

  /** A block that a replica does not know may have come or gone after what it has applied. */
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
