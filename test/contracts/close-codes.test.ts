import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { CloseCode } from 'graphql-ws';

// Sources that close a WebSocket: ours, and the library of sockets.

const packages = createRequire(inRepository('gateway', 'package.json'));
const page = readFileSync(inRepository('docs', 'live.md'), 'utf8');
const [, section = ''] = page.split('\n## Close codes\n');
const rows = Array.from(
  section.replaceAll(/\n {2}/g, ' ').matchAll(/^- (`\d{4}`(?:, `\d{4}`)*): .+ → (.+)$/gm),
  ([, codes = '', action = '']) => ({ codes: Array.from(codes.matchAll(/\d+/g), ([code]) => Number(code)), action }),
);

function numbersIn(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), ([, number]) => Number(number));
}

function namesIn(text: string): number[] {
  return Array.from(text.matchAll(/CloseCode\.(\w+)/g), ([, name]) => CloseCode[name as keyof typeof CloseCode]);
}

function readAll(folder: string, isMeant: (file: string) => boolean): string {
  const files = readdirSync(folder).filter(isMeant);
  expect(files.length).toBeGreaterThan(0);
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

function codesOfSources(): number[] {
  const ours = readAll(inRepository('gateway', 'src', 'streams', 'web-socket'), (file) => file.endsWith('.ts'));
  const sockets = readFileSync(join(dirname(packages.resolve('ws/package.json')), 'lib', 'receiver.js'), 'utf8');
  return [
    ...numbersIn(ours, /^const [A-Z_]+ = (1\d{3});$/gm),
    ...namesIn(ours),
    ...numbersIn(sockets, /^\s+(1\d{3}),$/gm),
  ];
}

const inOrder = (codes: Iterable<number>): number[] => [...new Set(codes)].sort((a, b) => a - b);

test('the page lists the codes that the gateway and its libraries close with, and no other', () => {
  const codes = codesOfSources();
  expect(codes).toEqual(expect.arrayContaining([1012, 1013, 1009, 4400, 4429]));
  expect(inOrder(rows.flatMap((row) => row.codes))).toEqual(inOrder(codes));
});

test('the printed client connects again after exactly the codes of which the page promises it', () => {
  const [, list = ''] = /^const CLOSES = \[(.+)\];$/m.exec(page) ?? [];
  const printed = new Set(list.split(', ').map(Number));
  expect(printed.size).toBeGreaterThan(5);
  const promised = rows.filter(({ action }) => action.startsWith('connects again')).flatMap(({ codes }) => codes);
  const connects = rows.flatMap(({ codes }) => codes).filter((code) => printed.has(code));
  expect(inOrder(promised)).toEqual(inOrder(connects));
});
