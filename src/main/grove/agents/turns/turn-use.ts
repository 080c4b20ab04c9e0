import { CAP_NAMES, type CapName, capsOf, type TurnCaps } from '../../../../core/commands/caps.ts';
import type { TokenUsage } from '../../../../core/provenance/token-usage.ts';
import type { TurnUse as StoredUse } from '../../../store/tables/agent-turns.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { TokenPrice } from './call-model.ts';

const MINUTE = 60_000;
const MILLION = 1_000_000;

/** A turn's use of its caps (`agents.md`, *A turn*). */
export class TurnUse {
  readonly #caps: Readonly<Record<CapName, number>>;
  readonly #price: TokenPrice | null;
  readonly #now: () => number;
  readonly #used: Record<CapName, number>;
  #isEstimated = false;
  /** Something of it has a known price. */
  #isPriced: boolean;
  #since: number | null = null;

  /** @param price of the agent's tokens; null if unknown @param now in milliseconds */
  constructor(caps: TurnCaps | undefined, price: TokenPrice | null, now: () => number) {
    this.#caps = capsOf(caps);
    this.#price = price;
    this.#isPriced = price !== null;
    this.#now = now;
    this.#used = { calls: 0, commands: 0, continuations: 0, nodes: 0, tokens: 0, minutes: 0, dollars: 0 };
  }

  /** Time counts from now on; while a person is asked, it does not. */
  resume(): void {
    this.#since ??= this.#now();
  }

  pause(): void {
    this.#used.minutes = this.#minutes;
    this.#since = null;
  }

  /** Remaining time, in milliseconds. */
  get timeLeft(): number {
    return Math.max(0, (this.#caps.minutes - this.#minutes) * MINUTE);
  }

  get calls(): number {
    return this.#used.calls;
  }

  get commands(): number {
    return this.#used.commands;
  }

  /** The rest of each cap. */
  left(): Readonly<Record<CapName, number>> {
    const leftOf = (name: CapName) => Math.max(0, this.#caps[name] - this.#usedOf(name));
    return {
      calls: leftOf('calls'),
      commands: leftOf('commands'),
      continuations: leftOf('continuations'),
      nodes: leftOf('nodes'),
      tokens: leftOf('tokens'),
      minutes: leftOf('minutes'),
      dollars: leftOf('dollars'),
    };
  }

  add(name: 'calls' | 'commands' | 'continuations' | 'nodes', count: number): void {
    this.#used[name] += count;
  }

  /**
   * Counts the tokens of a request.
   * @param counted by the provider; null if it did not, and then the estimate counts
   * @param price of these tokens; by default that of the agent
   */
  addTokens(counted: TokenUsage | null, estimate: TokenUsage, price = this.#price): void {
    const tokens = counted ?? estimate;
    this.#isEstimated ||= counted === null;
    this.#isPriced ||= price !== null;
    this.#used.tokens += tokens.promptTokens + tokens.completionTokens;
    this.#used.dollars += dollarsFor(tokens, price);
  }

  /** The cap that a request may not begin at, or would exceed; null if it may be made. @param tokens estimated */
  capFor(tokens: TokenUsage): CapName | null {
    if (this.left().calls < 1) return 'calls';
    return this.timeLeft === 0 ? 'minutes' : (this.excessOf(tokens)?.cap ?? null);
  }

  /**
   * The cap that a request would exceed, and the excess; null if it may be made.
   * @param tokens estimated; @param price of these tokens; by default that of the agent
   */
  excessOf(
    tokens: TokenUsage,
    price = this.#price,
  ): { readonly cap: 'tokens' | 'dollars'; readonly needed: number; readonly left: number } | null {
    const left = this.left();
    const count = tokens.promptTokens + tokens.completionTokens;
    if (count > left.tokens) return { cap: 'tokens', needed: count, left: left.tokens };
    const cost = dollarsFor(tokens, price);
    return cost > left.dollars ? { cap: 'dollars', needed: cost, left: left.dollars } : null;
  }

  /** For the turn's row. @param capped the cap that ended it */
  stored(capped: CapName | null): StoredUse {
    const amounts = CAP_NAMES.flatMap((name) => {
      const amount = this.#usedOf(name);
      return name === 'dollars' && !this.#isPriced ? [] : [[name, rounded(amount)] as const];
    });
    return {
      ...Object.fromEntries(amounts),
      ...(this.#isEstimated ? { estimated: true } : {}),
      ...(capped === null ? {} : { capped }),
    };
  }

  get #minutes(): number {
    return this.#used.minutes + (this.#since === null ? 0 : (this.#now() - this.#since) / MINUTE);
  }

  #usedOf(name: CapName): number {
    return name === 'minutes' ? this.#minutes : this.#used[name];
  }
}

function dollarsFor(tokens: TokenUsage, price: TokenPrice | null): number {
  if (price === null) return 0;
  return (tokens.promptTokens * price.prompt + tokens.completionTokens * price.completion) / MILLION;
}

/** To a millionth: amounts are read by people. */
function rounded(amount: number): number {
  return Math.round(amount * MILLION) / MILLION;
}

/** Why continuations are not asked for. */
export function tooMuch({ cap, needed, left }: NonNullable<ReturnType<TurnUse['excessOf']>>): CommandRefusal {
  const sentence =
    cap === 'tokens'
      ? `this needs about ${needed} tokens, and ${left} are left in this turn`
      : `this costs about $${needed.toFixed(2)}, and $${left.toFixed(2)} are left in this turn`;
  return new CommandRefusal('LIMIT_EXCEEDED', sentence, 'ask for fewer or shorter ones');
}
