import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { MAX_RESULTS, type SearchResult, type SearchState } from '../../session/tree/search-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { Button } from '../../ui/Button.tsx';
import { formatTime } from '../node/format-node.ts';
import { formatLocation } from './format-location.ts';
import styles from './Search.module.css';
import { countFilters } from './SearchFilters.tsx';

export interface SearchResultsProps {
  readonly id: string;
  readonly grove: ShownGrove;
  readonly state: SearchState;
  optionId(index: number): string;
  onKeyDown(event: KeyboardEvent): void;
}

/** The results, each with its branch, and how many there are. */
export function SearchResults({ id, grove, state, optionId, onKeyDown }: SearchResultsProps) {
  const { search } = useAppSession();
  const tree = useTreeDesk();
  useStore(tree.path.mirror);
  const { results, active, query, error } = state;
  const activeId = active < 0 ? undefined : optionId(active);

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  return (
    <div className={styles.found}>
      <p className={styles.count} aria-live="polite">
        {formatResultCount(state)}
      </p>
      {error !== null && <p className={styles.words}>{error.sentence}</p>}
      {results?.length === 0 && (
        <div className={styles.words}>
          <p>All words must match; the last may be incomplete. Use quotes to search for a phrase.</p>
          {countFilters(query) > 0 && (
            <Button
              variant="quiet"
              onClick={() =>
                search.setQuery({
                  where: 'grove',
                  by: '',
                  authorIds: null,
                  fromDay: '',
                  toDay: '',
                  bookmarked: false,
                })
              }
            >
              Search without filters
            </Button>
          )}
        </div>
      )}
      {results !== null && results.length > 0 && (
        <div
          id={id}
          className={styles.places}
          role="listbox"
          aria-label="Results"
          aria-activedescendant={activeId}
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          {results.map((result, index) => (
            <ResultOption
              key={result.nodeId}
              id={optionId(index)}
              result={result}
              grove={grove}
              // A search of the whole grove names each result's tree.
              title={query.where === 'grove' ? (titleOf(grove, result) ?? '') : null}
              where={formatLocation(tree, result)}
              isActive={index === active}
              onChoose={() => void search.goTo(result)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function formatResultCount({ results, complete, isSlow, error }: SearchState): string {
  if (isSlow) return 'Searching…';
  if (error !== null || results === null) return '';
  if (results.length >= MAX_RESULTS && !complete) return `More than ${MAX_RESULTS} results`;
  const count =
    results.length === 0 ? 'Nothing found' : results.length === 1 ? '1 result' : `${results.length} results`;
  return complete ? count : `${count} so far; there may be more`;
}

function titleOf(grove: ShownGrove, { treeId }: SearchResult): string | undefined {
  return grove.trees.find((tree) => tree.id === treeId)?.title;
}

interface ResultOptionProps {
  readonly id: string;
  readonly result: SearchResult;
  readonly grove: ShownGrove;
  /** The tree's title; null when only the open tree is searched. */
  readonly title: string | null;
  /** Where the result is, relative to the text on the screen. */
  readonly where: string;
  readonly isActive: boolean;
  onChoose(): void;
}

function ResultOption({ id, result, grove, title, where, isActive, onChoose }: ResultOptionProps) {
  const agent = findAgent(grove, result.authorId);
  const { before, noteOn, pruned } = result;
  const isNote = noteOn !== null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field and the surrounding listbox handle the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the element with the focus names it in aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.place}
      data-kind={isNote ? 'note' : 'text'}
      data-pruned={pruned || undefined}
      data-colour={agent?.type === 'model' ? (agent.color ?? 'blue') : undefined}
      onClick={onChoose}
    >
      {title !== null && <p className={styles.tree}>{title}</p>}
      {isNote && before !== '' && <p className={styles.noted}>On “{tailOf(before.trim())}”</p>}
      <p className={styles.text}>
        {!isNote && before !== '' && !result.snippet.startsWith('…') && (
          <span className={styles.before}>{tailOf(before)}</span>
        )}
        {highlighted(result)}
      </p>
      <p className={styles.about}>
        <span className={styles.author}>{agent?.name ?? 'Unknown'}</span>
        {where !== '' && <span className={styles.where}>{where}</span>}
        {isNote && <span className={styles.sign}>Note</span>}
        {pruned && <span className={styles.sign}>{isNote ? 'Removed' : 'Pruned'}</span>}
        <span className={styles.time}>{formatTime(result.createdAt)}</span>
      </p>
    </div>
  );
}

/** How much preceding text is shown, in code points. */
const MAX_BEFORE = 60;

function tailOf(text: string): string {
  const points = [...text];
  if (points.length <= MAX_BEFORE) return text;
  const end = points.slice(-MAX_BEFORE).join('');
  // Begin at a word, if the script has spaces between words.
  return `…${end.replace(/^\S{0,20}\s+/, '')}`;
}

/** The snippet with its matches marked. */
function highlighted({ snippet, highlights }: SearchResult): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to } of highlights) {
    parts.push(snippet.slice(at, from), <mark key={from}>{snippet.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, snippet.slice(at)];
}
