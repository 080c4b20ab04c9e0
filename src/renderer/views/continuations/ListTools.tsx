import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { Continuation } from '../../session/tree/continuation.ts';
import type { ContinuationList } from '../../session/tree/continuations-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import styles from './ListTools.module.css';

export interface ListToolsProps {
  readonly list: ContinuationList;
  /** The continuation that the tools act on. */
  readonly current: Continuation | undefined;
  readonly readOnly: boolean;
  onDone(): void;
}

/** The actions on the list as a whole, below it. */
export function ListTools({ list, current, readOnly, onDone }: ListToolsProps) {
  const tree = useTreeDesk();
  const commands = useCommands();
  const showsPruned = useStore(tree.continuations.showsPruned);
  const { items, count, prunedCount } = list;
  const stored = items.filter(({ slot, pruned }) => slot === null && !pruned).length;
  const hasOthers = stored > 1 && current !== undefined;
  if (!hasOthers && prunedCount === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.tools} role="group" aria-label="Continuations here">
      {hasOthers && (
        <Button
          variant="quiet"
          keepsFocus
          hint={commands.hint('continuations.compare')}
          onClick={() => commands.run('continuations.compare')}
        >
          Compare
        </Button>
      )}
      {hasOthers && current.number > 0 && !readOnly && (
        <Button
          variant="quiet"
          keepsFocus
          hint={`Keep ${current.number} of ${count}, hide the rest. Undo brings them back.`}
          onClick={() => commands.run('continuations.pruneOthers')}
        >
          Prune all others
        </Button>
      )}
      {prunedCount > 0 && (
        <Button
          variant="quiet"
          keepsFocus
          pressed={showsPruned}
          hint={commands.hint('continuations.showPruned')}
          onClick={() => commands.run('continuations.showPruned')}
        >
          {prunedCount} pruned
        </Button>
      )}
      {prunedCount > 0 && showsPruned && !readOnly && (
        <Button
          variant="quiet"
          keepsFocus
          onClick={() => {
            onDone();
            commands.run('continuations.restoreAll');
          }}
        >
          Restore all
        </Button>
      )}
    </div>
  );
}

/** Shown while the second of two continuations to compare is being chosen. */
export function MarkedLine({ number, count }: { readonly number: number; readonly count: number }) {
  const tree = useTreeDesk();
  const commands = useCommands();
  const key = commands.find('continuations.compare')?.key ?? '';
  return (
    <div className={styles.marked}>
      <p>
        Comparing {number} of {count}: go to the other one, then press {key === '' ? 'Compare' : key}.
      </p>
      <Button variant="quiet" keepsFocus onClick={() => tree.comparison.unmark()}>
        Cancel
      </Button>
    </div>
  );
}
