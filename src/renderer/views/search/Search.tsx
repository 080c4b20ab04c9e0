import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { dateAndTime } from '../../../ui-text/time.ts';
import { notesOnEqualTitles } from '../../../ui-text/tree/equal-titles.ts';
import {
  ANYONE,
  BEING_WRITTEN,
  bestOf,
  FILTER_NAMES,
  FILTERS,
  FIRST_SHOWN,
  HOW_TO_SEARCH,
  nodeAt,
  OTHER_BRANCH,
  onlyNewest,
  onWords,
  placeCount,
  RESULT_SIGNS,
  RESULTS,
  SEARCH,
  SEARCH_ALL,
  SEARCHED_TREES,
  SEARCHING,
  versionAt,
  WITHOUT_FILTERS,
} from '../../../ui-text/window/search.ts';
import type { TreeDesk } from '../../session/desk/tree-desk.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { keyOfHit } from '../../session/tree/find-positions.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import type { SearchQuery, SearchResult, SearchState } from '../../session/window/search-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { useRowWindow } from '../../ui/use-row-window.ts';
import { describeAuthors } from '../use-describe-authors.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import { authorChoices, modelChoices } from './author-choices.ts';
import styles from './Search.module.css';

/** Searches the tree or the grove: a field with filters, and below it the results as the writer types. */
export function Search({ grove }: { readonly grove: ShownGrove }) {
  const { search } = useAppSession();
  const state = useStore(search.state);
  const { query, results, active } = state;
  const [showsFilters, setShowsFilters] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const count = countFilters(query);

  useFocusRequest(search.focusRequest, () => {
    field.current?.focus();
    field.current?.select();
    return true;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const isField = event.target === field.current;
    if (event.key === 'ArrowDown') search.activate(active + 1);
    else if (event.key === 'ArrowUp') search.activate(active - 1);
    else if (event.key === 'PageDown') search.activate(active + 5);
    else if (event.key === 'PageUp') search.activate(active - 5);
    else if (event.key === 'Home' && !isField) search.activate(0);
    else if (event.key === 'End' && !isField) search.activate(Number.POSITIVE_INFINITY);
    else if (event.key === 'Enter') void search.goToActive();
    else if (event.key !== 'Escape') return;
    else if (!search.clear()) search.returnToText();
    else field.current?.focus();
    event.preventDefault();
  };

  const optionId = (index: number) => `${id}-${index}`;
  const hasResults = results !== null && results.length > 0;
  return (
    <>
      <search className={styles.search}>
        <div className={styles.line}>
          <input
            ref={field}
            type="search"
            className={styles.field}
            aria-label={SEARCH}
            aria-controls={hasResults ? `${id}-results` : undefined}
            aria-activedescendant={hasResults && active >= 0 ? optionId(active) : undefined}
            placeholder={SEARCH}
            autoComplete="off"
            spellCheck={false}
            maxLength={1_000}
            value={query.text}
            onChange={(event) => search.setQuery({ text: event.target.value })}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            className={styles.limitsButton}
            aria-expanded={showsFilters}
            aria-controls={showsFilters ? `${id}-limits` : undefined}
            onClick={() => setShowsFilters(!showsFilters)}
          >
            {FILTERS}
            {count > 0 && <span className={styles.set}> {count}</span>}
          </button>
        </div>
        {showsFilters && <SearchFilters id={`${id}-limits`} grove={grove} query={query} />}
      </search>
      {query.text.trim() !== '' && (
        <SearchResults
          id={`${id}-results`}
          grove={grove}
          state={state}
          optionId={optionId}
          onKeyDown={onKeyDown}
        />
      )}
    </>
  );
}

interface SearchResultsProps {
  readonly id: string;
  readonly grove: ShownGrove;
  readonly state: SearchState;
  optionId(index: number): string;
  onKeyDown(event: KeyboardEvent): void;
}

/** The height of most rows, in CSS pixels. */
const ROW_HEIGHT = 96;

/** The places where something was found, those of one text together, and how many there are. */
function SearchResults({ id, grove, state, optionId, onKeyDown }: SearchResultsProps) {
  const { search, trees } = useAppSession();
  const tree = useTreeDesk();
  useStore(tree.path.mirror);
  const { results, active, query, error, cap } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = results ?? [];
  const notes = notesOnEqualTitles(trees.all);
  const rows = useRowWindow({
    count: shown.length,
    scroller,
    estimate: ROW_HEIGHT,
    gap: 0,
    keyOf: (index) => keyAt(shown, index),
  });
  const isDrawn = active >= rows.first && active < rows.end;
  const activeId = isDrawn ? optionId(active) : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when another result is chosen, not when rows move.
  useEffect(() => {
    if (active >= 0) rows.reveal(active);
  }, [active]);

  return (
    <div className={shared.column}>
      <p className={styles.count} aria-live="polite">
        {formatResultCount(state)}
      </p>
      {cap !== null && <CapNote cap={cap} onSearchAll={() => search.setQuery({ thorough: true })} />}
      {error !== null && <p className={styles.words}>{error.sentence}</p>}
      {results?.length === 0 && (
        <div className={styles.words}>
          <p>{HOW_TO_SEARCH}</p>
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
              {WITHOUT_FILTERS}
            </Button>
          )}
        </div>
      )}
      {shown.length > 0 && (
        <div
          id={id}
          ref={scroller}
          className={styles.places}
          role="listbox"
          aria-label={RESULTS}
          aria-activedescendant={activeId}
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          {rows.before > 0 && <div role="presentation" style={{ height: rows.before }} />}
          {shown.slice(rows.first, rows.end).map((result, nth) => {
            const index = rows.first + nth;
            return (
              <ResultOption
                key={keyOfHit(result)}
                id={optionId(index)}
                index={index}
                count={shown.length}
                measure={rows.measure}
                result={result}
                grove={grove}
                isFirst={!isSameText(shown[index - 1], result)}
                isLast={!isSameText(shown[index + 1], result)}
                // A search of the whole grove names each result's tree.
                title={query.where === 'grove' ? (titleOf(grove, result) ?? '') : null}
                note={notes.get(result.treeId)}
                where={formatLocation(tree, result)}
                isActive={index === active}
                onChoose={() => void search.goTo(result)}
              />
            );
          })}
          {rows.after > 0 && <div role="presentation" style={{ height: rows.after }} />}
        </div>
      )}
    </div>
  );
}

function keyAt(results: readonly SearchResult[], index: number): string {
  const result = results[index];
  return result === undefined ? '' : keyOfHit(result);
}

function isSameText(one: SearchResult | undefined, other: SearchResult): boolean {
  return one?.treeId === other.treeId && one.nodeId === other.nodeId && one.typed === other.typed;
}

function formatResultCount({ results, complete, cap, isSlow, error }: SearchState): string {
  if (isSlow) return SEARCHING;
  if (error !== null || results === null) return '';
  return placeCount(results.length, !complete && cap === null);
}

/** The limit on a search, and a remedy. */
function CapNote({
  cap,
  onSearchAll,
}: {
  readonly cap: NonNullable<SearchState['cap']>;
  onSearchAll(): void;
}) {
  if (cap.kind === 'ranked') return <p className={styles.words}>{bestOf(cap.texts)}</p>;
  return (
    <div className={styles.words}>
      <p>{onlyNewest(cap.texts)}</p>
      <Button variant="quiet" onClick={onSearchAll}>
        {SEARCH_ALL}
      </Button>
    </div>
  );
}

function titleOf(grove: ShownGrove, { treeId }: SearchResult): string | undefined {
  return grove.trees.find((tree) => tree.id === treeId)?.title;
}

interface ResultOptionProps {
  readonly id: string;
  readonly index: number;
  readonly count: number;
  measure(element: HTMLElement | null): void;
  readonly result: SearchResult;
  readonly grove: ShownGrove;
  /** The result before it is in another text. */
  readonly isFirst: boolean;
  /** The result after it is in another text. */
  readonly isLast: boolean;
  /** The tree's title; null when only the open tree is searched. */
  readonly title: string | null;
  /** The tree's distinction from another one of its title. */
  readonly note: string | undefined;
  /** The result's place, relative to the text on the screen. */
  readonly where: string;
  readonly isActive: boolean;
  onChoose(): void;
}

function ResultOption({ result, grove, title, note, where, isActive, onChoose, ...row }: ResultOptionProps) {
  const { isFirst, isLast } = row;
  const by = describeAuthors(result.authors, grove);
  const { before, noteOn, pruned, typed } = result;
  const isNote = noteOn !== null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field and the surrounding listbox handle the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the element with the focus names it in aria-activedescendant
    <div
      ref={row.measure}
      id={row.id}
      data-index={row.index}
      role="option"
      aria-selected={isActive}
      aria-posinset={row.index + 1}
      aria-setsize={row.count}
      className={styles.place}
      data-kind={isNote ? 'note' : 'text'}
      data-pruned={pruned || undefined}
      data-goes-on={!isLast || undefined}
      data-colour={by.colour}
      onClick={onChoose}
    >
      {isFirst && title !== null && (
        <p className={styles.tree}>
          {title}
          {note !== undefined && <span className={styles.treeNote}>{note}</span>}
        </p>
      )}
      {isFirst && isNote && before !== '' && <p className={styles.noted}>{onWords(tailOf(before.trim()))}</p>}
      <p className={styles.text}>
        {isFirst && !isNote && before !== '' && !result.snippet.startsWith('…') && (
          <span className={styles.before}>{tailOf(before)}</span>
        )}
        {highlighted(result)}
      </p>
      {isLast && (
        <p className={styles.about}>
          <span className={styles.author}>{by.label}</span>
          {where !== '' && <span className={styles.where}>{where}</span>}
          {typed && <span className={styles.sign}>{BEING_WRITTEN}</span>}
          {isNote && <span className={styles.sign}>{RESULT_SIGNS.note}</span>}
          {pruned && (
            <span className={styles.sign}>{isNote ? RESULT_SIGNS.removed : RESULT_SIGNS.pruned}</span>
          )}
          {!typed && <span className={styles.time}>{dateAndTime(result.createdAt)}</span>}
        </p>
      )}
    </div>
  );
}

/** Length of preceding text that is shown, in code points. */
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

/** A result's place, relative to the text on the screen; empty for a result in another tree. */
function formatLocation({ treeId, path }: Pick<TreeDesk, 'treeId' | 'path'>, result: SearchResult): string {
  if (result.treeId !== treeId) return '';
  const { nodeId, positionId } = result.noteOn ?? result;
  const index = path.indexOf(positionId);
  const shown = path.findHeader(positionId);
  if (shown === undefined) return OTHER_BRANCH;
  const [number, count] = [index + 1, path.length];
  if (result.typed) return nodeId === null ? '' : nodeAt(number, count);
  if (nodeId === null || shown.nodeId === nodeId) return nodeAt(number, count);
  // Ids sort by creation time.
  return versionAt(nodeId < shown.nodeId, number, count);
}

/** The number of filters that are set. */
function countFilters({ where, authorIds, fromDay, toDay, bookmarked }: SearchQuery): number {
  const set = [where === 'tree', authorIds !== null, fromDay !== '', toDay !== '', bookmarked];
  return set.filter(Boolean).length;
}

interface SearchFiltersProps {
  readonly id: string;
  readonly grove: ShownGrove;
  readonly query: SearchQuery;
}

/** Limits a search by tree, author, day and bookmark. Every change applies at once. */
function SearchFilters({ id, grove, query }: SearchFiltersProps) {
  const { search } = useAppSession();
  const bookmarkedId = useId();
  const agents = authorChoices(grove);
  const models = modelChoices(grove);
  const choose = (value: string) => {
    const choice = [...agents, ...models].find((known) => known.value === value);
    search.setQuery({ by: choice?.value ?? '', authorIds: choice?.authorIds ?? null });
  };
  return (
    <div id={id} className={styles.limits}>
      <Select
        label={FILTER_NAMES.where}
        value={query.where}
        options={[
          { value: 'grove', text: SEARCHED_TREES.grove },
          { value: 'tree', text: SEARCHED_TREES.tree },
        ]}
        onChange={(where) => search.setQuery({ where: where === 'tree' ? 'tree' : 'grove' })}
      />
      <Select
        label={FILTER_NAMES.by}
        value={query.by}
        options={[{ value: '', text: ANYONE }, ...agents]}
        more={models}
        onChange={choose}
      />
      <Day
        label={FILTER_NAMES.from}
        value={query.fromDay}
        onChange={(fromDay) => search.setQuery({ fromDay })}
      />
      <Day label={FILTER_NAMES.to} value={query.toDay} onChange={(toDay) => search.setQuery({ toDay })} />
      <Select
        label={FILTER_NAMES.first}
        value={query.order}
        options={[
          { value: 'newest', text: FIRST_SHOWN.newest },
          { value: 'best', text: FIRST_SHOWN.best },
        ]}
        onChange={(order) => search.setQuery({ order: order === 'best' ? 'best' : 'newest' })}
      />
      <label className={styles.check} htmlFor={bookmarkedId}>
        <input
          id={bookmarkedId}
          type="checkbox"
          checked={query.bookmarked}
          onChange={(event) => search.setQuery({ bookmarked: event.target.checked })}
        />
        {FILTER_NAMES.bookmarked}
      </label>
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** Models, under a separate heading. */
  readonly more?: readonly { readonly value: string; readonly text: string }[];
  onChange(value: string): void;
}

function Select({ label, value, options, more = [], onChange }: SelectProps) {
  const id = useId();
  const listed = (all: SelectProps['options']) =>
    all.map((option) => (
      <option key={option.value} value={option.value}>
        {option.text}
      </option>
    ));
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {listed(options)}
        {more.length > 0 && <optgroup label={FILTER_NAMES.model}>{listed(more)}</optgroup>}
      </select>
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

function Day({ label, value, onChange }: DayProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </>
  );
}
