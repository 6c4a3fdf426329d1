import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';
import { invalidParameter } from '../../rpc-error.ts';

const SYSTEM_TYPES = ['local', 'imported', 'gateway', 'pbaas'] as const;
const LAUNCH_STATES = new Set(['prelaunch', 'launched', 'refund', 'complete']);

export type SystemType = (typeof SYSTEM_TYPES)[number];

export interface ListedQuery {
  systemType: SystemType;
  /** Name or i-address; undefined: this chain. */
  fromSystem: string | undefined;
  /** By an index of notarizations that only the node has. */
  isOfNode: boolean;
  /** 0: no bound. verusd heeds a start only with an end. */
  startBlock: number;
  endBlock: number;
}

/** Parameters of listcurrencies (rpc/pbaasrpc.cpp). @throws RpcError */
export function readListedQuery([query, start, end]: readonly JsonValue[]): ListedQuery {
  if (query !== undefined && !isJsonObject(query)) throw invalidParameter('Invalid query object parameter');
  const { fromsystem, systemtype, launchstate, converter = null }: JsonObject = query ?? {};
  const fromSystem = typeof fromsystem === 'string' && fromsystem !== '' ? fromsystem : undefined;
  if (converter !== null && !(Array.isArray(converter) && converter.length > 0)) {
    throw invalidParameter('If converters are specified, they should consist of one or more valid currencies');
  }
  const asked = fromSystem === undefined ? systemtype : 'local';
  const systemType = SYSTEM_TYPES.find((type) => type === asked);
  const isByLaunch = typeof launchstate === 'string' && LAUNCH_STATES.has(launchstate);
  const read = [systemType !== undefined, isByLaunch, converter !== null].filter(Boolean).length;
  if (Object.keys(query ?? {}).length !== read) {
    throw invalidParameter('Invalid query object parameter, use "listcurrencies help"');
  }
  return {
    systemType: systemType ?? 'local',
    fromSystem,
    isOfNode: isByLaunch || converter !== null,
    startBlock: readBlock(start),
    endBlock: readBlock(end),
  };
}

function readBlock(value: JsonValue | undefined): number {
  return value instanceof LosslessNumber && /^\d{1,10}$/.test(value.value) ? Number(value.value) : 0;
}
