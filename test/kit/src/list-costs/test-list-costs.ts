import type { ListCosts } from './list-costs.ts';

/** @param costs called once the test file has opened them @param isIgnored no case can read the field, such as one of a mutation */
export function testListCosts(costs: () => ListCosts, isIgnored: (field: string) => boolean = () => false): void {
  test('every field of the schema is asked for', () => {
    expect(
      costs()
        .unasked()
        .filter((field) => !isIgnored(field)),
    ).toEqual([]);
  });

  test('the number of SQL statements does not grow with any list', async () => {
    expect(await costs().growingCounts()).toEqual({});
  });

  test('every statement reads, filters and sorts about as much as its page, on the first page and in the middle', async () => {
    expect(await costs().costlyStatements()).toEqual({});
  });
}
