export interface Bar {
  /** Unix milliseconds. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export interface SymbolInfo {
  name: string;
  ticker: string;
  description: string;
  supported_resolutions: string[];
  pricescale: number;
  [field: string]: unknown;
}

interface Bars {
  bars: Bar[];
  noData: boolean;
  /** Unix seconds. */
  nextTime: number | undefined;
}

type Table = Record<'t' | 'o' | 'h' | 'l' | 'c' | 'v', number[]> & { s: string; errmsg?: string; nextTime?: number };

/** Written after the protocol: it looks at `s`, and at no HTTP status. */
export class UdfClient {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  requests = 0;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${key}` };
  }

  async #text(path: string, parameters: Record<string, string> = {}): Promise<string> {
    this.requests += 1;
    const response = await fetch(`${this.#url}/${path}?${new URLSearchParams(parameters)}`, { headers: this.#headers });
    return response.text();
  }

  async #json<T>(path: string, parameters: Record<string, string> = {}): Promise<T> {
    return JSON.parse(await this.#text(path, parameters));
  }

  onReady(): Promise<{ supported_resolutions: string[]; supports_search: boolean; supports_time: boolean }> {
    return this.#json('config');
  }

  /** Unix seconds. */
  async getServerTime(): Promise<number> {
    return Number.parseInt(await this.#text('time'), 10);
  }

  searchSymbols(query: string, limit = 30): Promise<{ symbol: string; description: string }[]> {
    return this.#json('search', { query, type: '', exchange: '', limit: String(limit) });
  }

  async resolveSymbol(symbol: string): Promise<SymbolInfo> {
    const info = await this.#json<SymbolInfo & { s?: string; errmsg?: string }>('symbols', { symbol });
    if (info.s !== undefined) throw new Error(`unknown_symbol: ${info.errmsg}`);
    return info;
  }

  async getBars(
    symbol: string,
    resolution: string,
    { from, to, countBack }: { from: number; to: number; countBack?: number },
  ): Promise<Bars> {
    const table = await this.#json<Table>('history', {
      symbol,
      resolution,
      from: String(from),
      to: String(to),
      ...(countBack !== undefined && { countback: String(countBack) }),
    });
    if (table.s !== 'ok' && table.s !== 'no_data') throw new Error(table.errmsg);
    if (table.s === 'no_data') return { bars: [], noData: true, nextTime: table.nextTime };
    const { t, o, h, l, c, v } = table;
    const at = (column: number[], index: number): number => column[index] as number;
    const bars = t.map((time, index) => ({
      time: time * 1000,
      open: at(o, index),
      high: at(h, index),
      low: at(l, index),
      close: at(c, index),
      volume: at(v, index),
    }));
    return { bars, noData: false, nextTime: undefined };
  }

  async readAll(symbol: string, resolution: string, before: number, countBack: number): Promise<Bar[]> {
    let bars: Bar[] = [];
    let to = before;
    for (;;) {
      const page = await this.getBars(symbol, resolution, { from: to - 1, to, countBack });
      if (page.noData) return bars;
      bars = [...page.bars, ...bars];
      to = (page.bars[0]?.time ?? 0) / 1000;
    }
  }
}
