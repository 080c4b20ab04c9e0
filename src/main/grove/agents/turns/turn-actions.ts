import type { Command } from '../../../../core/commands/command.ts';
import type { TypedCommand } from '../../../../core/commands/commands-only.ts';
import { type Inverse, joinInverses, NO_INVERSE } from '../../../../core/commands/inverse.ts';
import { inverseToJson } from '../../../../core/commands/inverse-json.ts';
import type { PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import type { JsonValue } from '../../../../core/provenance/canonical-json.ts';
import type { IdsAndClock } from '../../../../core/tree/ids-and-clock.ts';
import type { FileTransaction } from '../../../store/connection/file-transaction.ts';
import type { Store } from '../../../store/connection/store.ts';
import { transactWithRetry } from '../../../store/connection/transact-with-retry.ts';
import { type AgentAction, addAction } from '../../../store/tables/agent-turns.ts';
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
  /** As understood so far; null for what is no command. */
  readonly command: Command | null;
}

/** Writes the actions of a turn, in order: the rows of its trace (`agents.md`, *Data*). */
export class TurnActions {
  readonly #options: TurnActionsOptions;
  #ordinal = 0;
  #running: RunningAction | null = null;

  constructor(options: TurnActionsOptions) {
    this.#options = options;
  }

  /** Of the action that runs, or of the next: from 0 in the turn. */
  get ordinal(): number {
    return this.#ordinal;
  }

  begin(action: BegunAction): void {
    this.#running = { ...action, startedAt: this.#options.idsAndClock.now(), written: NO_INVERSE };
  }

  /** The command that runs writes: its row is part of that transaction, for a program that ends before its result. */
  onWriting(tx: FileTransaction, inverse: Inverse): void {
    if (this.#running === null) return;
    const { written, ...action } = this.#running;
    const all = joinInverses(written, inverse);
    this.#write(tx, { ...action, ...WRITTEN, inverse: inverseToJson(all) });
    this.#running = { ...this.#running, written: all };
  }

  /** The command that runs has requested continuations, which are stored as they come. */
  onRequested(positions: readonly PositionId[]): void {
    transactWithRetry(this.#options.store, (tx) => this.onWriting(tx, { ...NO_INVERSE, positions }));
  }

  /** The command that runs has answered. */
  end({ command, error, text, written }: CommandResult): void {
    if (this.#running === null) return;
    const { written: _, ...action } = this.#running;
    this.#running = null;
    this.#record({
      ...action,
      command,
      outcome: error?.code ?? 'done',
      result: text,
      inverse: written?.inverse ?? null,
      logSeq: written?.logSeq ?? null,
      tookMs: Math.max(0, this.#options.idsAndClock.now() - action.startedAt),
    });
  }

  /** Records commands that are not carried out, and thoughts, which are what they are. */
  skip(batch: readonly TypedCommand[], callOrdinal: number): void {
    const startedAt = this.#options.idsAndClock.now();
    for (const typed of batch) {
      const thought =
        typed.kind === 'thought'
          ? { ...THOUGHT, command: { verb: 'think', thought: typed.text } as const }
          : {};
      this.#record({ typed, callOrdinal, startedAt, ...UNRUN, ...thought });
    }
  }

  #record(action: RecordedAction): void {
    transactWithRetry(this.#options.store, (tx) => this.#write(tx, action));
    this.#ordinal += 1;
  }

  /** Writes the row of the action that runs, or completes it. */
  #write(tx: FileTransaction, { typed, command, ...rest }: RecordedAction): void {
    const { turnId, actsOn } = this.#options;
    const { from, to } = typed;
    addAction(tx, turnId, {
      ...rest,
      ordinal: this.#ordinal,
      from,
      to,
      line: lineOf(typed),
      command: command as JsonValue,
      treeId: actsOn,
    });
  }
}

/** The first line of a command, as written. */
export function lineOf(typed: TypedCommand): string {
  return typed.kind === 'command' ? typed.line : '→ think';
}

/** What a row of the trace says of a command. */
interface RecordedAction
  extends BegunAction,
    Pick<AgentAction, 'outcome' | 'result' | 'inverse' | 'logSeq' | 'startedAt' | 'tookMs'> {}

interface RunningAction extends BegunAction, Pick<AgentAction, 'startedAt'> {
  /** What undoes all that it has written so far. */
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
