import { useAppSession, useStore } from '../../session/hooks.ts';
import { count, type TreesState } from '../../session/window/trees-session.ts';
import { TypedConfirmation } from '../../ui/fields/TypedConfirmation.tsx';

/** The program's only confirmation: it says what is deleted with a tree, and asks for the tree's title. */
export function DeleteTree() {
  const { trees } = useAppSession();
  const { deleting } = useStore(trees.state);
  if (deleting === null) return null;
  const { tree, contents } = deleting;
  return (
    <TypedConfirmation
      title="Delete this tree for good?"
      label="Type its title"
      expected={tree.title}
      action="Delete for good"
      onConfirm={(typed) => void trees.deletePermanently(tree, typed)}
      onClose={() => trees.cancelDelete()}
    >
      <p>{describeLoss(contents)} in the file. This cannot be undone.</p>
      <p>Copies and backups of this grove may still have them. The grove’s log keeps the tree’s titles.</p>
    </TypedConfirmation>
  );
}

type Contents = NonNullable<TreesState['deleting']>['contents'];

/** Uncommitted text does not count as a text of the tree, but is deleted too. */
function describeLoss({ nodes, notes, answers, conversations }: Contents): string {
  const parts = [
    ...(nodes === 0 ? [] : [count(nodes, 'text')]),
    ...(notes === 0 ? [] : [count(notes, 'note')]),
    ...(answers === 0 ? [] : [count(answers, 'answer')]),
    ...(conversations === 0 ? [] : [`${count(conversations, 'conversation')} about it`]),
  ];
  if (parts.length === 0) return 'Its uncommitted text will be deleted and overwritten';
  return nodes + notes + answers + conversations === 1
    ? `${joinList(parts)} will be deleted and overwritten`
    : `${joinList(parts)} will be deleted, with every branch and version, and overwritten`;
}

function joinList(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
