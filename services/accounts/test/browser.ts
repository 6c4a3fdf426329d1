import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';

export type Answer = { status: number; headers: Headers; text: string; body: unknown };

type Sent = {
  method?: string;
  body?: unknown;
  /** Absent: as our pages send them. Null: left out. */
  headers?: Record<string, string | null>;
  signal?: AbortSignal;
};

export class Browser {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  ipAddress: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string, origin: string, secret: string, ipAddress: string) {
    this.#url = url;
    this.#headers = { [INTERNAL_HEADER]: secret, origin };
    this.ipAddress = ipAddress;
  }

  /** @param path below `/dashboard` */
  async ask(path: string, { method, body, headers: changes = {}, signal }: Sent = {}): Promise<Answer> {
    const headers = new Headers({ ...this.#headers, 'x-forwarded-for': this.ipAddress });
    if (this.cookies.size > 0) headers.set('cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '));
    if (body !== undefined) headers.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    const response = await fetch(`${this.#url}/dashboard${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      redirect: 'manual',
      ...(signal !== undefined && { signal }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    this.#keep(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  get(path: string): Promise<Answer> {
    return this.ask(path);
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.ask(path, { body });
  }

  #keep(lines: string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      if (/;\s*max-age=0\b/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(at + 1));
    }
  }
}
