import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { findTexts } from '@ledgergraph/verus-protocol/json-members';
import { reversedHex } from '@ledgergraph/verus-protocol/vdxf';
import { magicNumber } from '#/rules/magic-number.ts';
import { type CurrencyObject, findCurrencyObject } from './currency-object.ts';
import type { Context } from './loaders.ts';

/** As getcurrency prints it (rpc/pbaasrpc.cpp), without nodes, notarizations and states. */
export async function definitionJson(currency: CurrencyObject, context: Context): Promise<string> {
  const { view, currencyId, row } = currency;
  const reserveIds = findTexts(row.payload, 'currencies');
  const reserves = await Promise.all(reserveIds.map((id) => findCurrencyObject(context, { view, currencyId: id })));
  const names = reserveIds.map((id, index) => [id, reserves[index]?.row.fullyQualifiedName ?? '']);
  const added = [
    ['currencyidhex', reversedHex(parseAddress(currencyId)?.hash ?? new Uint8Array())],
    ['fullyqualifiedname', row.fullyQualifiedName],
    ['magicnumber', magicNumber(row.definition, row.payload)],
    ...(reserveIds.length > 0 ? [['currencynames', Object.fromEntries(names)]] : []),
    ...(row.txid === null
      ? []
      : [
          ['definitiontxid', row.txid],
          ['definitiontxout', row.vout],
        ]),
  ];
  // The stored text has the node's own number text.
  return `${row.definitionText.trimEnd().slice(0, -1)},${JSON.stringify(Object.fromEntries(added)).slice(1)}`;
}
