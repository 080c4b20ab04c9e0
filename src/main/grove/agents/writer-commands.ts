import type { Draft } from '../../../core/buffer/draft.ts';
import { commandError, formatCommandError } from '../../../core/commands/command-error.ts';
import { commandsOnly } from '../../../core/commands/commands-only.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TreeId, TurnId } from '../../../core/ids.ts';
import type { CommandOutcome } from '../../../ipc/wire/turn.ts';
import type { Reader } from '../../store/connection/query.ts';
import { transactWithRetry } from '../../store/connection/store.ts';
import { addTurn, finishTurn } from '../../store/tables/agent-turns.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { getHead } from '../../store/tables/path-state.ts';
import { getTree } from '../../store/tables/trees.ts';
import type { SnapshotsAndAnswers } from '../proposals/snapshots-and-answers.ts';
import type { AgentScope, CommandContext, CommandTurn, WriterWork } from './command-context.ts';
import { CommandRunner } from './command-runner.ts';
import { readMemory } from './memory/read-memory.ts';
import type { TextGate } from './text-gate.ts';
import { lineOf, TurnActions } from './turns/turn-actions.ts';

/** The most commands that run at once: as many as an agent's turn may have at the most (`agents.md`, *A turn*). */
const MAX_COMMANDS = 200;

export interface WriterCommandsOptions extends AgentScope, Pick<CommandContext, 'actor' | 'generate'> {
  readonly proposals: SnapshotsAndAnswers;
}

/** The commands that the writer types instead of a message (`agents.md`, *Where it talks*). */
export class WriterCommands {
  readonly #options: WriterCommandsOptions;

  constructor(options: WriterCommandsOptions) {
    this.#options = options;
  }

  /**
   * Carries out a text whose lines are all commands, in order; one that is refused does not stop the others. Other
   * requests are answered in between. They are a turn of the writer's in the trace, and can be undone as one.
   * @param treeId the conversation: the commands act on its topic or, without one, on itself
   * @param at the place at first, in that tree; null for the end of the writer's path
   * @throws {AspenError} INVALID_ARGUMENT for any other text; NOT_FOUND; what the store throws
   */
  async run(treeId: TreeId, at: PositionId | null, text: string): Promise<readonly CommandOutcome[]> {
    const commands = commandsOnly(text);
    if (commands === null) throw new AspenError('INVALID_ARGUMENT', 'not all lines are commands');
    const { writerWork, proposals, ...options } = this.#options;
    const { store, idsAndClock, actor } = options;
    const actsOn = getTree(store, treeId).topicTreeId ?? treeId;
    const turnId = idsAndClock.newId() as TurnId;
    const actions = new TurnActions({ store, idsAndClock, turnId, actsOn });
    const turn: CommandTurn = {
      turnId,
      action: () => actions.ordinal,
      answer: () => null,
      onWriting: (tx, inverse, at) => actions.onWriting(tx, inverse, at),
      onRequested: (positions) => actions.onRequested(positions),
      onProposed: (inverse, at) => actions.onProposed(inverse, at),
    };
    const edits = { proposals, sharesDraft: true, window: null };
    const memory = {
      read: (gate: TextGate) => {
        actions.flush();
        return readMemory(store, treeId, writerWork(treeId).head, {
          id: actor.id,
          isPerson: true,
          readsDocuments: true,
          gate,
        });
      },
    };
    const context = { ...options, edits, memory, treeId: actsOn, turn, writerId: actor.id, writerWork };
    const runner = new CommandRunner(context, at ?? writerWork(actsOn).head);
    const begun = {
      id: turnId,
      treeId,
      agentId: actor.id,
      parentId: writerWork(treeId).head,
      state: 'running',
      used: {},
      startedAt: idsAndClock.now(),
      endedAt: null,
      undoneAt: null,
    } as const;
    transactWithRetry(store, (tx) => addTurn(tx, begun));
    const outcomes: CommandOutcome[] = [];
    try {
      for (const typed of commands) {
        if (outcomes.length >= MAX_COMMANDS) {
          outcomes.push({ line: lineOf(typed), text: formatCommandError(TOO_MANY), isRefused: true });
          break;
        }
        actions.begin({ typed, callOrdinal: 0, approval: null, command: null });
        const result = await runner.run(typed);
        actions.end(result);
        outcomes.push({ line: lineOf(typed), text: result.text, isRefused: result.error !== null });
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      const used = { commands: actions.ordinal };
      const endedAt = idsAndClock.now();
      transactWithRetry(store, (tx) => {
        actions.writeWaiting(tx);
        finishTurn(tx, turnId, { state: 'done', used, endedAt });
      });
    }
    return outcomes;
  }
}

const TOO_MANY = commandError(
  'LIMIT_EXCEEDED',
  `max commands at once is ${MAX_COMMANDS}`,
  'from this one on, run them by themselves',
);

/**
 * The writer's work in a tree, which no command touches.
 * @param typed their draft as their session has it; without it, the one in the file
 */
export function writerWorkIn(
  reader: Reader,
  writerId: AgentId,
  treeId: TreeId,
  typed: Pick<Draft, 'buffer' | 'edits'> | undefined,
): WriterWork {
  const draft = typed ?? findDraft(reader, treeId, writerId);
  const edited = (draft?.edits ?? []).map(({ nodeId }) => nodeId);
  const head = getHead(reader, treeId, writerId);
  // A composer stays while the path changes.
  const isTyping = (draft?.buffer.text ?? '') !== '' && getTree(reader, treeId).mode === 'buffer';
  return { head, edited, typedAfter: isTyping ? head : null };
}
