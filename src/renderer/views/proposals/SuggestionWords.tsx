import type { Suggestion } from '../../session/proposals/proposal-state.ts';
import { ChangedWords } from '../node/WordDiff.tsx';
import styles from './SuggestionWords.module.css';

/** Length of the sentences around a change on either side, in UTF-16 code units. */
const CONTEXT = 48;

export interface SuggestionWordsProps {
  readonly suggestion: Pick<Suggestion, 'before' | 'after' | 'removed' | 'inserted'>;
}

/** A suggestion's change, word by word, with the words around it. */
export function SuggestionWords({ suggestion: { before, after, removed, inserted } }: SuggestionWordsProps) {
  const head = endOf(before);
  const tail = beginningOf(after);
  return (
    <span className={styles.words} dir="auto">
      <ChangedWords oldText={head + removed + tail} newText={head + inserted + tail} />
    </span>
  );
}

/** Cut at white space, so that no surrogate pair is divided. */
function endOf(text: string): string {
  return text.length <= CONTEXT ? text : `…${text.slice(-CONTEXT).replace(/^\S+/u, '')}`;
}

function beginningOf(text: string): string {
  return text.length <= CONTEXT ? text : `${text.slice(0, CONTEXT).replace(/\S+$/u, '')}…`;
}
