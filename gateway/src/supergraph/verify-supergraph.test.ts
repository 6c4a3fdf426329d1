import { sha256 } from '@ledgergraph/graph-kit/supergraph-manifest';
import { createKeyPair, readPrivateKey, readPublicKeys, signBytes } from '@ledgergraph/service-kit/signature';
import type { SupergraphFiles } from './supergraph-files.ts';
import { type VerifyOptions, verifySupergraph } from './verify-supergraph.ts';

const SDL = `directive @join__graph(name: String!, url: String!) on ENUM_VALUE
enum join__Graph { ITEMS @join__graph(name: "items", url: "http://169.254.169.254/graphql") }`;
const platform = createKeyPair();
const stranger = createKeyPair();

interface ManifestParts {
  serial?: number;
  routingUrl?: string;
  sdl?: string;
}

function manifestOf({ serial = 7, routingUrl, sdl = SDL }: ManifestParts = {}): Buffer {
  const items = { name: 'items', team: 'items', version: 1, sha256: sha256('schema'), routingUrl };
  const signedAt = '2026-11-21T20:00:00.000Z';
  return Buffer.from(JSON.stringify({ serial, signedAt, supergraphSha256: sha256(sdl), subgraphs: [items] }));
}

function signedFiles(parts: ManifestParts = {}, privateKey = platform.privateKey): SupergraphFiles {
  const manifest = manifestOf(parts);
  return { sdl: SDL, manifest, signature: signBytes(manifest, readPrivateKey(privateKey)), fingerprint: 'any' };
}

function verify(files: SupergraphFiles, options: Partial<VerifyOptions> = {}) {
  const knownUrls = new Map([['items', 'http://items:4001']]);
  return verifySupergraph(files, {
    publicKeys: readPublicKeys(platform.publicKey),
    serialMin: 0,
    knownUrls,
    ...options,
  });
}

test('one that is signed is taken, with its serial and where its subgraphs are', () => {
  expect(verify(signedFiles())).toEqual({ sdl: SDL, serial: 7, urls: new Map([['items', 'http://items:4001']]) });
});

test.each<[string, SupergraphFiles, string]>([
  ['without a signature', { ...signedFiles(), signature: undefined }, 'it is not signed'],
  ['without a manifest', { ...signedFiles(), manifest: undefined }, 'it is not signed'],
  ['signed by a stranger', signedFiles({}, stranger.privateKey), 'its signature is not of a key we trust'],
  [
    'with a signature that is no signature',
    { ...signedFiles(), signature: 'nonsense' },
    'its signature is not of a key',
  ],
  ['with an empty signature', { ...signedFiles(), signature: '' }, 'its signature is not of a key we trust'],
  ['whose manifest was changed', { ...signedFiles(), manifest: manifestOf({ serial: 8 }) }, 'its signature is not of'],
  ['whose text was changed', { ...signedFiles(), sdl: `${SDL} ` }, 'it is not the one that was signed'],
  ['with a malformed manifest', signedFiles({ serial: 0 }), 'its manifest is malformed'],
])('refused: %s', (_what, files, reason) => {
  expect(() => verify(files)).toThrow(reason);
});

test('an older one is refused, though it is signed', () => {
  expect(verify(signedFiles({ serial: 7 }), { serialMin: 7 }).serial).toBe(7);
  expect(() => verify(signedFiles({ serial: 6 }), { serialMin: 7 })).toThrow('its serial 6 is below 7');
});

test('a supergraph that does not parse, or names no subgraph, is refused', () => {
  const unsigned = { publicKeys: undefined };
  expect(() => verify({ ...signedFiles(), sdl: 'type {' }, unsigned)).toThrow('it does not parse');
  expect(() => verify({ ...signedFiles(), sdl: 'type Query { a: Int }' }, unsigned)).toThrow('it names no subgraph');
});

test('one of several keys is enough, while one is being replaced', () => {
  const publicKeys = readPublicKeys(`${stranger.publicKey}\n${platform.publicKey}`);
  expect(verify(signedFiles(), { publicKeys }).serial).toBe(7);
});

test('an address comes from the environment, else from the signed manifest, never from the supergraph itself', () => {
  const signed = signedFiles({ routingUrl: 'http://signed:4001' });
  expect(verify(signed).urls.get('items')).toBe('http://items:4001');
  expect(verify(signed, { knownUrls: new Map() }).urls.get('items')).toBe('http://signed:4001');
  expect(() => verify(signedFiles(), { knownUrls: new Map() })).toThrow('a subgraph without an address: items');
  expect(() => verify(signed, { knownUrls: new Map(), publicKeys: undefined })).toThrow('without an address: items');
});

test.each([
  'http://169.254.169.254/latest',
  'http://[fe80::1]:80',
  'http://0xa9fea9fe',
  'http://[::ffff:169.254.169.254]',
])('no subgraph is where clouds hand out credentials: %s', (routingUrl) => {
  expect(() => verify(signedFiles({ routingUrl }), { knownUrls: new Map() })).toThrow('is link-local');
});

test('keys of another kind are no keys', () => {
  expect(() => readPublicKeys('nothing')).toThrow('no public key');
  expect(() => readPrivateKey(platform.publicKey)).toThrow();
});
