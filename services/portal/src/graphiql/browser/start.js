// This script runs in the browser, after GraphiQL's own bundle. It keeps a key that was typed in this tab alone: in sessionStorage, and in
// the Authorization header. Without one it reads with a key of the session, if there is a session (session-key.js).
const STORED_KEY = 'ledgergraph-api-key';
const form = document.querySelector('#key-form');
const input = document.querySelector('#key');
const environment = document.querySelector('#environment');
const note = document.querySelector('#key-note');
const examples = JSON.parse(document.querySelector('#examples').textContent);

input.value = sessionStorage.getItem(STORED_KEY) ?? '';
// The dashboard has put its key there: the embedded page shows no second bar for it, and follows the dashboard's light or dark.
const isEmbedded = window.top !== window;
document.body.classList.toggle('embedded', isEmbedded && input.value !== '');

const CHOSEN_ENVIRONMENT = 'ledgergraph-environment';
const sessionKeys = input.value === '' ? globalThis.openSessionKeys() : Promise.resolve(undefined);

sessionKeys.then((keys) => {
  note.textContent = input.value === '' && !keys ? 'Paste an API key to begin' : '';
  if (!keys) return;
  environment.value = localStorage.getItem(CHOSEN_ENVIRONMENT) ?? 'test';
  document.querySelector('#session-team').textContent = keys.teamName;
  document.querySelector('#session').hidden = false;
});

environment.addEventListener('change', () => localStorage.setItem(CHOSEN_ENVIRONMENT, environment.value));

/** The key that was typed, which always wins, or one of the session. */
async function findKey() {
  return sessionStorage.getItem(STORED_KEY) || (await sessionKeys)?.find(environment.value);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(STORED_KEY, input.value.trim());
  // The schema is read with the key, once, when the page starts.
  location.reload();
});

/** The results of a subscription as they come. Stopping it in the page closes the connection. */
function subscribe(request) {
  const closing = new AbortController();
  const results = (async function* () {
    const response = await fetch('/graphql', { ...request, signal: closing.signal });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      yield await response.json();
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      const messages = (text + value).split('\n\n');
      text = messages.pop();
      for (const message of messages) {
        const data = /^event: next\ndata: (.*)$/m.exec(message)?.[1];
        if (data) yield JSON.parse(data);
      }
    }
  })();
  const stop = () => {
    closing.abort();
    return Promise.resolve({ done: true, value: undefined });
  };
  return {
    next: () => results.next(),
    return: stop,
    throw: stop,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The operation's type, out of its text: GraphiQL has checked that it is valid. */
function isSubscription(query, operationName) {
  const text = query.replace(/#.*$/gm, '');
  return operationName
    ? new RegExp(`\\bsubscription\\s+${operationName}\\b`).test(text)
    : /^\s*subscription\b/.test(text);
}

async function fetcher({ query, variables, operationName }, options) {
  // The schema is public: completion and documentation work before there is a key.
  if (!sessionStorage.getItem(STORED_KEY) && operationName === 'IntrospectionQuery')
    return (await fetch('/schema.json')).json();
  const key = await findKey();
  if (!key) return { message: 'Paste an API key in the bar above, or sign in to the dashboard, and run this again.' };
  if (!query?.trim()) return { message: 'Write an operation, or choose an example.' };
  if (isSubscription(query, operationName)) {
    return subscribe({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, variables, operationName }),
    });
  }
  const ask = (shown) =>
    fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        authorization: `Bearer ${shown}`,
        ...options?.headers,
      },
      body: JSON.stringify({ query, variables, operationName }),
    });
  let response = await ask(key);
  if (response.status === 401) {
    (await sessionKeys)?.forget();
    // Another session of the same person may have the key since then: this one gets the next.
    const next = await findKey();
    if (next && next !== key) response = await ask(next);
  }
  if (response.status === 401) {
    note.textContent = 'This key does not work';
    document.body.classList.remove('embedded');
  }
  return response.json();
}

const CHOSEN_THEME = 'ledgergraph-color-scheme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');

function embeddingTheme() {
  const chosen = localStorage.getItem(CHOSEN_THEME);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Colours of the editors. GraphiQL computes them once; its styles follow the system by themselves, unless light or dark is chosen. */
function colorEditors() {
  const { classList } = document.body;
  const isDark = classList.contains('graphiql-dark') || (systemDark.matches && !classList.contains('graphiql-light'));
  globalThis.__MONACO?.editor.setTheme(isDark ? 'graphiql-DARK' : 'graphiql-LIGHT');
}

systemDark.addEventListener('change', colorEditors);

addEventListener('storage', ({ key }) => {
  if (!isEmbedded || key !== CHOSEN_THEME) return;
  const theme = embeddingTheme();
  document.body.classList.remove('graphiql-light', 'graphiql-dark');
  if (theme !== 'system') document.body.classList.add(`graphiql-${theme}`);
  colorEditors();
});

/** The tab that was open before a reload. GraphiQL keeps the tabs, but opens an empty one unless this page names one of them. */
function openTab() {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
    const { query, variables } = tabs[activeTabIndex];
    return { query: query ?? undefined, variables: variables ?? undefined };
  } catch {
    return {};
  }
}

globalThis.YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#graphiql'), {
  title: 'Ledgergraph',
  logo: ' ',
  fetcher,
  ...openTab(),
  ...(isEmbedded && { forcedTheme: embeddingTheme() }),
  defaultTabs: examples.map((query) => ({ query })),
  // The key has its own place; in the headers of a tab it would be kept on disk.
  shouldPersistHeaders: false,
  // Otherwise every keystroke goes into the address bar.
  onEditQuery: () => {},
});
