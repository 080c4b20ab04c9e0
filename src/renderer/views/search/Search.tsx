import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Limits, limitsSet } from './Limits.tsx';
import { Places } from './Places.tsx';
import styles from './Search.module.css';

/** Search over the tree or the grove: a field, its limits, and below them what is found as one types. */
export function Search({ grove }: { readonly grove: ShownGrove }) {
  const { search } = useAppSession();
  const state = useStore(search.state);
  const { query, places, active, wantsFocus } = state;
  const [showsLimits, setShowsLimits] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const count = limitsSet(query);

  useEffect(() => {
    if (!wantsFocus) return;
    field.current?.focus();
    field.current?.select();
    search.focusTaken();
  }, [wantsFocus, search]);

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
    else if (!search.clear()) search.leave();
    else field.current?.focus();
    event.preventDefault();
  };

  const optionId = (index: number) => `${id}-${index}`;
  const hasPlaces = places !== null && places.length > 0;
  return (
    <>
      <search className={styles.search}>
        <div className={styles.line}>
          <input
            ref={field}
            type="search"
            className={styles.field}
            aria-label="Search"
            aria-controls={hasPlaces ? `${id}-places` : undefined}
            aria-activedescendant={hasPlaces && active >= 0 ? optionId(active) : undefined}
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            maxLength={1_000}
            value={query.text}
            onChange={(event) => search.look({ text: event.target.value })}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            className={styles.limitsButton}
            aria-expanded={showsLimits}
            aria-controls={showsLimits ? `${id}-limits` : undefined}
            onClick={() => setShowsLimits(!showsLimits)}
          >
            Filters{count > 0 && <span className={styles.set}> {count}</span>}
          </button>
        </div>
        {showsLimits && <Limits id={`${id}-limits`} grove={grove} query={query} />}
      </search>
      {query.text.trim() !== '' && (
        <Places id={`${id}-places`} grove={grove} state={state} optionId={optionId} onKeyDown={onKeyDown} />
      )}
    </>
  );
}
