import { CONFLICT, CONFLICT_TEXTS, NO_TEXT } from '../../../ui-text/suggestions/deciding.ts';
import type { ConflictTexts as Texts } from '../../session/proposals/proposal-session.ts';
import { type Suggestion, textWith } from '../../session/proposals/proposal-state.ts';
import { ChangedWords } from '../node/WordDiff.tsx';
import styles from './ConflictTexts.module.css';

export interface ConflictTextsProps {
  readonly texts: Texts;
  readonly suggestion: Suggestion;
}

/** The sentences of a suggestion as its agent saw them, as they stand now, and as the agent would have them. */
export function ConflictTexts({ texts: { was, yours }, suggestion }: ConflictTextsProps) {
  const suggested = textWith(suggestion, suggestion.inserted);
  return (
    <>
      <p className={styles.sentence}>{CONFLICT}</p>
      <dl className={styles.texts}>
        <dt>{CONFLICT_TEXTS.was}</dt>
        <dd dir="auto">{orNothing(was)}</dd>
        <dt>{CONFLICT_TEXTS.yours}</dt>
        <dd dir="auto">
          {yours.trim() === '' ? orNothing(yours) : <ChangedWords oldText={was} newText={yours} />}
        </dd>
        <dt>{CONFLICT_TEXTS.suggested}</dt>
        <dd dir="auto">
          {suggested.trim() === '' ? (
            orNothing(suggested)
          ) : (
            <ChangedWords oldText={was} newText={suggested} />
          )}
        </dd>
      </dl>
    </>
  );
}

function orNothing(text: string) {
  return text.trim() === '' ? <em>{NO_TEXT}</em> : text;
}
