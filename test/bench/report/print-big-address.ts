import { formatTable } from './format-table.ts';
import type { BigAddressRatio } from './summarize-big-address.ts';

/** @param sides names of what is large and of what it is compared with */
export function printBigAddress(ratios: readonly BigAddressRatio[], [big, small] = ['big', 'small']): string {
  return formatTable(
    ['read', 'time ×', 'pages', `${big} ms`, `${small} ms`],
    ratios.map(({ read, time, pages, bigMs, smallMs }) => [
      read,
      time.toFixed(2),
      `${pages.big} : ${pages.small}`,
      bigMs.toFixed(2),
      smallMs.toFixed(2),
    ]),
  );
}
