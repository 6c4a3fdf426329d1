import { print, remark } from './output.ts';

test.each([
  ['stdout', print],
  ['stderr', remark],
] as const)('nothing printed on %s can steer the terminal', (stream, write) => {
  const written = jest.spyOn(process[stream], 'write').mockReturnValue(true);
  write('one', 'a\u001b[2Jb\rc\u009bd', 'é…');
  expect(written.mock.calls).toEqual([['one\na?[2Jb?c?d\né…\n']]);
  written.mockRestore();
});
