import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallTerms,
  CLIENT_ADDRESS_HEADER,
  CLIENT_HOST_HEADER,
  PAGE_MAX_HEADER,
  PINS_HEADER,
  type Pin,
  readPageMax,
  readPins,
  readTerms,
  TERMS_HEADER,
} from '@ledgergraph/graph-kit/request-headers';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import ipaddr from 'ipaddr.js';
import type { Tip } from '#/pin/tip.ts';

/** For a call of the portal with its client's key (docs/internal-contracts.md). */
export interface PortalLeave {
  readonly terms: CallTerms;
  /** Undefined: the clients' limit. */
  readonly pageMax: number | undefined;
  /** In place of the latest blocks. */
  readonly pins: ReadonlyMap<string, Pin>;
}

/** Undefined: the request is not the portal's, whatever headers it has. */
export function readPortalLeave(
  headers: IncomingHttpHeaders,
  isOurs: (secret: unknown) => boolean,
): (PortalLeave & { address: string; host: string }) | undefined {
  const { [INTERNAL_HEADER]: secret, [CLIENT_ADDRESS_HEADER]: address, [CLIENT_HOST_HEADER]: host = '' } = headers;
  if (secret === undefined || typeof address !== 'string' || !ipaddr.isValid(address)) return undefined;
  if (!isOurs(secret)) return undefined;
  return {
    address,
    host: String(host),
    terms: readTerms(headers[TERMS_HEADER]),
    pageMax: readPageMax(headers[PAGE_MAX_HEADER]),
    pins: readPins(headers[PINS_HEADER]),
  };
}

/**
 * A chain that is read at another block than its latest follows from that block alone.
 * @returns `latest` itself if all are read at their latest blocks
 */
export function pinsWith(leave: PortalLeave | undefined, latest: readonly Tip[]): readonly Tip[] {
  if (leave === undefined) return latest;
  const pins = latest.map((pin) => {
    const block = leave.pins.get(pin.chainId);
    if (block === undefined || (block.height === pin.height && block.hash === pin.hash)) return pin;
    return { ...pin, height: block.height, hash: block.hash, poolSerial: null };
  });
  return pins.every((pin, index) => pin === latest[index]) ? latest : pins;
}
