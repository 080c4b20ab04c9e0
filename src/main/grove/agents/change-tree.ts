import { inverseOf } from '../../../core/commands/inverse.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { readHead } from '../../store/connection/log-head.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import type { Act } from '../writing/tree-transactions.ts';
import type { CommandView } from './command-view.ts';

/**
 * Writes a change that a command makes, and notes in the command's view what undoes it.
 * @throws {AspenError} as `TreeTransactions.run`
 */
export function changeTree(view: CommandView, kind: LogKind, act: Act): TreeChange {
  const { transactions, treeId, actor, turn } = view.context;
  const details = turn ? { details: { turn: turn.turnId, action: turn.action() } } : {};
  let recorded: Pick<CommandView['writes'][number], 'inverse'> | undefined;
  let logSeq = 0;
  const change = transactions.run(
    { tree: treeId, author: actor, kind, ...details },
    (after, tx) => {
      act(after, tx);
      recorded = { inverse: inverseOf(sqlTree(tx, treeId), after.tree, after.change()) };
    },
    (tx) => {
      logSeq = readHead(tx).seq;
    },
  );
  if (recorded !== undefined && change.nodes.length + change.metadata.length > 0)
    view.writes.push({ ...recorded, logSeq, nodes: change.nodes.length, continuations: 0 });
  return change;
}
