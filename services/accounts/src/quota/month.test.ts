import { monthOf } from './month.ts';

test.each([
  ['2030-03-15T12:00:00Z', '2030-03-01', '2030-04-01'],
  ['2030-03-01T00:00:00.000Z', '2030-03-01', '2030-04-01'],
  ['2030-12-31T23:59:59.999Z', '2030-12-01', '2031-01-01'],
  ['2028-02-29T10:00:00+14:00', '2028-02-01', '2028-03-01'],
  ['2028-03-01T10:00:00+14:00', '2028-02-01', '2028-03-01'],
])('%s is in the month from %s to %s', (moment, startsOn, endsOn) => {
  expect(monthOf(new Date(moment))).toEqual({ startsOn, startsAt: new Date(startsOn), endsAt: new Date(endsOn) });
});
