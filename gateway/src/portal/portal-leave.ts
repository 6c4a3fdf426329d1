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

/** Leave that the portal has for a call which it makes with the key of its client (docs/internal-contracts.md). */
export interface PortalLeave {
  readonly terms: CallTerms;
  /** Most items of a page; undefined: as many as clients may ask for. */
  readonly pageMax: number | undefined;
  /** Blocks that chains are read at instead of the latest ones. */
  readonly pins: ReadonlyMap<string, Pin>;
}

/**
 * Reads the leave of a request of the portal, and where its client is. Undefined: the request is its client's own, whatever headers it has.
 */
export function readPortalLeave(
  headers: IncomingHttpHeaders,
  isOurs: (secret: unknown) => boolean,
): (PortalLeave & { address: string; host: string }) | undefined {
  const { [INTERNAL_HEADER]: secret, [CLIENT_ADDRESS_HEADER]: address, [CLIENT_HOST_HEADER]: host = '' } = headers;
  if (secret === undefined || typeof address !== 'string' || !ipaddr.isValid(address)) return undefined;
  if (!isOurs(secret)) return undefined;
  return {
    ...{ address, host: String(host) },
    terms: readTerms(headers[TERMS_HEADER]),
    pageMax: readPageMax(headers[PAGE_MAX_HEADER]),
    pins: readPins(headers[PINS_HEADER]),
  };
}

/** The latest blocks, but for chains that are read at another: what is read there follows from that block alone. */
export function pinsWith({ pins: asked }: PortalLeave, pins: readonly Tip[]): readonly Tip[] {
  if (asked.size === 0) return pins;
  return pins.map((pin) => {
    const block = asked.get(pin.chainId);
    return block === undefined ? pin : { ...pin, height: block.height, hash: block.hash, poolSerial: null };
  });
}

/** True if a response depends on more than the request's text and the latest blocks. */
export function changesResponse({ pageMax, pins }: PortalLeave): boolean {
  return pageMax !== undefined || pins.size > 0;
}
