import { useAppSession, useStore } from '../../session/hooks.ts';
import { count } from '../../session/trees-session.ts';
import { TypedConfirmation } from '../../ui/TypedConfirmation.tsx';

/** The one question of the program before something is done: what goes with a tree, and its title to be sure. */
export function DeleteTree() {
  const { trees } = useAppSession();
  const { deleting } = useStore(trees.state);
  if (deleting === null) return null;
  const { tree, contents } = deleting;
  const parts = [
    count(contents.nodes, 'text'),
    ...(contents.notes === 0 ? [] : [count(contents.notes, 'note')]),
    ...(contents.answers === 0 ? [] : [count(contents.answers, 'answer')]),
  ];
  return (
    <TypedConfirmation
      title="Delete this tree for good?"
      label="Type its title"
      expected={tree.title}
      action="Delete for good"
      onConfirm={(typed) => void trees.deleteForGood(tree, typed)}
      onClose={() => trees.keep()}
    >
      <p>
        {listed(parts)} go, with every branch and version, and are overwritten in the file. This cannot be
        undone.
      </p>
      <p>Copies and backups of this grove may still have them. The grove’s log keeps the titles it had.</p>
    </TypedConfirmation>
  );
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
