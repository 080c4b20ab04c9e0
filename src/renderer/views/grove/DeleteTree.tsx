import { useAppSession, useStore } from '../../session/hooks.ts';
import { count } from '../../session/window/trees-session.ts';
import { TypedConfirmation } from '../../ui/fields/TypedConfirmation.tsx';

/** The one question of the program before something is done: what goes with a tree, and its title to be sure. */
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
      onConfirm={(typed) => void trees.deleteForGood(tree, typed)}
      onClose={() => trees.keep()}
    >
      <p>{whatGoes(contents)} in the file. This cannot be undone.</p>
      <p>Copies and backups of this grove may still have them. The grove’s log keeps the titles it had.</p>
    </TypedConfirmation>
  );
}

/** What is typed and committed nowhere is no text of the tree yet, and goes too. */
function whatGoes({ nodes, notes, answers }: { nodes: number; notes: number; answers: number }): string {
  const parts = [
    ...(nodes === 0 ? [] : [count(nodes, 'text')]),
    ...(notes === 0 ? [] : [count(notes, 'note')]),
    ...(answers === 0 ? [] : [count(answers, 'answer')]),
  ];
  if (parts.length === 0) return 'What is typed in it goes, and is overwritten';
  return nodes + notes + answers === 1
    ? `${listed(parts)} goes, and is overwritten`
    : `${listed(parts)} go, with every branch and version, and are overwritten`;
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
