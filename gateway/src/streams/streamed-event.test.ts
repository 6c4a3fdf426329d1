import { GraphQLError } from 'graphql';
import { EventsUnavailable } from '#/events/event-sources.ts';
import { StreamedEvent, toEvent, type WantedResult } from './streamed-event.ts';

const PIN = { chainId: 'i', environment: 'TESTNET', height: 5, hash: 'aa' };
const WANTED = {
  event: { id: 'one', value: { __typename: 'ItemAdded' }, block: { height: 5, hash: 'aa' }, position: {} },
  cursor: 'c',
  pins: [PIN],
  pin: PIN,
} as unknown as WantedResult;

const failed = (code: string) => new GraphQLError('no block', { path: ['itemEvents', 'block'], extensions: { code } });

test('an event whose own objects are not found is no event yet, with an error or without', () => {
  for (const result of [
    { data: { itemEvents: null }, errors: [failed('NOT_FOUND')] },
    { data: { itemEvents: null } },
    { data: null, errors: [failed('NOT_FOUND')] },
    { data: { itemEvents: { block: null } }, errors: [failed('SUBGRAPH_UNAVAILABLE')] },
  ]) {
    expect(toEvent(result, WANTED, new Map())).toBeInstanceOf(EventsUnavailable);
  }
});

test('an event that a mistake of its subscription makes null, or that lacks a part which does not exist, is sent', () => {
  for (const result of [
    { data: { itemEvents: null }, errors: [failed('VALIDATION_ERROR')] },
    { data: { itemEvents: { other: null } }, errors: [failed('NOT_FOUND')] },
  ]) {
    const event = toEvent(result, WANTED, new Map());
    expect(event).toBeInstanceOf(StreamedEvent);
    expect(JSON.parse((event as StreamedEvent).text)).toMatchObject({ data: result.data });
  }
});
