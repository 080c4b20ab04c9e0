import { commandsOnly, type TypedCommand } from '../../../core/commands/commands-only.ts';
import { concatSpans, sliceSpans } from '../../../core/text/span.ts';
import type { CommandOutcome } from '../../../ipc/wire/command-outcome.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { createStore, type Store } from '../store.ts';
import type { TurnStarts } from '../tree/turn-starts.ts';
import type { Conversation } from './conversation.ts';
import { replaceAll } from './text-box.ts';

export type { CommandOutcome };

/** The commands in the composer, and the results of the last that ran. */
export interface TypedCommandsState {
  /** Number of commands in the composer; null if it is a message. */
  readonly count: number | null;
  /** The composer has words that the writer did not type: then only the button runs its commands. */
  readonly isPasted: boolean;
  readonly isRunning: boolean;
  readonly outcomes: readonly CommandOutcome[];
}

/** Commands that the writer types instead of a message (`agents.md`, *Where it talks*). Reports its own failures. */
export class TypedCommands {
  readonly #scope: TreeScope;
  readonly #conversation: Conversation;
  readonly #turns: Pick<TurnStarts, 'findTarget' | 'findTopicPlace' | 'goTo' | 'onCommandsRun'>;
  readonly #state;

  constructor(
    scope: TreeScope,
    conversation: Conversation,
    turns: Pick<TurnStarts, 'findTarget' | 'findTopicPlace' | 'goTo' | 'onCommandsRun'>,
  ) {
    this.#scope = scope;
    this.#conversation = conversation;
    this.#turns = turns;
    const { composer } = conversation;
    this.#state = createStore<TypedCommandsState>({
      count: countIn(composer.content.text),
      // Text left by an earlier window may have been pasted there.
      isPasted: !composer.isBlank,
      isRunning: false,
      outcomes: [],
    });
  }

  get state(): Store<TypedCommandsState> {
    return this.#state;
  }

  /** The composer's text may have changed. */
  update(): void {
    const { composer } = this.#conversation;
    const { count, isPasted } = this.#state.get();
    const next = { count: countIn(composer.content.text), isPasted: isPasted && !composer.isBlank };
    if (next.count !== count || next.isPasted !== isPasted) this.#set(next);
  }

  /** Text came into the composer otherwise than by typing. */
  onPasted(): void {
    if (!this.#state.get().isPasted && !this.#conversation.composer.isBlank) this.#set({ isPasted: true });
  }

  /** True if Enter may run the composer's commands. */
  get mayRunWithKey(): boolean {
    return !this.#state.get().isPasted;
  }

  /**
   * Carries out the composer's commands and shows their results: in the topic from where the writer is there or, without
   * a topic, from the end of the path. The composer keeps those that were refused.
   */
  async run(): Promise<void> {
    const { client, treeId, path, notices } = this.#scope;
    if (this.#conversation.isComposing()) {
      this.#conversation.afterComposing(() => void this.run());
      return;
    }
    const { text } = this.#conversation.composer.content;
    const commands = commandsOnly(text);
    if (commands === null || this.#state.get().isRunning) return;
    this.#set({ isRunning: true });
    try {
      await this.#scope.draft.flush();
      const target = this.#turns.findTarget(treeId);
      const at = target === treeId ? path.headId : this.#turns.findTopicPlace(treeId);
      const outcomes = await client.call('message.runCommands', { treeId, at, text });
      this.#turns.onCommandsRun(treeId);
      this.#keep(text, commands, outcomes);
      this.#set({ outcomes });
    } catch (error) {
      notices.report(error);
    } finally {
      this.#set({ isRunning: false });
    }
  }

  /** Closes the results. @returns false if there were none */
  dismiss(): boolean {
    if (this.#state.get().outcomes.length === 0) return false;
    this.#set({ outcomes: [] });
    return true;
  }

  /** Goes to what an id in a result names. */
  async goTo(localId: string): Promise<void> {
    const { treeId } = this.#scope;
    await this.#turns.goTo(treeId, localId);
  }

  /** Removes carried out commands from the composer, unless it has another text by now. */
  #keep(text: string, commands: readonly TypedCommand[], outcomes: readonly CommandOutcome[]): void {
    const { composer } = this.#conversation;
    const { content } = composer;
    const refused = commands.filter((_, at) => outcomes[at]?.isRefused !== false);
    if (content.text !== text || refused.length === commands.length) return;
    const ranges = refused.map(({ from, to }) => ({ from, to: Math.min(to + 1, text.length) }));
    const unread = Math.min((commands.at(-1)?.to ?? 0) + 1, text.length);
    if (text.slice(unread).trim() !== '') ranges.push({ from: unread, to: text.length });
    const kept = {
      text: ranges.map(({ from, to }) => text.slice(from, to)).join(''),
      spans: concatSpans(...ranges.map(({ from, to }) => sliceSpans(content.spans, from, to))),
    };
    this.#conversation.onTyped(composer, [replaceAll(content, kept)], kept);
    composer.editor?.setContent(kept);
  }

  #set(changed: Partial<TypedCommandsState>): void {
    this.#state.set({ ...this.#state.get(), ...changed });
  }
}

function countIn(text: string): number | null {
  return commandsOnly(text)?.length ?? null;
}
