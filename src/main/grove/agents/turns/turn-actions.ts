import type { Command } from '../../../../core/commands/command.ts';
import type { TypedCommand } from '../../../../core/commands/commands-only.ts';
import { type Inverse, joinInverses, NO_INVERSE } from '../../../../core/commands/inverse.ts';
import { inverseToJson } from '../../../../core/commands/inverse-json.ts';
import type { PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import { stepToJson } from '../../../../core/memory/memory-step.ts';
import type { JsonValue } from '../../../../core/provenance/canonical-json.ts';
import type { IdsAndClock } from '../../../../core/tree/new-node.ts';
import type { FileTransaction } from '../../../store/connection/file-transaction.ts';
import { type Store, transactWithRetry } from '../../../store/connection/store.ts';
import { type AgentAction, addActions } from '../../../store/tables/agent-turns.ts';
import type { CommandResult } from '../command-runner.ts';

export interface TurnActionsOptions {
  readonly store: Store;
  readonly idsAndClock: IdsAndClock;
  readonly turnId: TurnId;
  /** The tree that commands act on. */
  readonly actsOn: TreeId;
}

/** A command that is about to be carried out or refused. */
export interface BegunAction {
  readonly typed: TypedCommand;
  readonly callOrdinal: number;
  readonly approval: string | null;
  /** As understood so far; null if it is no command. */
  readonly command: Command | null;
}

/**
 * Writes the actions of a turn, in order: the rows of its trace (`agents.md`, *Data*). What a command writes, and its row,
 * are one transaction. The rows of commands that only read, and results, wait for the next transaction of the turn, so that
 * each costs no commit of its own: call `flush` at the end of a batch, or `writeWaiting` in the transaction that ends the turn.
 */
export class TurnActions {
  readonly #options: TurnActionsOptions;
  #ordinal = 0;
  #running: RunningAction | null = null;
  /** In order. They stay until they are known to be in the file. */
  #waiting: NumberedAction[] = [];

  constructor(options: TurnActionsOptions) {
    this.#options = options;
  }

  /** The ordinal in the turn, from 0, of the running action or else of the next. */
  get ordinal(): number {
    return this.#ordinal;
  }

  begin(action: BegunAction): void {
    this.#running = { ...action, startedAt: this.#options.idsAndClock.now(), written: NO_INVERSE };
  }

  /** The command that runs writes: its row is part of that transaction, for a program that ends before its result. */
  onWriting(tx: FileTransaction, inverse: Inverse, treeId: TreeId = this.#options.actsOn): void {
    if (this.#running === null) return;
    const { written, ...action } = this.#running;
    const all = joinInverses(written, inverse);
    const command = action.command as JsonValue;
    const row = { ...action, command, ...WRITTEN, treeId, inverse: inverseToJson(all) };
    this.#write(tx, [...this.#waiting, { ...row, ordinal: this.#ordinal }]);
    this.#running = { ...this.#running, written: all };
  }

  /** The command that runs has requested continuations, which are stored as they come. */
  onRequested(positions: readonly PositionId[]): void {
    transactWithRetry(this.#options.store, (tx) => this.onWriting(tx, { ...NO_INVERSE, positions }));
  }

  /** The command that runs has proposed changes, which are stored. */
  onProposed(inverse: Inverse, treeId: TreeId): void {
    transactWithRetry(this.#options.store, (tx) => this.onWriting(tx, inverse, treeId));
  }

  /** The command that runs has answered. */
  end({ command, remembered, error, text, written }: CommandResult): void {
    if (this.#running === null) return;
    const { written: _, ...action } = this.#running;
    this.#running = null;
    // All that it wrote is in the file, and with it what waited before.
    if (written !== null) this.#waiting = [];
    this.#record({
      ...action,
      command: remembered === undefined ? (command as JsonValue) : stepToJson(remembered),
      outcome: error?.code ?? 'done',
      result: text,
      inverse: written?.inverse ?? null,
      treeId: written?.treeId ?? this.#options.actsOn,
      logSeq: written?.logSeq ?? null,
      tookMs: Math.max(0, this.#options.idsAndClock.now() - action.startedAt),
    });
  }

  /** Records commands that are not carried out, and thoughts, which need not be. */
  skip(batch: readonly TypedCommand[], callOrdinal: number): void {
    const startedAt = this.#options.idsAndClock.now();
    for (const typed of batch) {
      const thought =
        typed.kind === 'thought'
          ? { ...THOUGHT, command: { verb: 'think', thought: typed.text } as const }
          : {};
      this.#record({ typed, callOrdinal, startedAt, treeId: this.#options.actsOn, ...UNRUN, ...thought });
    }
  }

  /** Writes the rows that wait, as part of a transaction of the turn. @throws {AspenError} as `addAction` */
  writeWaiting(tx: FileTransaction): void {
    this.#write(tx, this.#waiting);
  }

  /** Writes the rows that wait. @throws {AspenError} as `Store.transact` */
  flush(): void {
    if (this.#waiting.length === 0) return;
    transactWithRetry(this.#options.store, (tx) => this.writeWaiting(tx));
    this.#waiting = [];
  }

  #record(action: RecordedAction): void {
    this.#waiting.push({ ...action, ordinal: this.#ordinal });
    this.#ordinal += 1;
  }

  /** Writes the rows of actions, or completes them. */
  #write(tx: FileTransaction, actions: readonly NumberedAction[]): void {
    const rows = actions.map(({ typed, ...rest }) => {
      const { from, to } = typed;
      return { ...rest, from, to, line: lineOf(typed) };
    });
    addActions(tx, this.#options.turnId, rows);
  }
}

/** The first line of a command, as written. */
export function lineOf(typed: TypedCommand): string {
  return typed.kind === 'command' ? typed.line : '→ think';
}

/** A command's row of the trace. */
interface RecordedAction
  extends Omit<BegunAction, 'command'>,
    Pick<
      AgentAction,
      'command' | 'outcome' | 'result' | 'inverse' | 'logSeq' | 'treeId' | 'startedAt' | 'tookMs'
    > {}

interface NumberedAction extends RecordedAction {
  /** From 0 in the turn. */
  readonly ordinal: number;
}

interface RunningAction extends BegunAction, Pick<AgentAction, 'startedAt'> {
  /** The inverse of all that it has written so far. */
  readonly written: Inverse;
}

const UNRUN = {
  command: null,
  approval: null,
  outcome: null,
  result: null,
  inverse: null,
  logSeq: null,
  tookMs: null,
} as const;

/** A thought answers nothing. */
const THOUGHT = { outcome: 'done', result: '' } as const;

/** A command that was carried out, but has not answered. */
const WRITTEN = { outcome: 'done', result: null, logSeq: null, tookMs: null } as const;
