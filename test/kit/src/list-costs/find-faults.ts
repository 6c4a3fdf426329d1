import type { PlanNode, StatementCost } from './explain-statement.ts';

/** Other tables grow with a chain, and are never read from end to end. */
const SMALL_TABLES = new Set(['network', 'chain', 'sync_cursor', 'node_tip', 'subgraph_progress', 'pool']);
/** For each wanted row, and this many besides. */
const ROWS_FOR_EACH = 6;
const ROWS_BESIDES = 40;
/** A few indexes of three or four levels. */
const PAGES_FOR_EACH = 15;
const PAGES_BESIDES = 40;

/**
 * Parts of a plan that cost more than the page: a table read from end to end, or more rows or pages than a constant times the page.
 * @param wanted rows of all pages and look-ups of the statement
 */
export function findFaults({ plan, pages }: StatementCost, wanted: number): string[] {
  const rowsMax = ROWS_BESIDES + ROWS_FOR_EACH * wanted;
  const pagesMax = PAGES_BESIDES + PAGES_FOR_EACH * wanted;
  const faults = listNodes(plan).flatMap((node) => {
    const handled = rowsHandled(node);
    if (node['Node Type'] === 'Seq Scan' && !SMALL_TABLES.has(node['Relation Name'] ?? '')) {
      return [`${describe(node)} reads the table from end to end`];
    }
    return handled > rowsMax ? [`${describe(node)} handles ${handled} rows for ${wanted} wanted`] : [];
  });
  return pages > pagesMax ? [...faults, `looks at ${pages} pages for ${wanted} rows wanted`] : faults;
}

export function mostRowsHandled({ plan }: StatementCost): number {
  return Math.max(...listNodes(plan).map(rowsHandled));
}

function rowsHandled(node: PlanNode): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(each * node['Actual Loops']);
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

function describe(node: PlanNode): string {
  const of = [node['Relation Name'], node['Index Name']].filter((name) => name !== undefined).join(' by ');
  return of === '' ? node['Node Type'] : `${node['Node Type']} of ${of}`;
}
