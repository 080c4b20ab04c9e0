import { type Agent, isOffline } from '../../../core/tree/agent.ts';
import { BUILT_IN_ONLY, CONNECT_TITLE } from '../../../ui-text/settings/connect.ts';
import * as words from '../../../ui-text/tree/comparing.ts';
import {
  ALTERNATIVES_HERE,
  CONTINUATIONS_HERE,
  keepOnly,
  PRUNE_OTHERS,
  prunedText,
  readyOf,
} from '../../../ui-text/tree/continuation-list.ts';
import { RESTORE_ALL } from '../../../ui-text/window/buttons.ts';
import { useDesk, useStore, useTreeDesk } from '../../session/hooks.ts';
import { activeModelAgents } from '../../session/settings/generation-choice.ts';
import { type Continuation, isInProgress } from '../../session/tree/continuation.ts';
import type { ContinuationList } from '../../session/tree/continuations-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import styles from './ListTools.module.css';

interface ListToolsProps {
  readonly list: ContinuationList;
  /** The continuation that the tools act on. */
  readonly current: Continuation | undefined;
  readonly readOnly: boolean;
}

/** The actions on the list as a whole, below it. */
export function ListTools({ list, current, readOnly }: ListToolsProps) {
  const { tree, mode } = useDesk();
  const commands = useCommands();
  const showsPruned = useStore(tree.continuations.showsPruned);
  const { items, count, prunedCount, ready } = list;
  const stored = items.filter(({ slot, pruned }) => slot === null && !pruned).length;
  const hasOthers = stored > 1 && current !== undefined;
  const listed = items.length;
  if (listed < 2 && prunedCount === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      className={styles.tools}
      role="group"
      aria-label={mode === 'dialogue' ? ALTERNATIVES_HERE : CONTINUATIONS_HERE}
    >
      {hasOthers && (
        <Button
          variant="quiet"
          keepsFocus
          hint={commands.hint('continuations.compare')}
          onClick={() => commands.run('continuations.compare')}
        >
          {words.COMPARE}
        </Button>
      )}
      {listed > 1 && (
        <Button
          variant="quiet"
          keepsFocus
          hint={commands.hint('continuations.sideBySide')}
          onClick={() => commands.run('continuations.sideBySide')}
        >
          {words.SIDE_BY_SIDE}
        </Button>
      )}
      {hasOthers && current.number > 0 && !readOnly && (
        <Button
          variant="quiet"
          keepsFocus
          hint={keepOnly(current.number, count)}
          onClick={() => commands.run('continuations.pruneOthers')}
        >
          {PRUNE_OTHERS}
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
          {prunedText(prunedCount)}
        </Button>
      )}
      {prunedCount > 0 && showsPruned && !readOnly && (
        <Button variant="quiet" keepsFocus onClick={() => commands.run('continuations.restoreAll')}>
          {RESTORE_ALL}
        </Button>
      )}
      {ready !== null && items.some(isInProgress) && (
        <span className={styles.ready}>{readyOf(ready.done, ready.total)}</span>
      )}
    </div>
  );
}

/** Shown while the second of two continuations to compare is being chosen. */
export function MarkedLine({ name }: { readonly name: string }) {
  const tree = useTreeDesk();
  const commands = useCommands();
  const key = commands.find('continuations.compare')?.key ?? '';
  return (
    <div className={styles.marked}>
      <p>{words.comparing(name, key)}</p>
      <Button variant="quiet" keepsFocus onClick={() => tree.comparison.unmark()}>
        {words.CANCEL}
      </Button>
    </div>
  );
}

/** Below the continuations, while the grove has no model but the built-in one: where to find others. */
export function BuiltInOnly({ agents }: { readonly agents: readonly Agent[] }) {
  const commands = useCommands();
  if (!activeModelAgents(agents).every(isOffline)) return null;
  return (
    <p className={styles.builtIn}>
      {BUILT_IN_ONLY}{' '}
      <Button variant="quiet" keepsFocus onClick={() => commands.run('model.connect')}>
        {CONNECT_TITLE}
      </Button>
    </p>
  );
}
