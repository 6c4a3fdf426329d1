import { type JsonMembers, RawJson, writeJson } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { onlyNow } from '../../only-now.ts';
import { countParams, flagOf, objectParam } from '../../read-params.ts';
import { unixTime } from '../../unix-time.ts';
import { readAddresses } from '../addresses/asked-addresses.ts';
import { CurrencyNames, currencyMembers } from '../addresses/currency-values.ts';
import { sentMembers } from '../addresses/sent-members.ts';
import { listPending, type PendingDelta, type PendingTransaction } from './pending-deltas.ts';

const USAGE = 'getaddressmempool {"addresses": [address, …], "friendlynames": true, "verbosity": 0}';

interface Row {
  time: number;
  /** As text, which takes less room than its values. */
  text: RawJson;
}

export const getAddressMempool: Method = {
  name: 'getaddressmempool',
  family: 'mempool',
  answeredBy: 'rows',
  /** In the order in which they came; verusd's time is when they reached the node, ours when we saw them. */
  async run(call) {
    countParams(call, 1, 1, USAGE);
    const options = objectParam(call.params[0]);
    const { friendlynames = true, verbosity } = options;
    const addresses = readAddresses(options);
    onlyNow(call);
    const names = new CurrencyNames(flagOf(friendlynames));
    const rows: Row[] = [];
    for (const address of addresses) {
      for await (const transaction of listPending(call, address, names.selected)) {
        await names.learnNative(call);
        rows.push(...(await rowsOf(call, transaction, { address, names, isLong: flagOf(verbosity) })));
      }
    }
    return rows.sort((one, other) => one.time - other.time).map(({ text }) => text);
  },
};

interface Wanted {
  address: string;
  names: CurrencyNames;
  isLong: boolean;
}

async function rowsOf(call: Call, transaction: PendingTransaction, wanted: Wanted): Promise<Row[]> {
  const { address, names, isLong } = wanted;
  const block = await call.block();
  const { txid, deltas, outputs, shielded } = transaction;
  const time = unixTime(transaction.firstSeenAt);
  const sent = isLong ? sentMembers({ chainId: block.chainId, outputs, shielded }) : undefined;
  return deltas
    .filter(({ countedFor }) => countedFor.includes(address))
    .map((delta) => {
      const { isSpend, index, row } = delta;
      const members: JsonMembers = {
        address,
        txid,
        index,
        satoshis: BigInt(row.satoshis),
        spending: isSpend,
        ...currencyMembers(row, block, names),
        sent: isSpend ? sent : undefined,
        timestamp: Math.floor(time),
        ...spentMembers(delta),
      };
      const text = new RawJson(writeJson(members));
      call.keep(text.text.length);
      return { time, text };
    });
}

/** Only where native coins are taken. */
function spentMembers({ spent, row }: PendingDelta): JsonMembers {
  return spent === undefined || BigInt(row.satoshis) >= 0n ? {} : { prevtxid: spent.txid, prevout: spent.vout };
}
