import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useAppSession, useOpenTree, useStore } from '../../session/hooks.ts';
import { MOST_PLACES, type SearchResult, type SearchState } from '../../session/tree/search-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { Button } from '../../ui/Button.tsx';
import { formatTime } from '../node/format-node.ts';
import { limitsSet } from './Limits.tsx';
import styles from './Search.module.css';
import { sayWhere } from './say-where.ts';

export interface PlacesProps {
  readonly id: string;
  readonly grove: ShownGrove;
  readonly state: SearchState;
  optionId(index: number): string;
  onKeyDown(event: KeyboardEvent): void;
}

/** What was found, each place in its branch, and how many places that are. */
export function Places({ id, grove, state, optionId, onKeyDown }: PlacesProps) {
  const { search } = useAppSession();
  const tree = useOpenTree();
  useStore(tree.path.mirror);
  const { places, active, query, error } = state;
  const activeId = active < 0 ? undefined : optionId(active);

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  return (
    <div className={styles.found}>
      <p className={styles.count} aria-live="polite">
        {sayCount(state)}
      </p>
      {error !== null && <p className={styles.words}>{error.sentence}</p>}
      {places?.length === 0 && (
        <div className={styles.words}>
          <p>All words must be there; the last may be a beginning. Quotes keep words together.</p>
          {limitsSet(query) > 0 && (
            <Button
              look="quiet"
              onClick={() =>
                search.look({
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
      {places !== null && places.length > 0 && (
        <div
          id={id}
          className={styles.places}
          role="listbox"
          aria-label="Places"
          aria-activedescendant={activeId}
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          {places.map((place, index) => (
            <Place
              key={place.nodeId}
              id={optionId(index)}
              place={place}
              grove={grove}
              // Over the grove a place says which tree it is in.
              title={query.where === 'grove' ? (titleOf(grove, place) ?? '') : null}
              where={sayWhere(tree, place)}
              isActive={index === active}
              onChoose={() => void search.goTo(place)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function sayCount({ places, complete, isSlow, error }: SearchState): string {
  if (isSlow) return 'Searching…';
  if (error !== null || places === null) return '';
  if (places.length >= MOST_PLACES && !complete) return `More than ${MOST_PLACES} places`;
  const count =
    places.length === 0 ? 'Nothing found' : places.length === 1 ? '1 place' : `${places.length} places`;
  return complete ? count : `${count} so far; there may be more`;
}

function titleOf(grove: ShownGrove, { treeId }: SearchResult): string | undefined {
  return grove.trees.find((tree) => tree.id === treeId)?.title;
}

interface PlaceProps {
  readonly id: string;
  readonly place: SearchResult;
  readonly grove: ShownGrove;
  /** Null where all places are of the tree that is shown. */
  readonly title: string | null;
  /** Where it is, seen from the text that is shown. */
  readonly where: string;
  readonly isActive: boolean;
  onChoose(): void;
}

function Place({ id, place, grove, title, where, isActive, onChoose }: PlaceProps) {
  const agent = findAgent(grove, place.authorId);
  const { before, noteOn, pruned } = place;
  const isNote = noteOn !== null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field and the listbox around it take the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of whichever has the focus names it
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
      {isNote && before !== '' && <p className={styles.noted}>On “{endOf(before.trim())}”</p>}
      <p className={styles.text}>
        {!isNote && before !== '' && !place.snippet.startsWith('…') && (
          <span className={styles.before}>{endOf(before)}</span>
        )}
        {marked(place)}
      </p>
      <p className={styles.about}>
        <span className={styles.author}>{agent?.name ?? 'Unknown'}</span>
        {where !== '' && <span className={styles.where}>{where}</span>}
        {isNote && <span className={styles.sign}>Note</span>}
        {pruned && <span className={styles.sign}>{isNote ? 'Removed' : 'Pruned'}</span>}
        <span className={styles.time}>{formatTime(place.createdAt)}</span>
      </p>
    </div>
  );
}

/** How much of what comes before is shown, in code points. */
const SHOWN_BEFORE = 60;

function endOf(text: string): string {
  const points = [...text];
  if (points.length <= SHOWN_BEFORE) return text;
  const end = points.slice(-SHOWN_BEFORE).join('');
  // From a word on, where there are spaces between words.
  return `…${end.replace(/^\S{0,20}\s+/, '')}`;
}

/** The snippet with what was found marked. */
function marked({ snippet, highlights }: SearchResult): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to } of highlights) {
    parts.push(snippet.slice(at, from), <mark key={from}>{snippet.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, snippet.slice(at)];
}
