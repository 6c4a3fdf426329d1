/** One graph: its title, its unit in Grafana, and its queries by the legend of their lines. */
export interface Panel {
  title: string;
  /** Explanation for a reader, and the action to take. */
  description: string;
  unit: string;
  queries: Record<string, string>;
}

export interface Row {
  title: string;
  panels: Panel[];
}

export interface Dashboard {
  /** Also the name of its file. */
  uid: string;
  title: string;
  rows: Row[];
}

/** The value that a share of all observations stays below. */
export function quantile(share: number, histogram: string, by: string, filter = ''): string {
  return `histogram_quantile(${share}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${histogram}_bucket${filter}[$__rate_interval])))`;
}

/** Events per second. */
export function rate(counter: string, by: string, filter = ''): string {
  return `sum by (${by}) (rate(${counter}${filter}[$__rate_interval]))`;
}
