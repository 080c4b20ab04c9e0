/** The answers to the requests about one passage, and which versions show each (`edits.md`, *Rewrites and bridges*). */
import { type TrimmedText, trimmedText } from '../../../core/answers/left-out.ts';
import type { AgentId, JobId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { SlotSnapshot, SlotState } from '../../../ipc/wire/generation.ts';
import type { Client } from '../../client.ts';
import type { PassagePlace } from '../../passage-surface.ts';

/** A version at each position. */
export type VersionsByPosition = ReadonlyMap<PositionId, NodeId>;

/** One request for answers. */
export interface Round {
  readonly jobId: JobId;
  readonly instruction: string;
  /** The versions asked about, in path order. */
  readonly asked: VersionsByPosition;
  readonly place: PassagePlace;
  /** Replaces a part; otherwise it is a bridge. */
  readonly replaces: boolean;
  /** Slots that the writer has asked for again. */
  readonly dropped: ReadonlySet<number>;
}

export interface Answer {
  readonly jobId: JobId;
  readonly slot: number;
  readonly agentId: AgentId;
  readonly instruction: string;
  readonly state: SlotState;
  readonly text: string;
  /** Why it failed, or was cut short. */
  readonly error: WireError | null;
  /** The versions that show it, where it changes the text; null until they are known, and if there are none. */
  readonly versions: VersionsByPosition | null;
  /** It is stored, and changes nothing. */
  readonly isUnchanged: boolean;
  /** The trimmed parts that may be restored; null for none. */
  readonly trimmed: TrimmedText | null;
}

/** Names a slot of a job. */
export function slotKey(jobId: JobId, slot: number): string {
  return `${jobId} ${slot}`;
}

export interface AnswersOptions {
  readonly rounds: readonly Round[];
  slotsOf(jobId: JobId): readonly SlotSnapshot[];
  /** The versions made by a stored answer; undefined until known. */
  findVersions(jobId: JobId, slot: number): VersionsByPosition | undefined;
  findTrimmed(jobId: JobId, slot: number): TrimmedText | null;
}

/** All answers, in the order they were asked for. */
export function answersOf({ rounds, slotsOf, findVersions, findTrimmed }: AnswersOptions): readonly Answer[] {
  return rounds.flatMap(({ jobId, instruction, dropped }) =>
    slotsOf(jobId)
      .filter(({ slot }) => !dropped.has(slot))
      .map(({ slot, agentId, state, text, error, versions }): Answer => {
        const found = findVersions(jobId, slot);
        const isStored = state === 'done' || state === 'stopped';
        return {
          jobId,
          slot,
          agentId,
          instruction,
          state,
          text,
          error,
          versions: found === undefined || found.size === 0 ? null : found,
          isUnchanged: isStored && versions.length === 0 && text !== '',
          trimmed: findTrimmed(jobId, slot),
        };
      }),
  );
}

/**
 * The versions to select to show an answer (1-based; 0: the text as it was first asked about): at each position that
 * any answer changes, its version, or else the one that it was asked about.
 */
export function versionsShowing(
  rounds: readonly Round[],
  answers: readonly Answer[],
  index: number,
): VersionsByPosition {
  const answer = answers[index - 1];
  const own = rounds.find(({ jobId }) => jobId === answer?.jobId);
  const touched = new Set(answers.flatMap(({ versions }) => [...(versions?.keys() ?? [])]));
  const selection = new Map<PositionId, NodeId>();
  for (const position of touched) {
    const first = rounds.find(({ asked }) => asked.has(position));
    const version = answer?.versions?.get(position) ?? own?.asked.get(position) ?? first?.asked.get(position);
    if (version !== undefined) selection.set(position, version);
  }
  return selection;
}

/**
 * The answer that the path shows (0: the text as it was first asked about); null for none.
 * @param chosen the one chosen last, if several are the same text
 * @param findShown the version that the path shows at a position
 */
export function findShownAnswer(
  rounds: readonly Round[],
  answers: readonly Answer[],
  chosen: number,
  findShown: (position: PositionId) => NodeId | undefined,
): number | null {
  const isShown = (index: number) =>
    (index === 0 || answers[index - 1]?.versions != null) &&
    [...versionsShowing(rounds, answers, index)].every(([at, version]) => findShown(at) === version);
  if (isShown(chosen)) return chosen;
  const found = [0, ...answers.map((_, at) => at + 1)].find(isShown);
  return found ?? null;
}

/** The next answer that can be shown, from one on, wrapping around; null if there is none. */
export function nextShowable(answers: readonly Answer[], from: number, step: 1 | -1): number | null {
  const count = answers.length + 1;
  for (let distance = 1; distance < count; distance++) {
    const index = (((from + step * distance) % count) + count) % count;
    if (index === 0 || answers[index - 1]?.versions != null) return index;
  }
  return null;
}

/** The positions of the versions that answers made, and what was trimmed of these answers. */
export function createAnswerVersions(client: Pick<Client, 'call'>, treeId: TreeId) {
  const known = new Map<string, VersionsByPosition>();
  const trimmedTexts = new Map<string, TrimmedText>();

  async function positionOf(nodeId: NodeId): Promise<PositionId> {
    const { node } = await client.call('node.read', { treeId: treeId, nodeId });
    return node.positionId;
  }

  return {
    /** Undefined until `learn` has resolved. */
    find(jobId: JobId, slot: number): VersionsByPosition | undefined {
      return known.get(slotKey(jobId, slot));
    },

    /** Null for nothing, and until `learn` has resolved. */
    trimmed(jobId: JobId, slot: number): TrimmedText | null {
      return trimmedTexts.get(slotKey(jobId, slot)) ?? null;
    },

    /** Finds out which version is at which position, and what was trimmed. @throws {AspenError} if main does not know */
    async learn({ jobId, asked }: Round, { slot, versions }: SlotSnapshot): Promise<void> {
      const positions = [...asked.keys()];
      const at =
        versions.length === positions.length
          ? positions
          : await Promise.all(versions.map((nodeId) => positionOf(nodeId)));
      const pairs = versions.flatMap((nodeId, index): readonly (readonly [PositionId, NodeId])[] => {
        const position = at[index];
        return position === undefined ? [] : [[position, nodeId]];
      });
      known.set(slotKey(jobId, slot), new Map(pairs));
      const [first] = versions;
      if (first === undefined) return;
      const { leftOut } = await client.call('node.read', { treeId: treeId, nodeId: first });
      const trimmed = trimmedText(leftOut);
      if (trimmed !== null) trimmedTexts.set(slotKey(jobId, slot), trimmed);
    },
  };
}

export type AnswerVersions = ReturnType<typeof createAnswerVersions>;
