import type { PositionId, TreeId } from '../ids.ts';

/** Fixed at creation (`domain.md`, *Words*). */
export type TreeMode = 'buffer' | 'dialogue';

/** What becomes of text that does not fit what a model reads (`generation.md`, *Context*). */
export type TruncationStrategy = 'truncateMiddle' | 'rollingWindow' | 'stopAtLimit';

/** Where a tree does not say. */
export const TRUNCATION: TruncationStrategy = 'truncateMiddle';
/** Paragraphs after the author's note where a tree sets no number: right at the end, models would continue the note. */
export const AUTHORS_NOTE_DEPTH = 3;

/** What a tree remembers for its writer; every part is optional (`generation.md`, *Context*). */
export interface TreeSettings {
  /** The title is the first words of the text, and follows them until the writer names the tree. */
  readonly titleFrom?: 'text';
  readonly memory?: string;
  readonly authorsNote?: string;
  /** How many paragraphs from the end the author's note stands. */
  readonly authorsNoteDepth?: number;
  readonly truncation?: TruncationStrategy;
  /** Who was asked before several could be; `agentIds` counts before it. */
  readonly agentId?: string;
  /** Who is asked, each for `count`. */
  readonly agentIds?: readonly string[];
  /** A preset of the computer that wrote this; null for none. */
  readonly presetId?: string | null;
  /** Continuations asked for at once, 1 to 10. */
  readonly count?: number;
  readonly maxTokens?: number;
}

/** One branching exploration. */
export interface LoomTree {
  readonly id: TreeId;
  readonly title: string;
  readonly description: string | null;
  readonly summary: string | null;
  readonly rootPositionId: PositionId;
  readonly mode: TreeMode;
  readonly systemContext: string | null;
  readonly settings: TreeSettings;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
}
