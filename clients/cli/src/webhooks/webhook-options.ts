import type { Output } from '#/output.ts';

/** Options of every command about the webhooks of one team. */
export type TeamOptions = Output & { team?: string };

export type SourceOptions = {
  live?: true;
  test?: true;
  event?: string;
  subscription?: string;
  variable?: Record<string, string>;
};

export type CreateOptions = TeamOptions &
  SourceOptions & { url: string; description: string; parallel?: true; fromHeight?: number };

export type ListenOptions = TeamOptions & SourceOptions & { forwardTo: string; secret?: string };

export type ReplayOptions = TeamOptions & { fromHeight?: number; fromTime?: string; delivery?: string };
