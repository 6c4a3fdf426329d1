import { gql } from '@apollo/client';
import WebSocket from 'ws';
import { createApolloClient } from './apollo-client.js';
import { connectServerSentEvents } from './over-server-sent-events.js';
import { connectWebSocket } from './over-web-socket.js';
import { createUrqlClient } from './urql-client.js';

// Subscribes by a printed client, and prints a line for each event.
const [kind, url, key] = process.argv.slice(2);
const QUERY = `subscription { chainEvents { __typename ... on Event { blockHeight blockHash }
  ... on BlocksRemoved { depth removedHashes } } }`;
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const next = ({ data, error, errors }) =>
  print(data?.chainEvents ?? { fault: String(error ?? JSON.stringify(errors)) });
const sink = { next, error: (error) => print({ fault: String(error) }), complete: () => print({ fault: 'complete' }) };

const subscribe = {
  'graphql-ws': () => connectWebSocket(url.replace('http', 'ws'), key, WebSocket).subscribe({ query: QUERY }, sink),
  'graphql-sse': () => connectServerSentEvents(url, key).subscribe({ query: QUERY }, sink),
  'Apollo Client': () =>
    createApolloClient(url, key, WebSocket)
      .subscribe({ query: gql(QUERY) })
      .subscribe(sink),
  urql: () => createUrqlClient(url, key).subscription(QUERY, {}).subscribe(next),
};
subscribe[kind]();
