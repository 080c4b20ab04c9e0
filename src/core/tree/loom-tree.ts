import type { BookSettings } from '../book/book-settings.ts';
import type { Dimension } from '../history/history.ts';
import type { PositionId, TreeId } from '../ids.ts';
import type { LoreBook, LoreEntry } from '../lore/lore-entry.ts';

/** Fixed at creation (`domain.md`, *Words*). */
export type TreeMode = 'buffer' | 'dialogue';

/** A tree's purpose, fixed at creation (`documents.md`): a document is in buffer mode, and its text is Markdown. */
export type TreeKind = 'story' | 'document';

/** Treatment of text that exceeds the context window of the model (`generation.md`, *Context*). */
export type TruncationStrategy = 'truncateMiddle' | 'rollingWindow' | 'stopAtLimit';

/** The default strategy. */
export const TRUNCATION: TruncationStrategy = 'truncateMiddle';
/** Sends the messages of a conversation with their authors' names, or not (`dialogue.md`, *Context*). */
export type NameSetting = 'auto' | 'always' | 'never';

/** By default, with more than one author besides the agent that is asked. */
export const NAMES: NameSetting = 'auto';
/** The default number of paragraphs after the author's note. At the very end, models would continue the note. */
export const AUTHORS_NOTE_DEPTH = 3;

/** The most tokens of a continuation if neither the tree nor its agent sets them. */
export const USUAL_MAX_TOKENS = 50;
/** The same of a reply in a conversation: about three hundred words. */
export const USUAL_REPLY_TOKENS = 400;

/** A language that the spelling is checked in. */
export type SpellingLanguage = 'en-US' | 'en-GB' | 'nl';

/** Settings that a tree stores for its writer; every field is optional (`generation.md`, *Context*). */
export interface TreeSettings {
  /** The title follows the first words of the text until the writer names the tree. */
  readonly titleFrom?: 'text';
  readonly memory?: string;
  readonly authorsNote?: string;
  /** Paragraphs (in a conversation, messages) from the end at which the author's note is inserted. */
  readonly authorsNoteDepth?: number;
  readonly truncation?: TruncationStrategy;
  /** Only in a conversation. */
  readonly names?: NameSetting;
  /** The one agent used before a tree could have several; `agentIds` overrides it. */
  readonly agentId?: string;
  /** The language its spelling is checked in; by default the writer's own on this computer. */
  readonly language?: SpellingLanguage;
  /** The agents to ask, each for `count` continuations. */
  readonly agentIds?: readonly string[];
  /** The agents reply one after another, each to the one before (`dialogue.md`, *Replies*). Only in a conversation. */
  readonly inTurn?: boolean;
  /** A preset on the computer that wrote this; null for none. */
  readonly presetId?: string | null;
  /** Continuations requested at once, 1 to 10. */
  readonly count?: number;
  readonly maxTokens?: number;
  /**
   * Agents act from the writer's place in the topic (`agents.md`, *A turn*); true by default. Only in a conversation
   * about a manuscript.
   */
  readonly followsWriter?: boolean;
  /**
   * Sends every requested agent the text around the writer's place; by default, as in conversations older than this
   * setting, only those that act there. Only in a conversation about a manuscript.
   */
  readonly sendsTopic?: boolean;
  /** The book that a story becomes; only in a manuscript. */
  readonly book?: BookSettings;
  /** The lore that a document is (`lore.md`); only in a document. */
  readonly lore?: readonly LoreEntry[];
  /** The values of a story's lore; a conversation about a story goes by the story's. */
  readonly loreBook?: LoreBook;
  /** The words that the story should have, and the day by which, as `2027-03-01` (`scenes.md`, *Targets*). */
  readonly targets?: StoryTarget;
  /** Text that was written until then was imported, and is not counted as progress. Milliseconds since 1970 UTC. */
  readonly importedAt?: number;
  /** Retention of the time line's layers (`layers.md`, *Dimensions and roll-off*); only in a manuscript. */
  readonly history?: HistorySettings;
}

export interface StoryTarget {
  /** 0 for no target. */
  readonly words: number;
  readonly by?: string;
}

/** By dimension; a dimension that is not named keeps its default. */
export interface HistorySettings {
  /** In milliseconds; null for ever. */
  readonly ttl?: Readonly<Partial<Record<Dimension, number | null>>>;
  readonly rolloff?: Readonly<Partial<Record<Dimension, Rolloff | null>>>;
}

/** Upper limits of a dimension. */
export interface Rolloff {
  readonly maxDeltas: number;
  /** In bytes, as stored. */
  readonly maxSize: number;
}

/** One branching exploration. */
export interface LoomTree {
  readonly id: TreeId;
  readonly title: string;
  readonly description: string | null;
  readonly summary: string | null;
  readonly rootPositionId: PositionId;
  readonly mode: TreeMode;
  readonly kind: TreeKind;
  /** The manuscript that a conversation is about (`agents.md`, *Where it talks*); fixed at creation. */
  readonly topicTreeId: TreeId | null;
  readonly systemContext: string | null;
  readonly settings: TreeSettings;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
}
