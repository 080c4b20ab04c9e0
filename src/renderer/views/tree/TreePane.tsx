import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import {
  BOOKMARKED_ONLY,
  CONTINUE,
  FILTER,
  FILTER_HINT,
  FILTER_TREE,
  FOLD,
  FOLD_HINT,
  foundText,
  loadingTree,
  MAP,
  NEXT_UNSEEN,
  NO_BRANCHES,
  NOT_FULLY_LOADED,
  notSeenYet,
  OUTLINE,
  onlyBelow,
  SAME_TREE,
  SHOW_PRUNED,
  SHOW_TREE_AS,
  UNSEEN_ONLY,
  WHOLE_TREE,
  WORDS,
  WORDS_IN_TREE,
} from '../../../ui-text/tree/pane.ts';
import { STOP } from '../../../ui-text/window/buttons.ts';
import { ANYONE, FILTER_NAMES } from '../../../ui-text/window/search.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { authorChoices, modelChoices } from '../search/author-choices.ts';
import { TagFilterLine } from '../tags/TagFilterLine.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import { describePosition } from './describe-position.ts';
import { Outline } from './Outline.tsx';
import { SelectedPosition } from './SelectedPosition.tsx';
import { TreeMap } from './TreeMap.tsx';
import styles from './TreePane.module.css';

/** The whole tree, as an outline or as a map, and the position selected in both. */
export function TreePane({ grove }: { readonly grove: ShownGrove }) {
  const { outline, tags } = useTreeDesk();
  const viewOptions = useStore(outline.viewOptions);
  const view = useStore(outline.view);
  useStore(outline.labels.revision);
  const hintId = useId();

  useEffect(() => {
    outline.reader.setShown(true);
    return () => {
      outline.reader.setShown(false);
      outline.labels.want([]);
    };
  }, [outline]);

  useEffect(() => tags.watch(), [tags]);

  const { state, isSlow, top, root, table, found, foundCount, isComplete, unseenCount } = view;
  const isHoisted = top !== root;
  return (
    <>
      <div className={styles.bar}>
        <span id={hintId} hidden>
          {SAME_TREE}
        </span>
        <SegmentedControl
          label={SHOW_TREE_AS}
          describedBy={hintId}
          value={viewOptions.as}
          options={[
            { value: 'outline', text: OUTLINE },
            { value: 'map', text: MAP },
          ]}
          onChange={(as) => outline.setViewOptions({ as })}
        />
        <Button
          variant="quiet"
          pressed={viewOptions.showsFilter}
          hint={FILTER_HINT}
          onClick={() => (viewOptions.showsFilter ? outline.clearFilter() : outline.focusFilter())}
        >
          {FILTER}
        </Button>
        <Button
          variant="quiet"
          pressed={viewOptions.folds}
          hint={FOLD_HINT}
          onClick={() => outline.setViewOptions({ folds: !viewOptions.folds })}
        >
          {FOLD}
        </Button>
      </div>
      {viewOptions.showsFilter && <TreeFilter grove={grove} />}
      {isHoisted && (
        <p className={styles.line}>
          <span className={styles.hoisted}>
            {onlyBelow(describePosition({ view, labels: outline.labels, grove }, top).text)}
          </span>
          <Button variant="quiet" hint="Esc" onClick={() => outline.hoist(-1)}>
            {WHOLE_TREE}
          </Button>
        </p>
      )}
      <TagFilterLine />
      {found !== null && (
        <p className={styles.line} role="status">
          {foundText(foundCount, isComplete)}
        </p>
      )}
      {found === null && unseenCount > 0 && (
        <p className={styles.line}>
          <span className={styles.hoisted}>{notSeenYet(unseenCount)}</span>
          <Button variant="quiet" onClick={() => outline.revealUnseen()}>
            {NEXT_UNSEEN}
          </Button>
        </p>
      )}
      {state === 'reading' && isSlow && (
        <p className={styles.line} role="status">
          <span className={styles.hoisted}>{loadingTree(table.count)}</span>
          <Button variant="quiet" onClick={() => outline.reader.stop()}>
            {STOP}
          </Button>
        </p>
      )}
      {(state === 'stopped' || state === 'failed') && (
        <p className={styles.line} role="status">
          <span className={styles.hoisted}>{NOT_FULLY_LOADED}</span>
          <Button variant="quiet" onClick={() => outline.reader.resume()}>
            {CONTINUE}
          </Button>
        </p>
      )}
      {table.count === 1 && state === 'ready' && <p className={styles.empty}>{NO_BRANCHES}</p>}
      {table.count > 0 &&
        !viewOptions.fillsWindow &&
        (viewOptions.as === 'map' ? <TreeMap grove={grove} /> : <Outline grove={grove} />)}
      {table.count > 0 && !viewOptions.fillsWindow && <SelectedPosition grove={grove} />}
    </>
  );
}

/** Filters the outline and the map by words, author, model, bookmark and unseen, and shows or hides pruned nodes. */
function TreeFilter({ grove }: { readonly grove: ShownGrove }) {
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
