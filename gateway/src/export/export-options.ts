import type { Admission } from '#/admission/admission.ts';
import type { CallTracker } from '#/calls/call-tracker.ts';
import type { AllowedOrigins } from '#/origins/allowed-origins.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ExportReaderOptions } from './export-reader.ts';
import type { ExportRooms } from './export-rooms.ts';
import type { OpenExports } from './open-exports.ts';

export interface ExportRouteOptions extends ExportReaderOptions {
  admission: Admission;
  calls: Pick<CallTracker, 'open'>;
  tips: Pick<TipFollower, 'pins' | 'hasNoNetwork'>;
  origins: AllowedOrigins;
  cursorSecret: string;
  /** Milliseconds for which a client may leave unread what was sent. */
  exportBlockedMaxMs?: number | undefined;
}

/** Options and state that the exports of one server share. */
export interface ExportShared extends ExportRouteOptions {
  rooms: ExportRooms;
  open: OpenExports;
}
