import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { describeUnknownChain } from '@ledgergraph/graph-kit/unknown-chain';
import { SignedCursor } from '@ledgergraph/service-kit/cursor/signed-cursor';
import { Refused } from '#/admission/refused.ts';
import type { Tip } from '#/pin/tip.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import {
  cellOf,
  type ExportBlock,
  type ExportList,
  objectOf,
  type Parameters,
  UNCOUNTED_ITEMS_MAX,
  type Values,
} from './export-list.ts';
import { type ExportReader, ReadFault, WALK_ITEMS } from './export-reader.ts';
import { type AskedExport, describeRows, refusedParameter } from './read-parameters.ts';

/**
 * Confirmations of the block that an export reads, where nothing else is asked: a reorganisation of the last blocks, as happens each day,
 * does not touch the export.
 */
const CONFIRMATIONS = 10;
/** Items of a list that one unit of the month pays for. */
export const ITEMS_PER_UNIT = 1_000;

const BLOCK = `query ExportBlock($chainId: String, $height: BigInt) {
  block(chainId: $chainId, height: $height) { height hash timestamp }
}`;

/** Place in a list behind which rows are to follow. */
export interface ExportPlace {
  /** The list's own; null: its beginning. */
  readonly cursor: string | null;
  /** Items before it. */
  readonly items: number;
}

/** An export whose extent and price are known. */
export interface ExportPlan {
  readonly list: ExportList;
  readonly parameters: Parameters;
  readonly block: ExportBlock;
  readonly start: ExportPlace;
  /** Items from the start on. */
  readonly items: number;
  /** Items of the whole list; where the graph does not count them, up to the last one that was gone through. */
  readonly total: number;
  /** The answer to the query that counted them. */
  readonly counted: Values;
  /** Price: units of the month. */
  readonly units: number;
  /** Writes the cursor that goes on behind a place. */
  readonly cursorOf: (place: ExportPlace) => string;
}

export interface PlanDeps {
  reader: ExportReader;
  tips: Pick<TipFollower, 'pins'>;
  environment: EnvironmentName;
  cursorSecret: string;
}

type CursorBody = [chainId: string, height: number, hash: string, timestamp: string, cursor: string, items: number];

/** Finds the block, counts the items, and so knows the price. @throws ReadFault */
export async function planExport(deps: PlanDeps, asked: AskedExport): Promise<ExportPlan> {
  const { list, parameters } = asked;
  const cursors = new SignedCursor(deps.cursorSecret, `${deps.environment} ${describeRows(asked)}`);
  const resumed = readCursor(cursors, parameters.get('cursor'));
  const block = resumed?.block ?? (await findBlock(deps, parameters));
  const start = resumed?.start ?? { cursor: null, items: 0 };
  const { total, counted } = await countItems(deps, asked, block, start);
  const items = Math.min(Math.max(total - start.items, 0), Number(parameters.get('rows') ?? total));
  return {
    ...{ list, parameters, block, start, items, total, counted },
    units: Math.max(Math.ceil(items / ITEMS_PER_UNIT), 1),
    cursorOf: (place) => {
      const { chainId, height, hash, timestamp } = block;
      return cursors.seal(JSON.stringify([chainId, height, hash, timestamp, place.cursor, place.items]));
    },
  };
}

/** Items of the whole list; of one that the graph does not count, those that one export sends at most, from the start on. */
async function countItems(
  { reader }: PlanDeps,
  { list, parameters }: AskedExport,
  block: ExportBlock,
  start: ExportPlace,
): Promise<{ total: number; counted: Values }> {
  const variables = list.variables(parameters, block);
  if (list.countQuery !== null) {
    const counted = await reader.ask(list.countQuery, variables, block);
    return { total: list.countOf(counted), counted };
  }
  if (list.parts !== undefined || list.walkQuery === undefined)
    throw new Error(`${list.name} has no way to be counted`);
  const max = Number(parameters.get('rows') ?? UNCOUNTED_ITEMS_MAX);
  let items = 0;
  for (let { cursor } = start; ; ) {
    const limit = Math.min(WALK_ITEMS, max - items);
    const data = await reader.ask(list.walkQuery, { ...variables, limit, cursor }, block);
    const page = list.pageOf(data);
    items += page.items.length;
    cursor = page.nextCursor;
    if (cursor === null || items >= max || reader.isAbandoned) return { total: start.items + items, counted: {} };
  }
}

function readCursor(
  cursors: SignedCursor,
  text: string | undefined,
): { block: ExportBlock; start: ExportPlace } | undefined {
  if (text === undefined) return undefined;
  const body = cursors.open(text);
  if (body === undefined) {
    throw new ReadFault(refusedParameter('cursor is not one that this export gave with the same parameters.'));
  }
  const [chainId, height, hash, timestamp, cursor, items] = JSON.parse(body) as CursorBody;
  return { block: { chainId, height, hash, timestamp }, start: { cursor, items } };
}

async function findBlock(deps: PlanDeps, parameters: Parameters): Promise<ExportBlock> {
  const pin = pinOf(deps, parameters.get('chainId'));
  const asked = parameters.get('height');
  const confirmations = Number(parameters.get('confirmations') ?? CONFIRMATIONS);
  const height = asked === undefined ? Math.max(pin.height + 1 - confirmations, 0) : Number(asked);
  if (height > pin.height) {
    throw new ReadFault(refusedParameter(`height must not be above the latest block, ${pin.height}.`));
  }
  const { chainId } = pin;
  const block = objectOf(await deps.reader.ask(BLOCK, { chainId, height }), 'block');
  return { chainId, height, hash: String(cellOf(block, 'hash')), timestamp: String(cellOf(block, 'timestamp')) };
}

/** The block that a chain is read at by default; of the key's default network where none is named. @throws ReadFault NOT_FOUND */
export function pinOf({ tips, environment }: Pick<PlanDeps, 'tips' | 'environment'>, chainId: string | undefined): Tip {
  const pins = tips.pins(environment);
  const pin = chainId === undefined ? pins[0] : pins.find((one) => one.chainId === chainId);
  if (pin !== undefined) return pin;
  const networks = [...tips.pins('MAINNET'), ...tips.pins('TESTNET')].map((one) => ({ ...one, name: one.chainId }));
  const message = describeUnknownChain(String(chainId), environment, networks);
  throw new ReadFault(new Refused(404, 'NOT_FOUND', message));
}
