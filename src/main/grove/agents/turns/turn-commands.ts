import type { CommandAnswer } from '../../../../core/commands/answer-text.ts';
import { isAboutSnapshot, isNoteOnText } from '../../../../core/commands/command.ts';
import {
  type CommandError,
  commandError,
  formatCommandError,
  notEnabled,
} from '../../../../core/commands/command-error.ts';
import type { TypedCommand } from '../../../../core/commands/commands-only.ts';
import { inOneLine } from '../../../../core/commands/quote-text.ts';
import { getTool, type OutcomeKind } from '../../../../core/commands/tools.ts';
import type { CommandWithResult } from '../../../../core/context/results.ts';
import type { TreeId } from '../../../../core/ids.ts';
import type { SuggestionText } from '../../../../core/proposals/proposal.ts';
import type { JsonValue } from '../../../../core/provenance/canonical-json.ts';
import {
  type Agent,
  type Permission,
  type PermissionName,
  permissionOf,
} from '../../../../core/tree/agent.ts';
import type { CardAnswer, PermissionCard } from '../../../../ipc/wire/turn.ts';
import type { TextRef } from '../../../store/tree/find-unsent.ts';
import {
  type CommandResult,
  type CommandRunner,
  type PlannedCommand,
  wouldDoMore,
} from '../command-runner.ts';
import { lineOf, TurnActions, type TurnActionsOptions } from './turn-actions.ts';
import type { TurnUse } from './turn-use.ts';

/** Commands refused before other requests are answered. */
const REFUSED_AT_ONCE = 100;

/** Outcomes that are nodes of their own. */
const NODES: ReadonlySet<OutcomeKind | undefined> = new Set(['texts', 'notes', 'versions']);

/** The longest words of a person that a denied command repeats, in UTF-16 code units. */
const MAX_WORDS = 1_000;

export interface TurnCommandsOptions extends TurnActionsOptions {
  /** The agent with its present permissions. */
  agent(): Agent;
  readonly runner: CommandRunner;
  readonly use: TurnUse;
  readonly signal: AbortSignal;
  /** The card is new, or was answered. */
  onCard(): void;
  /** A command was carried out. */
  onProgress(): void;
}

/** A command's result, as the agent is sent it. */
export interface LineResult extends CommandWithResult {
  readonly command: JsonValue;
  /** The tree that it acted on. */
  readonly treeId: TreeId;
  /** The agent was permitted to read documents. */
  readonly readsDocuments: boolean;
  /** The texts that it may have words of. */
  readonly shown: readonly TextRef[];
}

/** A person's decision on a command that needs permission. */
type Decision = { readonly allowed: 'once' | 'turn' } | { readonly denied: string };

/** Carries out the commands of a turn, batch by batch, as its agent's permissions and caps allow. */
export class TurnCommands {
  readonly actions: TurnActions;
  readonly #options: TurnCommandsOptions;
  /** Permissions granted for the rest of the turn. */
  readonly #allowed = new Set<PermissionName>();
  #cards = 0;
  #card: PermissionCard | null = null;
  #answer: ((answer: CardAnswer) => void) | undefined;

  constructor(options: TurnCommandsOptions) {
    this.#options = options;
    this.actions = new TurnActions(options);
  }

  /** The open question to a person; null while nothing waits for an answer. */
  get card(): PermissionCard | null {
    return this.#card;
  }

  /** @returns false if nothing waits for this answer */
  answer(card: number, answer: CardAnswer): boolean {
    if (this.#card?.card !== card || this.#answer === undefined) return false;
    this.#answer(answer);
    return true;
  }

  /**
   * Carries out a batch in order, after asking for what needs permission; records what each command did. Once the signal
   * is aborted, or the time is over, the rest is recorded as not carried out.
   * @param callOrdinal the call whose answer they are in
   */
  async run(batch: readonly TypedCommand[], callOrdinal: number): Promise<readonly LineResult[]> {
    const { runner, use, signal } = this.#options;
    const planned = await this.#plan(batch);
    const decisions = await this.#ask(batch, planned);
    const results: LineResult[] = [];
    for (const [index, typed] of batch.entries()) {
      if (signal.aborted || use.timeLeft === 0) {
        this.actions.skip([typed], callOrdinal);
        continue;
      }
      const decision = decisions.get(index) ?? null;
      const readsDocuments = this.#permits('doc_read') !== 'never';
      const refusal = this.#refusalOf(typed, planned[index], decision);
      const { command = null } = planned[index] ?? {};
      this.actions.begin({ typed, callOrdinal, approval: approvalOf(decision), command });
      const result =
        refusal === null
          ? await runner.run(typed, this.#applies(planned[index], decision))
          : refused(planned[index], refusal);
      if (typed.kind === 'command') use.add('commands', 1);
      use.add('nodes', result.written?.nodes ?? 0);
      use.add('continuations', result.written?.continuations ?? 0);
      this.actions.end(result);
      const about = {
        command: result.command as JsonValue,
        treeId: result.written?.treeId ?? this.#options.actsOn,
        readsDocuments,
        shown: result.shown,
      };
      if (typed.kind === 'command') results.push({ line: typed.line, text: result.text, ...about });
      // An answer may have thousands of commands that there is no room for.
      const isOver = refusal === LIMITS.commands;
      if (!isOver) this.#options.onProgress();
      // Other requests are answered in between.
      if (!isOver || index % REFUSED_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    this.actions.flush();
    return results;
  }

  /** Plans the commands that the turn has room for: the others are refused, whatever their effect. */
  #plan(batch: readonly TypedCommand[]): Promise<readonly PlannedCommand[]> {
    const { runner, use } = this.#options;
    let left = use.left().commands;
    const end = batch.findIndex(({ kind }) => kind === 'command' && --left < 0);
    return runner.plan(end < 0 ? batch : batch.slice(0, end));
  }

  /** A person's decisions on the commands that need permission, by index. */
  async #ask(
    batch: readonly TypedCommand[],
    planned: readonly PlannedCommand[],
  ): Promise<ReadonlyMap<number, Decision>> {
    const decisions = new Map<number, Decision>();
    let shown = planned;
    let waiting = this.#needPermission(planned);
    while (waiting.length > 0) {
      const answer = await this.#show(batch, shown, waiting, shown !== planned);
      if (answer === null) return decisions;
      if (answer.kind === 'deny') {
        for (const index of waiting) decisions.set(index, { denied: answer.words });
        return decisions;
      }
      const chosen = waiting.filter((index) => answer.lines.includes(this.actions.ordinal + index));
      for (const index of waiting) if (!chosen.includes(index)) decisions.set(index, { denied: '' });
      // Waiting grants nothing: its effect by now may be more than the card showed.
      const before = shown;
      shown = await this.#plan(batch);
      if (!chosen.some((index) => wouldDoMore(before[index], shown[index]))) {
        for (const index of chosen) {
          const one = planned[index];
          const permission = one === undefined ? null : this.#askedFor(one);
          if (answer.forTurn && permission !== null) this.#allowed.add(permission);
          decisions.set(index, { allowed: answer.forTurn ? 'turn' : 'once' });
        }
        return decisions;
      }
      waiting = chosen;
    }
    return decisions;
  }

  /** The indexes of the commands that need a person's permission. */
  #needPermission(planned: readonly PlannedCommand[]): readonly number[] {
    const left = this.#options.use.left().commands;
    return planned.flatMap((one, index) => {
      const isAsked = index < left && one.error === null && this.#askedFor(one) !== null;
      return isAsked ? [index] : [];
    });
  }

  /** The permission to ask a person for; null if no question is needed, whether it is granted or not. */
  #askedFor({ permission, appliedEffect }: PlannedCommand): PermissionName | null {
    if (permission === null || this.#permits(permission) === 'never') return null;
    if (appliedEffect !== null) {
      // The writer must accept what is only proposed.
      if (this.#permits('edit_apply') === 'never') return null;
      // Permission to make changes includes permission to propose them.
      if (this.#permits('edit_apply') === 'ask') return 'edit_apply';
      // A permission for the rest of the turn does not extend to the writer's documents.
      if (this.#allowed.has('edit_apply') && permission !== 'doc_write') return null;
    }
    return this.#permits(permission) === 'ask' ? permission : null;
  }

  /** The agent's permission for the rest of the turn. */
  #permits(permission: PermissionName): Permission {
    const permitted = permissionOf(this.#options.agent(), permission);
    // A permission withdrawn during the turn no longer holds.
    return permitted !== 'never' && this.#allowed.has(permission) ? 'allow' : permitted;
  }

  /** A command's effect, in the words of the card. */
  #effectOf({ effect, appliedEffect }: PlannedCommand): string {
    return appliedEffect === null || this.#permits('edit_apply') === 'never' ? effect : appliedEffect;
  }

  /** Returns true if a command's proposal is accepted on arrival. */
  #applies(planned: PlannedCommand | undefined, decision: Decision | null): boolean {
    if (planned === undefined || planned.appliedEffect === null) return false;
    const permitted = this.#permits('edit_apply');
    return permitted === 'allow' || (permitted === 'ask' && decision !== null && 'allowed' in decision);
  }

  /** Shows a card and waits. @returns null if the turn was stopped meanwhile */
  async #show(
    batch: readonly TypedCommand[],
    planned: readonly PlannedCommand[],
    waiting: readonly number[],
    hasGrown: boolean,
  ): Promise<CardAnswer | null> {
    const { use, signal, onCard } = this.#options;
    const lines = waiting.flatMap((index) => {
      const one = planned[index];
      const permission = one === undefined ? null : this.#askedFor(one);
      const typed = batch[index];
      if (one === undefined || typed === undefined || permission === null) return [];
      const { changes, place } = one;
      const shown = { effect: this.#effectOf(one), changes: changes.map(cutChange), place };
      return [{ ordinal: this.actions.ordinal + index, line: lineOf(typed), ...shown, permission }];
    });
    this.#cards += 1;
    this.#card = { card: this.#cards, lines, hasGrown };
    use.pause();
    onCard();
    const answer = await this.#untilAnswered(signal);
    this.#card = null;
    this.#answer = undefined;
    use.resume();
    onCard();
    return answer;
  }

  #untilAnswered(signal: AbortSignal): Promise<CardAnswer | null> {
    return new Promise((resolve) => {
      const onAbort = () => resolve(null);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      this.#answer = (answer) => {
        signal.removeEventListener('abort', onAbort);
        resolve(answer);
      };
    });
  }

  /** Why a command is not carried out; null if it may be. */
  #refusalOf(
    typed: TypedCommand,
    planned: PlannedCommand | undefined,
    decision: Decision | null,
  ): CommandError | null {
    if (typed.kind === 'thought') return null;
    const { use } = this.#options;
    const left = use.left();
    if (left.commands < 1) return LIMITS.commands;
    const { command = null, permission = null, error = null } = planned ?? {};
    if (command === null || permission === null) return null;
    const asked = planned === undefined ? null : this.#askedFor(planned);
    const permitted = this.#permits(permission);
    // Without permission to make changes, they are still proposed.
    const isEnough = asked === null || asked === 'edit_apply';
    const allowed = permitted === 'never' ? 'never' : isEnough ? 'allow' : 'ask';
    if (allowed === 'never') return notEnabled(permission);
    // No permission was asked for commands that would be refused anyway.
    if (allowed === 'ask' && decision === null && error !== null) return error;
    if (allowed === 'ask' && (decision === null || 'denied' in decision)) return denial(decision);
    if (command.verb === 'continue' && command.count > left.continuations)
      return limit(`${left.continuations} continuations are left in this turn`);
    const isNote = isAboutSnapshot(command) && isNoteOnText(command);
    const writes = isNote || NODES.has(getTool(command.verb).outcome);
    return writes && left.nodes < 1 ? LIMITS.nodes : null;
  }
}

/** Length shown of each side of a change, in UTF-16 code units. */
const MAX_SHOWN = 4_000;

function cutChange({ removed, inserted, before, after }: SuggestionText): SuggestionText {
  const cut = (text: string) =>
    text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()} …`;
  return { removed: cut(removed), inserted: cut(inserted), before: cut(before), after: cut(after) };
}

function approvalOf(decision: Decision | null): string | null {
  if (decision === null) return null;
  return 'denied' in decision ? 'denied' : decision.allowed;
}

function refused(planned: PlannedCommand | undefined, error: CommandError): CommandResult {
  return {
    text: formatCommandError(error),
    error,
    command: planned?.command ?? null,
    shown: planned?.shown ?? [],
    written: null,
  };
}

function denial(decision: Decision | null): CommandError {
  const words = decision !== null && 'denied' in decision ? inOneLine(decision.denied, MAX_WORDS) : '';
  return commandError(
    'PERMISSION_DENIED',
    words === '' ? 'the human said no' : `the human said no: ${words}`,
  );
}

function limit(sentence: string): CommandError {
  return commandError('LIMIT_EXCEEDED', sentence, 'say what is left to do; the human can go on');
}

const LIMITS = {
  commands: limit('no commands are left in this turn'),
  nodes: limit('no nodes, versions or notes are left in this turn'),
} as const;

/** The commands and thoughts of an answer, in order. */
export function commandsIn(answer: CommandAnswer | null): readonly TypedCommand[] {
  return (answer?.parts ?? []).flatMap((part) => (part.kind === 'prose' ? [] : [part]));
}
