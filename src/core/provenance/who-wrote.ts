/** The authors of a text, by its spans (`domain.md`, *Authorship*): the one answer that everything shows. */
import type { AgentId } from '../ids.ts';
import type { Spans } from '../text/span.ts';

/** One agent's share of a text. `Agent` is its id; in the file, its key. */
export interface AuthorShare<Agent = AgentId> {
  readonly agent: Agent;
  /** UTF-16 code units; more than 0. */
  readonly length: number;
}

/**
 * Each agent's share of a text with these runs, the largest first; equal shares in the order in which they begin in the
 * text. It makes no difference whether a diff decided. Empty for the empty text.
 */
export function sharesOf<Agent>(runs: Iterable<AuthorShare<Agent>>): readonly AuthorShare<Agent>[] {
  const lengths = new Map<Agent, number>();
  for (const { agent, length } of runs) {
    if (length > 0) lengths.set(agent, (lengths.get(agent) ?? 0) + length);
  }
  // Sorting is stable, and a map keeps the order of the first run of each.
  return Array.from(lengths, ([agent, length]) => ({ agent, length })).sort((a, b) => b.length - a.length);
}

/**
 * The agents who wrote a text with these runs, by decreasing share.
 * @param author whose node it is: the answer for the empty text, and not otherwise; `domain.md` says when a node that a
 *   model wrote and the writer edited is the writer's
 */
export function authorsOf<Agent>(runs: readonly AuthorShare<Agent>[], author: Agent): readonly Agent[] {
  const [only, ...others] = runs;
  if (only !== undefined && others.length === 0 && only.length > 0) return [only.agent];
  const shares = sharesOf(runs);
  return shares.length === 0 ? [author] : shares.map(({ agent }) => agent);
}

/** A share as a whole percent of the text's UTF-16 code units: 0 for less than one percent. */
interface AuthorPercent<Agent = AgentId> {
  readonly agent: Agent;
  readonly percent: number;
}

/**
 * The shares as whole percents, in their order. Each is less than one away from the exact percent, it is 0 only for less
 * than one percent and 100 only for the author of all of it, and they add up to at most 100.
 */
export function percentsOf<Agent>(shares: readonly AuthorShare<Agent>[]): readonly AuthorPercent<Agent>[] {
  const total = shares.reduce((sum, { length }) => sum + length, 0);
  const exact = shares.map(({ length }) => (100 * length) / total);
  const whole = exact.map(Math.floor);
  // The remainder from rounding down goes to those who lost most by it.
  const left = 100 - whole.reduce((sum, percent) => sum + percent, 0);
  const raised = exact
    .map((percent, index) => ({ index, lost: percent - Math.floor(percent) }))
    .filter(({ index, lost }) => lost > 0 && whole[index] !== 0 && whole[index] !== 99)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, left);
  const isRaised = new Set(raised.map(({ index }) => index));
  return shares.map(({ agent }, index) => ({
    agent,
    percent: (whole[index] ?? 0) + (isRaised.has(index) ? 1 : 0),
  }));
}

/** The author of most of a text, by UTF-16 code units; the first in case of a tie. Null for no text. */
export function authorOfMost(spans: Spans): AgentId | null {
  return sharesOf(spans)[0]?.agent ?? null;
}
