import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { FILTERS, SEARCH } from '../../../ui-text/window/search.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './Search.module.css';
import { countFilters, SearchFilters } from './SearchFilters.tsx';
import { SearchResults } from './SearchResults.tsx';

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
