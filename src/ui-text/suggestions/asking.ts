/** The texts of *Ask for an edit…* (`edits.md`). */
import { countOf } from '../plural.ts';

export const ASK_BAR = 'Ask for an edit';
export const ASK_PLACEHOLDER = 'What should be changed?';
export const ASK_AGENT = 'Agent';
export const ASK_SCOPE = 'How much of the text';
export const ASK = 'Ask';

export const SCOPES = { selection: 'Selection', chapter: 'Chapter', all: 'All' } as const;

export const NO_EDITING_AGENT =
  'No agent here takes instructions. Add one whose style is “chat” in the settings, or set the style of one you have.';
export const NO_INSTRUCTION = 'Say what should be changed.';

/** The phase of a request for an edit. */
export function askPhase(agent: string, phase: keyof typeof PHASES, received: number): string {
  const words = PHASES[phase];
  return `${agent} ${words}${phase === 'answering' && received > 0 ? ` (${countOf(received, 'character')})` : ''}`;
}

const PHASES = {
  waiting: 'is reading the text …',
  answering: 'is writing the edit …',
  again: 'is trying again: the first edit did not fit …',
} as const;
