import { formatTable } from './output.ts';

test('columns are as wide as their widest cell, and lines end with their last character', () => {
  expect(
    formatTable(
      ['ID', 'NAME'],
      [
        ['1', 'a name'],
        ['1000', ''],
      ],
    ),
  ).toEqual(['ID    NAME', '1     a name', '1000']);
});
