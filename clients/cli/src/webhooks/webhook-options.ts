import type { Output } from '@ledgergraph/dashboard-api/output';
import type { SourceOptions } from '@ledgergraph/dashboard-api/webhook-texts';

export type TeamOptions = Output & { team?: string };

export type CreateOptions = TeamOptions &
  SourceOptions & { url: string; description: string; parallel?: true; fromHeight?: number };

export type ChangeOptions = TeamOptions & {
  url?: string;
  description?: string;
  parallel?: true;
  inOrder?: true;
  variable?: Record<string, string>;
};

export type ListenOptions = TeamOptions & SourceOptions & { forwardTo: string; secret?: string };

export type ReplayOptions = TeamOptions & { fromHeight?: number; fromTime?: string; delivery?: string };
