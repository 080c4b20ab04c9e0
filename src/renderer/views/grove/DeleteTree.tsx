import {
  DELETE_FOR_GOOD,
  DELETE_QUESTION,
  describeLoss,
  TYPE_TITLE,
  WHAT_REMAINS,
} from '../../../ui-text/grove/trees.ts';
import { notesOnEqualTitles, whichTree } from '../../../ui-text/tree/equal-titles.ts';
import { CANCEL } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { TypedConfirmation } from '../../ui/fields/TypedConfirmation.tsx';

/** The program's only confirmation: it lists what is deleted with a tree, and asks for the tree's title. */
export function DeleteTree() {
  const { trees } = useAppSession();
  const { deleting } = useStore(trees.state);
  if (deleting === null) return null;
  const { tree, contents } = deleting;
  const note = notesOnEqualTitles(trees.all).get(tree.id);
  return (
    <TypedConfirmation
      title={DELETE_QUESTION}
      label={TYPE_TITLE}
      expected={tree.title}
      action={DELETE_FOR_GOOD}
      cancel={CANCEL}
      onConfirm={(typed) => void trees.deletePermanently(tree, typed)}
      onClose={() => trees.cancelDelete()}
    >
      {note !== undefined && <p>{whichTree(tree.title, note)}</p>}
      <p>{describeLoss(contents)}</p>
      <p>{WHAT_REMAINS}</p>
    </TypedConfirmation>
  );
}
