import type { AgentId } from '../ids.ts';
import type { SpannedText } from '../text/span.ts';
import type { Agent } from '../tree/agent.ts';

export type PathAuthor = Pick<Agent, 'id' | 'name' | 'type' | 'modelRef' | 'color'>;

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
  /** The messages of a conversation, in order; null for a manuscript. */
  readonly messages: readonly ExportedMessage[] | null;
}
