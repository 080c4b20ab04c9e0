import { useEffect, useId } from 'react';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { isFiltering } from '../../session/outline/outline-filter.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Outline } from './Outline.tsx';
import { wordsOf } from './position-words.ts';
import { SelectedPosition } from './SelectedPosition.tsx';
import { TreeFilter } from './TreeFilter.tsx';
import { TreeMap } from './TreeMap.tsx';
import styles from './TreePane.module.css';

/** The whole tree, as an outline or as a map, and what is selected in both. */
export function TreePane({ grove }: { readonly grove: ShownGrove }) {
  const { outline } = useOpenTree();
  const look = useStore(outline.look);
  const view = useStore(outline.view);
  const filter = useStore(outline.filter);
  useStore(outline.labels.revision);
  const hintId = useId();

  useEffect(() => {
    outline.reading.show(true);
    return () => outline.reading.show(false);
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
          value={look.as}
          options={[
            { value: 'outline', text: 'Outline' },
            { value: 'map', text: 'Map' },
          ]}
          onChange={(as) => outline.setLook({ as })}
        />
        <Button
          look="quiet"
          pressed={look.showsFilter}
          hint="Filter (/)"
          onClick={() => (look.showsFilter ? outline.clearFilter() : outline.requestFocus('filter'))}
        >
          Filter
        </Button>
        <Button
          look="quiet"
          pressed={look.folds}
          hint="Fold chains of single nodes (F)"
          onClick={() => outline.setLook({ folds: !look.folds })}
        >
          Fold
        </Button>
      </div>
      {look.showsFilter && <TreeFilter grove={grove} />}
      {isHoisted && (
        <p className={styles.line}>
          <span className={styles.hoisted}>
            Only below “{wordsOf({ view, labels: outline.labels, agents: grove.agents }, top).words}”
          </span>
          <Button look="quiet" hint="Esc" onClick={() => outline.hoist(-1)}>
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
          <Button look="quiet" onClick={() => outline.revealUnseen()}>
            Next
          </Button>
        </p>
      )}
      {state === 'reading' && isSlow && (
        <p className={styles.line} role="status">
          <span className={styles.hoisted}>Reading the tree… {table.count.toLocaleString()} nodes</span>
          <Button look="quiet" onClick={() => outline.reading.stop()}>
            Stop
          </Button>
        </p>
      )}
      {(state === 'stopped' || state === 'failed') && (
        <p className={styles.line} role="status">
          <span className={styles.hoisted}>Not all of the tree is here.</span>
          <Button look="quiet" onClick={() => outline.reading.readOn()}>
            Read on
          </Button>
        </p>
      )}
      {table.count === 1 && state === 'ready' && (
        <p className={styles.empty}>
          Nothing branches here yet. What you write and generate appears as a tree.
        </p>
      )}
      {table.count > 0 && (look.as === 'map' ? <TreeMap grove={grove} /> : <Outline grove={grove} />)}
      {table.count > 0 && <SelectedPosition grove={grove} />}
    </>
  );
}
