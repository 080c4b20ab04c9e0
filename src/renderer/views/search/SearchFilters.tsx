import { useId } from 'react';
import { useAppSession } from '../../session/hooks.ts';
import type { SearchQuery } from '../../session/tree/search-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { authorsOf, modelsOf } from './authors-of.ts';
import styles from './Search.module.css';

/** How many filters are set. */
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
  const agents = authorsOf(grove);
  const models = modelsOf(grove);
  const choose = (value: string) => {
    const choice = [...agents, ...models].find((known) => known.value === value);
    search.setQuery({ by: choice?.value ?? '', authorIds: choice?.authorIds ?? null });
  };
  return (
    <div id={id} className={styles.limits}>
      <Select
        label="In"
        value={query.where}
        options={[
          { value: 'grove', text: 'All trees' },
          { value: 'tree', text: 'This tree' },
        ]}
        onChange={(where) => search.setQuery({ where: where === 'tree' ? 'tree' : 'grove' })}
      />
      <Select
        label="By"
        value={query.by}
        options={[{ value: '', text: 'Anyone' }, ...agents]}
        more={models}
        onChange={choose}
      />
      <Day label="From" value={query.fromDay} onChange={(fromDay) => search.setQuery({ fromDay })} />
      <Day label="To" value={query.toDay} onChange={(toDay) => search.setQuery({ toDay })} />
      <Select
        label="First"
        value={query.order}
        options={[
          { value: 'newest', text: 'Newest' },
          { value: 'best', text: 'Best match' },
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
        Bookmarked only
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
        {more.length > 0 && <optgroup label="Model">{listed(more)}</optgroup>}
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
