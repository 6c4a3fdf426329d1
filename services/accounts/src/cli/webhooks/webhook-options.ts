import type { Output } from '#/cli/run.ts';

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
  SourceOptions & { url: string; description: string; parallel?: true; fromHeight?: bigint };
