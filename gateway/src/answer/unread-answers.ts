import type { ServerResponse } from 'node:http';
import { ANSWER_LENGTH_MAX } from '#/errors/answer-length.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

/** There are no more short answers than connections. */
const SHORT_BYTES_MAX = 16 * 1024;
/** The limit of one team: one of the longest answers. */
const TEAM_BYTES_MAX = ANSWER_LENGTH_MAX;

type Bounds = Readonly<Record<'teamBytesMax' | 'bytesMax', number>>;
type Sent = Pick<ServerResponse, 'once' | 'destroy' | 'destroyed'>;

/**
 * Answers that were sent and not read yet: Node holds each of them whole. A client that reads a byte in a minute keeps its answer for as
 * long as it likes.
 */
export class UnreadAnswers {
  readonly #bounds: Bounds;
  readonly #byTeam = new Map<string, Map<Sent, number>>();
  readonly #bytesByTeam = new Map<string, number>();
  #bytes = 0;

  constructor(bounds: Bounds = { teamBytesMax: TEAM_BYTES_MAX, bytesMax: MEMORY_BOUNDS.unreadAnswers }) {
    this.#bounds = bounds;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Holds an answer until it is read. Where room is short, those that wait longest are cut off: of the team itself, or of the team that
   * holds the most.
   * @param bytes that the system has not taken at once
   */
  hold(teamId: string, response: Sent, bytes: number): void {
    if (bytes <= SHORT_BYTES_MAX || response.destroyed) return;
    const { teamBytesMax, bytesMax } = this.#bounds;
    while (this.#bytesOf(teamId) > 0 && this.#bytesOf(teamId) + bytes > teamBytesMax) this.#cutOff(teamId);
    while (this.#bytes > 0 && this.#bytes + bytes > bytesMax) this.#cutOff(this.#greatestHolder());
    const ofTeam = this.#byTeam.get(teamId) ?? new Map<Sent, number>();
    this.#byTeam.set(teamId, ofTeam.set(response, bytes));
    this.#add(teamId, bytes);
    response.once('close', () => this.#release(teamId, response));
  }

  #cutOff(teamId: string): void {
    const [oldest] = this.#byTeam.get(teamId)?.keys() ?? [];
    if (oldest === undefined) return;
    this.#release(teamId, oldest);
    oldest.destroy();
  }

  #release(teamId: string, response: Sent): void {
    const ofTeam = this.#byTeam.get(teamId);
    const bytes = ofTeam?.get(response);
    if (ofTeam === undefined || bytes === undefined) return;
    ofTeam.delete(response);
    this.#add(teamId, -bytes);
    if (ofTeam.size > 0) return;
    this.#byTeam.delete(teamId);
    this.#bytesByTeam.delete(teamId);
  }

  #add(teamId: string, bytes: number): void {
    this.#bytesByTeam.set(teamId, this.#bytesOf(teamId) + bytes);
    this.#bytes += bytes;
  }

  #bytesOf(teamId: string): number {
    return this.#bytesByTeam.get(teamId) ?? 0;
  }

  #greatestHolder(): string {
    const [first = ''] = this.#bytesByTeam.keys();
    let greatest = first;
    for (const [teamId, bytes] of this.#bytesByTeam) if (bytes > this.#bytesOf(greatest)) greatest = teamId;
    return greatest;
  }
}
