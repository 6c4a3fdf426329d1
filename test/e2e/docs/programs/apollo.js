import { gql } from '@apollo/client';
import WebSocket from 'ws';
import { createApolloClient } from './apollo-client.js';

// Reads by the printed client, and prints what its cache holds then.
const [url, key] = process.argv.slice(2);
const client = createApolloClient(url, key, WebSocket);
const AT = gql`query ($height: BigInt) { address(address: "RHxoEk4hQhjfh585R3ZaUUXAb4xVc94PTa", asOf: { height: $height }) { balance txCount } }`;
const heights = [200, 300, 400];
const fetched = [];
for (const height of heights) fetched.push((await client.query({ query: AT, variables: { height } })).data);
const kept = heights.map((height) => client.readQuery({ query: AT, variables: { height } }));

/** Pages of one list through the cache, the last one twice, beside all of it at once. */
async function walk(query, whole, listOf, cursorOf) {
  const watched = client.watchQuery({ query });
  let subscription;
  const seen = new Promise((resolve) => {
    subscription = watched.subscribe(({ data }) => data && resolve());
  });
  await seen;
  for (let pages = 0; pages < 3; pages += 1) {
    const cursor = cursorOf(client.readQuery({ query }));
    await watched.fetchMore({ variables: { cursor } });
    if (pages === 2) await watched.fetchMore({ variables: { cursor } });
  }
  const list = listOf(client.readQuery({ query }));
  subscription.unsubscribe();
  const { data } = await client.query({ query: whole, fetchPolicy: 'no-cache' });
  return { list, whole: listOf(data) };
}

const walks = {
  blocks: await walk(
    gql`query ($cursor: String) { blocks(limit: 2, toHeight: 300, cursor: $cursor) { nextCursor blocks { height hash } } }`,
    gql`{ blocks(limit: 8, toHeight: 300) { blocks { height hash } } }`,
    ({ blocks }) => blocks.blocks,
    ({ blocks }) => blocks.nextCursor,
  ),
  nested: await walk(
    gql`query ($cursor: String) { block(height: 378) { transactions(limit: 1, cursor: $cursor) { nextCursor transactions { txid } } } }`,
    gql`{ block(height: 378) { transactions(limit: 4) { transactions { txid } } } }`,
    ({ block }) => block.transactions.transactions,
    ({ block }) => block.transactions.nextCursor,
  ),
  statement: await walk(
    gql`query ($cursor: String) { walletStatement(addresses: ["RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7"], toHeight: 300, limit: 2, cursor: $cursor) {
      openingBalances { balances { amount } } closingBalances { balances { amount } } nextCursor movements { txid } } }`,
    gql`{ walletStatement(addresses: ["RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7"], toHeight: 300, limit: 8) { movements { txid } } }`,
    ({ walletStatement }) => walletStatement.movements,
    ({ walletStatement }) => walletStatement.nextCursor,
  ),
  revisions: await walk(
    gql`query ($cursor: String) { identity(identity: "zeta", asOf: {height: 400}) { history(limit: 1, cursor: $cursor) { nextCursor versions { version } } } }`,
    gql`{ identity(identity: "zeta", asOf: {height: 400}) { history(limit: 4) { versions { version } } } }`,
    ({ identity }) => identity.history.versions,
    ({ identity }) => identity.history.nextCursor,
  ),
};

process.stdout.write(JSON.stringify({ fetched, kept, walks }));
process.exit();
