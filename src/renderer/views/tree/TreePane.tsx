import { useEffect, useId } from 'react';
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
          The outline and the map show the same tree and share one selection.
        </span>
        <SegmentedControl
          label="Show the tree as"
          describedBy={hintId}
          value={viewOptions.as}
          options={[
            { value: 'outline', text: 'Outline' },
            { value: 'map', text: 'Map' },
          ]}
          onChange={(as) => outline.setViewOptions({ as })}
        />
        <Button
          variant="quiet"
          pressed={viewOptions.showsFilter}
          hint="Filter (/)"
          onClick={() => (viewOptions.showsFilter ? outline.clearFilter() : outline.focusFilter())}
        >
          Filter
        </Button>
        <Button
          variant="quiet"
          pressed={viewOptions.folds}
          hint="Fold chains of single nodes (F)"
          onClick={() => outline.setViewOptions({ folds: !viewOptions.folds })}
        >
          Fold
        </Button>
      </div>
      {viewOptions.showsFilter && <TreeFilter grove={grove} />}
      {isHoisted && (
        <p className={styles.line}>
          <span className={styles.hoisted}>
            Only below “{describePosition({ view, labels: outline.labels, agents: grove.agents }, top).text}”
          </span>
          <Button variant="quiet" hint="Esc" onClick={() => outline.hoist(-1)}>
            Whole tree
          </Button>
        </p>
      )}
      {isFiltering(filter) && found !== null && (
        <p className={styles.line} role="status">
          {foundCount === 0 ? 'Nothing here matches.' : `${foundCount.toLocaleString()} found`}
          {!isComplete && ', the newest 1,000'}
        </p>
      )}
      {!isFiltering(filter) && unseenCount > 0 && (
        <p className={styles.line}>
          <span className={styles.hoisted}>{unseenCount.toLocaleString()} not seen yet</span>
          <Button variant="quiet" onClick={() => outline.revealUnseen()}>
            Next
          </Button>
        </p>
      )}
      {state === 'reading' && isSlow && (
        <p className={styles.line} role="status">
          <span className={styles.hoisted}>Loading the tree… {table.count.toLocaleString()} nodes</span>
          <Button variant="quiet" onClick={() => outline.reader.stop()}>
            Stop
          </Button>
        </p>
      )}
      {(state === 'stopped' || state === 'failed') && (
        <p className={styles.line} role="status">
          <span className={styles.hoisted}>The tree is not fully loaded.</span>
          <Button variant="quiet" onClick={() => outline.reader.resume()}>
            Continue
          </Button>
        </p>
      )}
      {table.count === 1 && state === 'ready' && (
        <p className={styles.empty}>
          There are no branches yet. What you write and generate appears here as a tree.
        </p>
      )}
      {table.count > 0 && (viewOptions.as === 'map' ? <TreeMap grove={grove} /> : <Outline grove={grove} />)}
      {table.count > 0 && <SelectedPosition grove={grove} />}
    </>
  );
}
