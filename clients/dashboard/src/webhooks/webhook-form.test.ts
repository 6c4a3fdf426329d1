import { NEW_WEBHOOK, OWN_SUBSCRIPTION, sentWebhook, sourceProblems } from './webhook-form.ts';

const variable = (name: string, isRequired: boolean, isList: boolean) => ({
  name,
  isRequired,
  isList,
  description: '',
});
const TYPE = {
  name: 'address.received',
  description: '',
  operation: '',
  variables: [
    variable('addresses', true, true),
    variable('minConfirmations', false, false),
    variable('currencyId', false, false),
  ],
};

test('empty fields are absent, lists are split, and the count is a number', () => {
  const typed = { addresses: 'Ra\n Rb,Rc ', minConfirmations: ' 3 ', currencyId: ' ' };
  const form = { ...NEW_WEBHOOK, choice: TYPE.name, typed, url: ' https://example.org/ ' };
  expect(sourceProblems(form, TYPE)).toEqual({});
  expect(sentWebhook(form, TYPE)).toEqual({
    environment: 'test',
    eventType: 'address.received',
    variables: { addresses: ['Ra', 'Rb', 'Rc'], minConfirmations: 3 },
    url: 'https://example.org/',
    description: '',
    isParallel: false,
  });
});

test('a required variable is asked for', () => {
  expect(sourceProblems({ ...NEW_WEBHOOK, choice: TYPE.name }, TYPE)).toHaveProperty(['typed.addresses']);
});

test('a subscription of one’s own goes with JSON variables', () => {
  const own = { ...NEW_WEBHOOK, choice: OWN_SUBSCRIPTION, operation: 'subscription { x }', variables: '{"a":1}' };
  expect(sentWebhook(own, undefined)).toMatchObject({
    eventType: null,
    operation: 'subscription { x }',
    variables: { a: 1 },
  });
  expect(sourceProblems({ ...own, variables: '[1]' }, undefined)).toHaveProperty('variables');
});
