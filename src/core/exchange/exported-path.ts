import type { BookMarks } from '../book/book-marks.ts';
import type { BookSettings } from '../book/book-settings.ts';
import type { AgentId } from '../ids.ts';
import type { SpannedText, TextRange } from '../text/span.ts';
import type { Agent } from '../tree/agent.ts';

export type PathAuthor = Pick<Agent, 'id' | 'name' | 'type' | 'modelRef' | 'color'>;

/** The form of a book whose text is bound (`bindBook`). */
export interface BoundBook {
  readonly settings: BookSettings;
  /** Offsets at which its parts begin that start a page, in UTF-16 code units of the text. */
  readonly pages: readonly number[];
  /** The text between front and back matter. */
  readonly story: TextRange;
}

/** Facts of a story that a book states besides its text. */
export interface BookFacts {
  /** The tree's id, which names the book if its settings have no name. */
  readonly id: string;
  /** The time of the newest passage, in ISO 8601 to the second: `2026-11-30T12:00:00Z`. */
  readonly modified: string;
}

/** A message of a conversation, as a range of the whole text in UTF-16 code units. */
export interface ExportedMessage {
  /** The name of whose words it is. */
  readonly speaker: string;
  readonly from: number;
  readonly to: number;
}

/** The text on the screen and its authors: every node of the path with its pending edit, then the working buffer. */
export interface ExportedPath extends SpannedText {
  /** The title of the tree. */
  readonly title: string;
  /** The writer named the tree; otherwise the title is the first words of the text. */
  readonly named: boolean;
  /** The writer, whose text has the ink colour. */
  readonly writerId: AgentId;
  /** All agents of the grove, including those who wrote nothing of this text; those are not listed on the page. */
  readonly authors: readonly PathAuthor[];
  /** The book that the text is bound as; absent for a conversation, and while nothing is set. */
  readonly book?: BoundBook;
  /** Absent for a conversation. */
  readonly facts?: BookFacts;
  /** Chapters of the book, or less: it has no title page. */
  readonly isPart?: boolean;
  /** Absent unless they go out. */
  readonly marks?: BookMarks;
  /** The messages of a conversation, in order; null for a manuscript. */
  readonly messages: readonly ExportedMessage[] | null;
}
