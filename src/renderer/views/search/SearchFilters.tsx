import { useId } from 'react';
import { ANYONE, FILTER_NAMES, FIRST_SHOWN, SEARCHED_TREES } from '../../../ui-text/window/search.ts';
import { useAppSession } from '../../session/hooks.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import type { SearchQuery } from '../../session/window/search-session.ts';
import { authorChoices, modelChoices } from './author-choices.ts';
import styles from './Search.module.css';

/** The number of filters that are set. */
export function countFilters({ where, authorIds, fromDay, toDay, bookmarked }: SearchQuery): number {
  const set = [where === 'tree', authorIds !== null, fromDay !== '', toDay !== '', bookmarked];
  return set.filter(Boolean).length;
}

export interface SearchFiltersProps {
  readonly id: string;
  readonly grove: ShownGrove;
  readonly query: SearchQuery;
}

/** Limits a search by tree, author, day and bookmark. Every change applies at once. */
export function SearchFilters({ id, grove, query }: SearchFiltersProps) {
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
