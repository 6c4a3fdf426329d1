import type { PassedOutcome } from './outcome.ts';

const KEPT_MAX = 50;
/** Each may have 16 MB, and a client can ask for the same currencies in many ways. */
const KEPT_CHARACTERS_MAX = 32_000_000;

interface OfTip {
  tip: string;
  answers: Map<string, Promise<PassedOutcome>>;
  /** Characters of the answers, by the same keys, oldest first. */
  lengths: Map<string, number>;
}

interface Place {
  chainId: string;
  tip: string;
  key: string;
}

/** Each is asked once while a tip stands. */
export class HeavyAnswers {
  readonly #chains = new Map<string, OfTip>();

  /** Undefined: no one has asked for it yet. */
  find({ chainId, tip, key }: Place): Promise<PassedOutcome> | undefined {
    return this.#of(chainId, tip).answers.get(key);
  }

  findOrAsk(place: Place, ask: () => Promise<PassedOutcome>): Promise<PassedOutcome> {
    const ofTip = this.#of(place.chainId, place.tip);
    const { answers } = ofTip;
    const { key } = place;
    const kept = answers.get(key);
    if (kept !== undefined) return kept;
    const [oldest] = answers.keys();
    if (answers.size >= KEPT_MAX && oldest !== undefined) drop(ofTip, oldest);
    const answer = ask().then((outcome) => {
      if (outcome.kind === 'answered') keep(ofTip, key, outcome.text.length);
      else answers.delete(key);
      return outcome;
    });
    answers.set(key, answer);
    return answer;
  }

  #of(chainId: string, tip: string): OfTip {
    const known = this.#chains.get(chainId);
    if (known?.tip === tip) return known;
    const fresh: OfTip = { tip, answers: new Map(), lengths: new Map() };
    this.#chains.set(chainId, fresh);
    return fresh;
  }
}

/** The oldest leave. */
function keep(ofTip: OfTip, key: string, length: number): void {
  const { lengths } = ofTip;
  lengths.set(key, length);
  let kept = [...lengths.values()].reduce((sum, one) => sum + one, 0);
  for (const [oldest, its] of lengths) {
    if (kept <= KEPT_CHARACTERS_MAX) break;
    drop(ofTip, oldest);
    kept -= its;
  }
}

function drop({ answers, lengths }: OfTip, key: string): void {
  answers.delete(key);
  lengths.delete(key);
}
