import type { NewWebhook, WebhookEventType, WebhookPreview } from '@ledgergraph/dashboard-api/webhook-contract';

/** The form's own choice in place of an event type. */
export const OWN_SUBSCRIPTION = 'own';

export interface WebhookForm {
  environment: 'live' | 'test';
  url: string;
  description: string;
  /** Name of an event type, or OWN_SUBSCRIPTION. */
  choice: string;
  typed: Record<string, string>;
  operation: string;
  /** JSON, for a subscription of one's own. */
  variables: string;
  isParallel: boolean;
}

export const NEW_WEBHOOK: WebhookForm = {
  environment: 'test',
  url: '',
  description: '',
  choice: 'block.new',
  typed: {},
  operation:
    'subscription {\n  chainEvents {\n    ... on BlockAdded { block { height hash } }\n    ... on BlocksRemoved { blockHeight depth }\n  }\n}',
  variables: '{}',
  isParallel: false,
};

export function sourceProblems(form: WebhookForm, type: WebhookEventType | undefined): Record<string, string> {
  if (form.choice === OWN_SUBSCRIPTION)
    return readJson(form.variables) === undefined ? { variables: 'This is no JSON object' } : {};
  const missing = (type?.variables ?? []).filter(({ name, isRequired }) => isRequired && !form.typed[name]?.trim());
  return Object.fromEntries(missing.map(({ name }) => [`typed.${name}`, 'This event type needs it']));
}

export function sourceOf(form: WebhookForm, type: WebhookEventType | undefined): WebhookPreview {
  const { environment, choice, operation } = form;
  if (choice === OWN_SUBSCRIPTION)
    return { environment, eventType: null, operation, variables: readJson(form.variables) ?? {} };
  return { environment, eventType: choice, variables: readTyped(form.typed, type) };
}

export function sentWebhook(form: WebhookForm, type: WebhookEventType | undefined): NewWebhook {
  const { url, description, isParallel } = form;
  return { ...sourceOf(form, type), url: url.trim(), description: description.trim(), isParallel };
}

/** Empty fields are absent; list values are separated by lines or commas. */
function readTyped(typed: Record<string, string>, type: WebhookEventType | undefined): Record<string, unknown> {
  const given = (type?.variables ?? []).flatMap(({ name, isList }): [string, unknown][] => {
    const text = typed[name]?.trim() ?? '';
    if (text === '') return [];
    if (isList) return [[name, text.split(/[\s,]+/).filter((value) => value !== '')]];
    return [[name, name === 'minConfirmations' ? Number(text) : text]];
  });
  return Object.fromEntries(given);
}

/** Undefined for a text that is no JSON object. */
export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
