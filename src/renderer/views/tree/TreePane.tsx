import { useEffect, useId } from 'react';
import {
  CONTINUE,
  FILTER,
  FILTER_HINT,
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
  SHOW_TREE_AS,
  WHOLE_TREE,
} from '../../../ui-text/tree/pane.ts';
import { STOP } from '../../../ui-text/window/buttons.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { isFiltering } from '../../session/outline/outline-filter.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { describePosition } from './describe-position.ts';
import { Outline } from './Outline.tsx';
import { SelectedPosition } from './SelectedPosition.tsx';
import { TreeFilter } from './TreeFilter.tsx';
import { TreeMap } from './TreeMap.tsx';
import styles from './TreePane.module.css';

/** The whole tree, as an outline or as a map, and the position selected in both. */
export function TreePane({ grove }: { readonly grove: ShownGrove }) {
  const { outline } = useTreeDesk();
  const viewOptions = useStore(outline.viewOptions);
  const view = useStore(outline.view);
  const filter = useStore(outline.filter);
  useStore(outline.labels.revision);
  const hintId = useId();

  useEffect(() => {
    outline.reader.setShown(true);
    return () => {
      outline.reader.setShown(false);
      outline.labels.want([]);
    };
  }, [outline]);

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
      {isFiltering(filter) && found !== null && (
        <p className={styles.line} role="status">
          {foundText(foundCount, isComplete)}
        </p>
      )}
      {!isFiltering(filter) && unseenCount > 0 && (
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
