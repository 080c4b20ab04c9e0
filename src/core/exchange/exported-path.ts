import type { SpannedText } from '../buffer/draft.ts';
import type { AgentId } from '../ids.ts';
import type { Agent } from '../tree/agent.ts';

export type PathAuthor = Pick<Agent, 'id' | 'name' | 'type' | 'modelRef' | 'color'>;

/** The text on the screen with who wrote it: every node of the path with what is typed into it, then the working buffer. */
export interface ExportedPath extends SpannedText {
  /** The tree's. */
  readonly title: string;
  /** Whether somebody gave it; else it is the first words of the text. */
  readonly named: boolean;
  /** Whose text looks like ink. */
  readonly writerId: AgentId;
  /** Everyone of the grove: those who wrote nothing of this text are not named in it. */
  readonly authors: readonly PathAuthor[];
}
