import type { NodeId } from '../../../../core/ids.ts';
import type { Agent } from '../../../../core/tree/agent.ts';
import {
  CANCEL_EDIT,
  EDIT_MESSAGE,
  FIX_IN_PLACE,
  SAVE_AS_BRANCH,
} from '../../../../ui-text/dialogue/messages.ts';
import { CANCEL } from '../../../../ui-text/window/buttons.ts';
import type { TextBox } from '../../../session/dialogue/text-box.ts';
import { useDialogueDesk } from '../../../session/hooks.ts';
import { Button } from '../../../ui/Button.tsx';
import { useCommands } from '../../commands.ts';
import { BoxEditor } from '../BoxEditor.tsx';
import styles from './Message.module.css';

export interface EditBoxProps {
  readonly box: TextBox;
  readonly nodeId: NodeId;
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly nonce: string;
  readonly readOnly: boolean;
}

/** The open edit of a message. */
export function EditBox({ box, nodeId, agents, writerId, nonce, readOnly }: EditBoxProps) {
  const { commands, conversation } = useDialogueDesk();
  const { hint } = useCommands();
  return (
    <div className={styles.edit}>
      <BoxEditor
        box={box}
        label={EDIT_MESSAGE}
        agents={agents}
        writerId={writerId}
        nonce={nonce}
        className={styles.editor}
        takesFocus={conversation.isActive(box)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return false;
          commands.cancelEdit(nodeId);
          return true;
        }}
      />
      {!readOnly && (
        <div className={styles.editActions}>
          <Button
            variant="primary"
            hint={hint('node.branchEdit')}
            onClick={() => void commands.saveEdit(nodeId, 'branch')}
          >
            {SAVE_AS_BRANCH}
          </Button>
          <Button hint={hint('message.fixInPlace')} onClick={() => void commands.saveEdit(nodeId, 'inPlace')}>
            {FIX_IN_PLACE}
          </Button>
          <Button variant="quiet" label={CANCEL_EDIT} onClick={() => commands.cancelEdit(nodeId)}>
            {CANCEL}
          </Button>
        </div>
      )}
    </div>
  );
}
