import { gql } from '@urql/core';
import { createUrqlClient } from './urql-client.js';

// Reads by the printed client, and prints what its cache holds then, and what the library complains about.
const [url, key] = process.argv.slice(2);
const complaints = [];
for (const level of ['warn', 'error']) console[level] = (text) => complaints.push(String(text));
const client = createUrqlClient(url, key);
const AT = gql`query ($height: BigInt) { address(address: "RHxoEk4hQhjfh585R3ZaUUXAb4xVc94PTa", asOf: { height: $height }) { balance txCount } }`;

async function read(height, requestPolicy) {
  const { data, error } = await client.query(AT, { height }, { requestPolicy }).toPromise();
  if (error !== undefined) throw error;
  return data;
}

const heights = [200, 300, 400];
const fetched = [];
for (const height of heights) fetched.push(await read(height, 'network-only'));
const kept = [];
for (const height of heights) kept.push(await read(height, 'cache-only'));
process.stdout.write(JSON.stringify({ fetched, kept, complaints }));
process.exit();
