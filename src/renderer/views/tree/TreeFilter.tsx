import { type KeyboardEvent, useId, useRef } from 'react';
import {
  BOOKMARKED_ONLY,
  FILTER_TREE,
  SHOW_PRUNED,
  UNSEEN_ONLY,
  WORDS,
  WORDS_IN_TREE,
} from '../../../ui-text/tree/pane.ts';
import { ANYONE, FILTER_NAMES } from '../../../ui-text/window/search.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { authorChoices, modelChoices } from '../search/author-choices.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './TreePane.module.css';

/** Filters the outline and the map by words, author, model, bookmark and unseen, and shows or hides pruned nodes. */
export function TreeFilter({ grove }: { readonly grove: ShownGrove }) {
  const { outline } = useTreeDesk();
  const filter = useStore(outline.filter);
  const viewOptions = useStore(outline.viewOptions);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const authors = authorChoices(grove);
  const models = modelChoices(grove);

  useFocusRequest(outline.focusRequest, (target) => {
    if (target !== 'filter') return false;
    field.current?.focus();
    field.current?.select();
    return true;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') outline.clearFilter();
    else if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    outline.focusRequest.request('rows');
  };

  return (
    <search className={styles.filter} aria-label={FILTER_TREE}>
      <input
        ref={field}
        type="search"
        className={styles.field}
        aria-label={WORDS_IN_TREE}
        placeholder={WORDS}
        autoComplete="off"
        spellCheck={false}
        maxLength={1_000}
        value={filter.text}
        onChange={(event) => outline.setFilter({ text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <select
        aria-label={FILTER_NAMES.by}
        value={filter.by}
        onChange={({ target: { value } }) => {
          const choice = [...authors, ...models].find((known) => known.value === value);
          outline.setFilter({ by: choice?.value ?? '', authorIds: choice?.authorIds ?? null });
        }}
      >
        <option value="">{ANYONE}</option>
        {authors.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
        {models.length > 0 && (
          <optgroup label={FILTER_NAMES.model}>
            {models.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <Check
        id={`${id}-bookmarked`}
        text={BOOKMARKED_ONLY}
        checked={filter.bookmarked}
        onChange={(bookmarked) => outline.setFilter({ bookmarked })}
      />
      <Check
        id={`${id}-unseen`}
        text={UNSEEN_ONLY}
        checked={filter.unseen}
        onChange={(unseen) => outline.setFilter({ unseen })}
      />
      <Check
        id={`${id}-pruned`}
        text={SHOW_PRUNED}
        checked={viewOptions.showsPruned}
        onChange={(showsPruned) => outline.setViewOptions({ showsPruned })}
      />
    </search>
  );
}

interface CheckProps {
  readonly id: string;
  readonly text: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

function Check({ id, text, checked, onChange }: CheckProps) {
  return (
    <label className={styles.check} htmlFor={id}>
      <input id={id} type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {text}
    </label>
  );
}
