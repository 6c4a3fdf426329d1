export interface DownloadForm {
  /** Separated by lines or commas. */
  addresses: string;
  /** An i-address or a name; empty: all. */
  currency: string;
  /** Days in UTC, `2026-01-31`, both included; empty: unbounded. */
  from: string;
  to: string;
  format: string;
}

interface Format {
  value: string;
  label: string;
  accept: string;
  columns?: string;
}

export const FORMATS: readonly Format[] = [
  { value: 'csv', label: 'CSV, for spreadsheets', accept: 'text/csv' },
  { value: 'koinly', label: 'CSV in the columns of Koinly', accept: 'text/csv', columns: 'koinly' },
  { value: 'ndjson', label: 'NDJSON, an object a line', accept: 'application/x-ndjson' },
  { value: 'parquet', label: 'Parquet, for databases', accept: 'application/vnd.apache.parquet' },
];

const ADDRESSES_MAX = 16_000;

export const addressesOf = ({ addresses }: Pick<DownloadForm, 'addresses'>): string[] =>
  addresses.split(/[\s,]+/).filter((address) => address !== '');

export function problemsOf(form: DownloadForm): Partial<Record<keyof DownloadForm, string>> {
  const addresses = addressesOf(form);
  const problem =
    addresses.length === 0
      ? 'Enter an address, or a name that ends in @'
      : addresses.join(',').length > ADDRESSES_MAX
        ? 'Too many for one file: please download it in parts'
        : undefined;
  const isTurned = form.from !== '' && form.to !== '' && form.from > form.to;
  return {
    ...(problem !== undefined && { addresses: problem }),
    ...(isTurned && { to: 'The last day is before the first one' }),
  };
}

export function exportOf(form: DownloadForm): { path: string; accept: string } {
  const { accept = '', columns } = FORMATS.find(({ value }) => value === form.format) ?? {};
  const query = new URLSearchParams({ address: addressesOf(form).join(',') });
  if (form.currency.trim() !== '') query.set('currency', form.currency.trim());
  if (form.from !== '') query.set('fromTime', `${form.from}T00:00:00Z`);
  if (form.to !== '') query.set('toTime', `${form.to}T23:59:59Z`);
  if (columns !== undefined) query.set('columns', columns);
  return { path: `/export/statement?${query}`, accept };
}
