import { type DownloadForm, exportOf, problemsOf } from './export-request.ts';

const FORM: DownloadForm = { addresses: 'RA\n iB, alice@', currency: '', from: '', to: '', format: 'csv' };

test('the form is one export of a wallet, over whole days', () => {
  expect(exportOf(FORM)).toEqual({ path: '/export/statement?address=RA%2CiB%2Calice%40', accept: 'text/csv' });
  const { path } = exportOf({ ...FORM, currency: ' VRSC ', from: '2026-01-01', to: '2026-12-31', format: 'koinly' });
  expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
    address: 'RA,iB,alice@',
    currency: 'VRSC',
    fromTime: '2026-01-01T00:00:00Z',
    toTime: '2026-12-31T23:59:59Z',
    columns: 'koinly',
  });
});

test('a form without an address, with too many, or with its days turned is not sent', () => {
  expect(problemsOf(FORM)).toEqual({});
  expect(problemsOf({ ...FORM, addresses: ' ,\n' })).toHaveProperty('addresses');
  expect(problemsOf({ ...FORM, addresses: `${'R'.repeat(34)}\n`.repeat(1_000) })).toHaveProperty('addresses');
  expect(problemsOf({ ...FORM, from: '2026-02-01', to: '2026-01-01' })).toHaveProperty('to');
});
