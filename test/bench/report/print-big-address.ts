import { formatTable } from './format-table.ts';
import type { BigAddressRatio } from './summarize-big-address.ts';

export function printBigAddress(ratios: readonly BigAddressRatio[]): string {
  return formatTable(
    ['read', 'time ×', 'pages', 'big ms', 'small ms'],
    ratios.map(({ read, time, pages, bigMs, smallMs }) => [
      read,
      time.toFixed(2),
      `${pages.big} : ${pages.small}`,
      bigMs.toFixed(2),
      smallMs.toFixed(2),
    ]),
  );
}
