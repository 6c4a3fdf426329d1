import type { CallStatus } from '@ledgergraph/dashboard-api/contract';
import { Table } from '@mantine/core';
import { chartLabel } from './chart-labels.ts';
import { whole } from './numbers.ts';
import { STATUSES } from './statuses.ts';
import type { UsageRow } from './usage-table-rows.ts';

export function UsageTable({ rows, statuses }: { rows: UsageRow[]; statuses: readonly CallStatus[] }) {
  const columns = STATUSES.filter(({ status }) => statuses.includes(status));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scroll-x" tabIndex={0} aria-label="Calls as a table">
      <Table className="numeric" verticalSpacing="xs" miw={480}>
        <Table.Caption>Days are days of UTC.</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day</Table.Th>
            {columns.map(({ status, label }) => (
              <Table.Th key={status} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...rows].reverse().map((row) => (
            <Table.Tr key={row.bar}>
              <Table.Th scope="row" fw={500}>
                {chartLabel(row.bar)}
              </Table.Th>
              {columns.map(({ status }) => (
                <Table.Td key={status} ta="right" c={row[status] === 0 ? 'dimmed' : undefined}>
                  {whole(row[status])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
