import type { AgentId, LocalId, PositionId, TreeId, TurnId } from '../ids.ts';
import type { MemoryStep } from './memory-step.ts';

/** A turn of a conversation that is not undone, as far as memory needs it. */
export interface TurnWithSteps {
  readonly turnId: TurnId;
  readonly agentId: AgentId;
  readonly isByPerson: boolean;
  /** The message that it answers. */
  readonly parentId: PositionId;
  /** In order, each with its message; null if there was none. */
  readonly calls: readonly { readonly ordinal: number; readonly message: PositionId | null }[];
  /** In order, without thoughts. */
  readonly steps: readonly TurnStep[];
}

/** One of its commands. */
export interface TurnStep {
  /** From 0 in its turn, thoughts included. */
  readonly ordinal: number;
  readonly callOrdinal: number;
  /** Null for a line refused as no command. */
  readonly verb: string | null;
  /** `done`, or the code of an error; null if it did not run. */
  readonly outcome: string | null;
  /** Its effect on memory; null for none. */
  readonly memory: MemoryStep | null;
  /** The tree that it acted on is a document. */
  readonly isInDocument: boolean;
  /** That tree; null if it is not in the file any more. */
  readonly treeId: TreeId | null;
  /** When it began, in milliseconds since 1970 UTC. */
  readonly startedAt: number;
}

/** A step on the path, with its actor. */
export interface RememberedStep extends TurnStep {
  readonly turnId: TurnId;
  readonly agentId: AgentId;
  readonly isByPerson: boolean;
}

/** Details of a step besides its verb. */
export interface StepDetails {
  /** The node that it named, or that its result is about; null for none. */
  readonly about: LocalId | null;
  /** The document that it named, as written; null for none. */
  readonly document: string | null;
  /** Number of continuations requested; null for any other command. */
  readonly count: number | null;
  /** As written, perhaps cut. */
  readonly line: string;
  /** The first line of the result, perhaps cut. */
  readonly result: string;
  /** True if its words may be those of documents. */
  readonly isOfDocument: boolean;
  /** These words are withheld. */
  readonly isWithheld: boolean;
}

export interface RememberedAction extends RememberedStep, StepDetails {}

/** The owner of a memory. A person's has everyone's actions; a model's has its own steps and those of people. */
export interface Rememberer {
  readonly id: AgentId;
  readonly isPerson: boolean;
}

/**
 * The steps on a path that someone remembers, in the order of the path: those of one message in the order of time.
 * @param turns in order of time
 * @param path the index of each position
 */
export function stepsOnPath(
  turns: readonly TurnWithSteps[],
  path: ReadonlyMap<PositionId, number>,
  { id, isPerson }: Rememberer,
): readonly RememberedStep[] {
  const found: { readonly step: RememberedStep; readonly at: number }[] = [];
  for (const turn of turns) {
    const { turnId, agentId, isByPerson } = turn;
    if (!isPerson && !isByPerson && agentId !== id) continue;
    for (const step of turn.steps) {
      const at = path.get(placeOf(turn, step.callOrdinal));
      if (at !== undefined) found.push({ step: { ...step, turnId, agentId, isByPerson }, at });
    }
  }
  // Stable, so that time decides where the path does not.
  return found.sort((one, other) => one.at - other.at).map(({ step }) => step);
}

/**
 * The message that a call's commands belong to: the one in it or next, so that another reply to the same message is
 * without them; or else the last before them, or the one that the turn answers.
 */
export function placeOf(
  { calls, parentId }: Pick<TurnWithSteps, 'calls' | 'parentId'>,
  callOrdinal: number,
): PositionId {
  const said = calls.filter(({ message }) => message !== null);
  const next = said.find(({ ordinal }) => ordinal >= callOrdinal) ?? said.at(-1);
  return next?.message ?? parentId;
}
