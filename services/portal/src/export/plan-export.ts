import { SignedCursor } from '@ledgergraph/service-kit/cursor/signed-cursor';
import { findChain } from '#/gateway/find-chain.ts';
import type { GatewayAnswer } from '#/gateway/gateway-client.ts';
import { cellOf, objectOf, totalOf } from '#/gateway/values.ts';
import { Refusal } from '#/http/refusal.ts';
import type { ExportBlock, ExportList, Parameters } from './export-list.ts';
import type { ExportReader } from './export-reader.ts';
import { type AskedExport, describeRows, refusedParameter } from './read-parameters.ts';

/** Default for exports: daily reorganisations of the last blocks do not touch them. */
const CONFIRMATIONS = 10;

const NO_CHAIN = new Refusal(404, 'NOT_FOUND', 'No chain of that name is read at the moment.');

const BLOCK = `query ExportBlock($chainId: String, $height: BigInt) {
  block(chainId: $chainId, height: $height) { height hash timestamp }
}`;

export interface ExportPlace {
  readonly cursor: string | null;
  /** Items before the place. */
  readonly items: number;
}

export interface ExportPlan {
  readonly list: ExportList;
  readonly parameters: Parameters;
  readonly block: ExportBlock;
  readonly start: ExportPlace;
  readonly itemsMax: number;
  readonly cursorOf: (place: ExportPlace) => string;
}

type CursorBody = [chainId: string, height: number, hash: string, timestamp: string, cursor: string, items: number];

/** @param opened answer to the call that opened it @throws Refusal */
export async function planExport(
  reader: ExportReader,
  asked: AskedExport,
  { chains }: Pick<GatewayAnswer, 'chains'>,
  cursorSecret: string,
): Promise<ExportPlan> {
  const { list, parameters } = asked;
  const cursors = new SignedCursor(cursorSecret, describeRows(asked));
  const resumed = readCursor(cursors, parameters.get('cursor'));
  const block = resumed?.block ?? (await findBlock(reader, chains, parameters));
  return {
    list,
    parameters,
    block,
    start: resumed?.start ?? { cursor: null, items: 0 },
    itemsMax: Number(parameters.get('rows') ?? Number.POSITIVE_INFINITY),
    cursorOf: ({ cursor, items }) => {
      const { chainId, height, hash, timestamp } = block;
      return cursors.seal(JSON.stringify([chainId, height, hash, timestamp, cursor, items]));
    },
  };
}

/** Undefined if the graph does not count them. @throws ReadFault */
export async function countItems(reader: ExportReader, plan: ExportPlan): Promise<number | undefined> {
  const { list, parameters, block, start, itemsMax } = plan;
  if (!list.isCounted) return undefined;
  const variables = { ...list.variables(parameters, block), limit: 1 };
  const { data } = await reader.ask({ query: list.query('totalCount'), variables, block, terms: 'part' });
  const total = totalOf(list.connectionOf(data ?? {}));
  return total === undefined ? undefined : Math.min(Math.max(total - start.items, 0), itemsMax);
}

function readCursor(
  cursors: SignedCursor,
  text: string | undefined,
): { block: ExportBlock; start: ExportPlace } | undefined {
  if (text === undefined) return undefined;
  const body = cursors.open(text);
  if (body === undefined) throw refusedParameter('cursor is not one that this export gave with the same parameters.');
  const [chainId, height, hash, timestamp, cursor, items] = JSON.parse(body) as CursorBody;
  return { block: { chainId, height, hash, timestamp }, start: { cursor, items } };
}

async function findBlock(
  reader: ExportReader,
  chains: GatewayAnswer['chains'],
  parameters: Parameters,
): Promise<ExportBlock> {
  const tip = await findChain((question) => reader.ask(question), chains, parameters.get('chainId'));
  if (tip === undefined) throw NO_CHAIN;
  const { chainId, height: latest } = tip;
  const confirmations = Number(parameters.get('confirmations') ?? CONFIRMATIONS);
  const height = Number(parameters.get('height') ?? Math.max(latest + 1 - confirmations, 0));
  if (height > latest) throw refusedParameter(`height must not be above the latest block, ${latest}.`);
  const { data } = await reader.ask({ query: BLOCK, variables: { chainId, height }, terms: 'part' });
  const block = objectOf(data ?? {}, 'block');
  return {
    chainId,
    height,
    hash: String(cellOf(block, 'hash')),
    timestamp: String(cellOf(block, 'timestamp')),
  };
}
