import { formatTable } from './format-table.ts';

test('columns line up, figures to the right, in Markdown', () => {
  expect(
    formatTable(
      ['what', 'ratio'],
      [
        ['pull', '1.00 ×'],
        ['addresses', '12.34 ×'],
      ],
    ),
  ).toBe(
    ['| what      |   ratio |', '| --------- | ------: |', '| pull      |  1.00 × |', '| addresses | 12.34 × |'].join(
      '\n',
    ),
  );
});
