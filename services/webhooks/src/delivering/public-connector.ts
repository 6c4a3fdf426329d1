import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { hostOf, mayReceive } from './check-target.ts';
import type { FindAddresses } from './find-addresses.ts';
import type { Network } from './target-networks.ts';

const CONNECT_TIMEOUT_MS = 10_000;

class ForbiddenTarget extends Error {
  readonly code = 'FORBIDDEN_TARGET';
}

/** Connects to exactly the address that was checked, because a second look-up could give another one. */
export function createConnector(allowed: readonly Network[], findAddresses: FindAddresses): buildConnector.connector {
  const connectors = new Map(
    ['https:', 'http:'].map((protocol) => [
      protocol,
      buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup(protocol, allowed, findAddresses) }),
    ]),
  );
  return (options, callback) => {
    const host = hostOf(options.hostname);
    const connect = connectors.get(options.protocol);
    if (connect === undefined || (isIP(host) !== 0 && !mayReceive(host, options.protocol, allowed))) {
      return callback(new ForbiddenTarget(), null);
    }
    connect(options, callback);
  };
}

function checkedLookup(protocol: string, allowed: readonly Network[], findAddresses: FindAddresses): LookupFunction {
  return (hostname, { all }, callback) => {
    findAddresses(hostname).then((found) => {
      const good = found
        .filter((address) => mayReceive(address, protocol, allowed))
        .map((address) => ({ address, family: isIP(address) }));
      const [first] = good;
      if (first === undefined) callback(new ForbiddenTarget(), all ? [] : '', 4);
      else if (all) callback(null, good);
      else callback(null, first.address, first.family);
    });
  };
}
