import { type KeyboardEvent, useId } from 'react';
import { MAX_REMARK_LENGTH } from '../../../../core/text/limits.ts';
import type { Agent } from '../../../../core/tree/agent.ts';
import { REGENERATE_WITH } from '../../../../ui-text/conversation.ts';
import { MESSAGE_ACTIONS } from '../../../../ui-text/dialogue/messages.ts';
import { CANCEL } from '../../../../ui-text/window/buttons.ts';
import { useDialogueDesk, useStore } from '../../../session/hooks.ts';
import { activeModelAgents } from '../../../session/settings/generation-choice.ts';
import shared from '../../../styles/shared.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Dialog, DialogActions } from '../../../ui/layers/Dialog.tsx';
import styles from './RegenerateDialog.module.css';

/** Asks which agent writes a message again, and with which instruction. */
export function RegenerateDialog({ agents }: { readonly agents: readonly Agent[] }) {
  const { regeneration } = useDialogueDesk();
  const asked = useStore(regeneration.asked);
  const id = useId();
  if (asked === null) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    void regeneration.request();
  };
  return (
    <Dialog
      title={REGENERATE_WITH.title}
      text={<p>{REGENERATE_WITH.text}</p>}
      onClose={() => regeneration.close()}
    >
      <div className={styles.fields}>
        <Select
          label={REGENERATE_WITH.agent}
          value={asked.agentId}
          options={activeModelAgents(agents).map((agent) => ({ value: agent.id, text: agent.name }))}
          onChange={(agentId) => regeneration.change({ agentId: agentId as Agent['id'] })}
        />
        <div className={styles.field}>
          <label htmlFor={id}>{REGENERATE_WITH.instruction}</label>
          <textarea
            id={id}
            className={styles.input}
            rows={3}
            maxLength={MAX_REMARK_LENGTH}
            aria-describedby={`${id}-hint`}
            value={asked.instruction}
            onChange={({ target }) => regeneration.change({ instruction: target.value })}
            onKeyDown={onKeyDown}
          />
          <p id={`${id}-hint`} className={shared.remark}>
            {REGENERATE_WITH.hint}
          </p>
        </div>
      </div>
      <DialogActions>
        <Button onClick={() => regeneration.close()}>{CANCEL}</Button>
        <Button variant="primary" onClick={() => void regeneration.request()}>
          {MESSAGE_ACTIONS.regenerate}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
