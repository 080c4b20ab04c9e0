import { commandsOnly, type TypedCommand } from '../../../core/commands/commands-only.ts';
import { concatSpans, sliceSpans } from '../../../core/text/span.ts';
import type { CommandOutcome } from '../../../ipc/wire/turn.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { createStore, readableOf } from '../store.ts';
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
export function createTypedCommands(
  { client, treeId, path, notices, draft }: TreeScope,
  conversation: Conversation,
  turns: Pick<TurnStarts, 'findTarget' | 'findTopicPlace' | 'goTo' | 'onCommandsRun'>,
) {
  const { composer } = conversation;
  const state = createStore<TypedCommandsState>({
    count: countIn(composer.content.text),
    // Text left by an earlier window may have been pasted there.
    isPasted: !composer.isBlank,
    isRunning: false,
    outcomes: [],
  });

  /**
   * Carries out the composer's commands and shows their results: in the topic from where the writer is there or, without
   * a topic, from the end of the path. The composer keeps those that were refused.
   */
  async function run(): Promise<void> {
    if (conversation.isComposing()) {
      conversation.afterComposing(() => void run());
      return;
    }
    const { text } = conversation.composer.content;
    const commands = commandsOnly(text);
    if (commands === null || state.get().isRunning) return;
    set({ isRunning: true });
    try {
      await draft.flush();
      const target = turns.findTarget(treeId);
      const at = target === treeId ? path.headId : turns.findTopicPlace(treeId);
      const outcomes = await client.call('message.runCommands', { treeId, at, text });
      turns.onCommandsRun(treeId);
      keep(text, commands, outcomes);
      set({ outcomes });
    } catch (error) {
      notices.report(error);
    } finally {
      set({ isRunning: false });
    }
  }

  /** Removes carried out commands from the composer, unless it has another text by now. */
  function keep(text: string, commands: readonly TypedCommand[], outcomes: readonly CommandOutcome[]): void {
    const { composer } = conversation;
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
    conversation.onTyped(composer, [replaceAll(content, kept)], kept);
    composer.editor?.setContent(kept);
  }

  function set(changed: Partial<TypedCommandsState>): void {
    state.set({ ...state.get(), ...changed });
  }

  return {
    run,
    state: readableOf(state),

    /** The composer's text may have changed. */
    update(): void {
      const { composer } = conversation;
      const { count, isPasted } = state.get();
      const next = { count: countIn(composer.content.text), isPasted: isPasted && !composer.isBlank };
      if (next.count !== count || next.isPasted !== isPasted) set(next);
    },

    /** Text came into the composer otherwise than by typing. */
    onPasted(): void {
      if (!state.get().isPasted && !conversation.composer.isBlank) set({ isPasted: true });
    },

    /** True if Enter may run the composer's commands. */
    get mayRunWithKey(): boolean {
      return !state.get().isPasted;
    },

    /** Closes the results. @returns false if there were none */
    dismiss(): boolean {
      if (state.get().outcomes.length === 0) return false;
      set({ outcomes: [] });
      return true;
    },

    /** Goes to what an id in a result names. */
    async goTo(localId: string): Promise<void> {
      await turns.goTo(treeId, localId);
    },
  };
}

export type TypedCommands = ReturnType<typeof createTypedCommands>;

function countIn(text: string): number | null {
  return commandsOnly(text)?.length ?? null;
}
