/** Limits of a turn (`agents.md`, *A turn*). */

/** In the order in which they are shown; `nodes` counts the agent's own nodes, versions and notes. */
export const CAP_NAMES = [
  'calls',
  'commands',
  'continuations',
  'nodes',
  'tokens',
  'minutes',
  'dollars',
] as const;

/**
 * - `calls`: requests to the agent's model; `commands`: the commands in its answers.
 * - `continuations`: those that it requests; `nodes`: its own nodes, versions and notes.
 * - `tokens`: sent and received, also by the continuations; `dollars`: their price, where prices are known.
 * - `minutes`: the time without the questions that wait for a person.
 */
export type CapName = (typeof CAP_NAMES)[number];

/** The caps that are set for an agent; the others have their defaults. */
export type TurnCaps = { readonly [N in CapName]?: number };

interface CapRule {
  readonly usual: number;
  /** Infinite where only the writer bounds it. */
  readonly most: number;
}

export const CAPS: Readonly<Record<CapName, CapRule>> = {
  calls: { usual: 12, most: 50 },
  commands: { usual: 40, most: 200 },
  continuations: { usual: 10, most: 50 },
  nodes: { usual: 20, most: 100 },
  tokens: { usual: 100_000, most: 2_000_000 },
  minutes: { usual: 5, most: 60 },
  dollars: { usual: 0.5, most: Number.POSITIVE_INFINITY },
};

/** The limits of a turn: as set, or else the defaults. */
export function capsOf(set: TurnCaps | undefined): Readonly<Record<CapName, number>> {
  const capOf = (name: CapName) => Math.min(set?.[name] ?? CAPS[name].usual, CAPS[name].most);
  return {
    calls: capOf('calls'),
    commands: capOf('commands'),
    continuations: capOf('continuations'),
    nodes: capOf('nodes'),
    tokens: capOf('tokens'),
    minutes: capOf('minutes'),
    dollars: capOf('dollars'),
  };
}
