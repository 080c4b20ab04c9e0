import { useId, useMemo } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { PASTED_COMMANDS, runCommandsLabel } from '../../../ui-text/agents/turns.ts';
import { COMPOSER_HINT } from '../../../ui-text/conversation.ts';
import { MESSAGE, SEND } from '../../../ui-text/dialogue/messages.ts';
import { STOP } from '../../../ui-text/window/buttons.ts';
import type { MessageEditor } from '../../editor/index.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import { isRunning } from '../../session/tree/generation-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { GenerationPopover } from '../GenerationPopover.tsx';
import { AddresseeList, optionIdOf } from './asking/AddresseeList.tsx';
import { BoxEditor } from './BoxEditor.tsx';
import { CommandResults } from './CommandResults.tsx';
import styles from './Composer.module.css';

export interface ComposerProps {
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  /** It takes the keyboard when it appears. */
  readonly takesFocus: boolean;
  readonly nonce: string;
}

/** The field for the next message, the agents that reply to it, and the button that sends it. */
export function Composer({ agents, writerId, readOnly, takesFocus, nonce }: ComposerProps) {
  const { conversation, commands, replies, tree, typedCommands, addressing } = useDialogueDesk();
  const listId = useId();
  const session = useAppSession();
  const { sendWith } = useStore(session.preferences);
  const { hint } = useCommands();
  const jobs = useStore(tree.generation.jobs);
  // A turn has its own line, with its own Stop.
  const running = jobs.some(
    ({ turnId, slots }) => turnId === null && slots.some((slot) => isRunning(slot.state)),
  );
  useStore(conversation.view);
  const { agentIds } = useStore(tree.choice.store);
  const typed = useStore(typedCommands.state);
  const { agentId: addressedId, offered, highlighted } = useStore(addressing.state);
  const suggestions = useMemo(
    () => (offered.length === 0 ? null : { listId, optionId: optionIdOf(listId, highlighted) }),
    [offered, highlighted, listId],
  );
  const isEmpty = conversation.composer.isBlank;
  const canSend = !isEmpty || (tree.path.length > 0 && agentIds.length > 0);

  /** Enter sends or breaks the line; with an empty composer, arrows act on the conversation. */
  const onKeyDown = (event: KeyboardEvent, editor: MessageEditor): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (offered.length > 0 && !event.shiftKey) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
        return addressing.step(event.key === 'ArrowDown' ? 1 : -1);
      if (event.key === 'Enter' || event.key === 'Tab') return addressing.take();
      if (event.key === 'Escape') return addressing.dismiss();
    }
    if (event.key === 'Escape') return typedCommands.dismiss();
    if (event.key === 'Enter') {
      const sends = (sendWith === 'enter') !== event.shiftKey;
      if (!sends) return false;
      if (!event.repeat && !conversation.composer.isBlank) void commands.send();
      return true;
    }
    if (event.shiftKey || editor.content().text !== '') return false;
    if (event.key === 'ArrowUp') return commands.editLastOwn();
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const step = event.key === 'ArrowLeft' ? -1 : 1;
      if (!replies.step(step)) void tree.navigation.selectSibling({ step });
      return true;
    }
    return false;
  };

  return (
    <>
      <AddresseeList id={listId} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving it only closes the list of names */}
      <div
        className={styles.composer}
        data-composer=""
        data-one-row=""
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) addressing.dismiss();
        }}
      >
        <div className={styles.inner}>
          <CommandResults />
          {!readOnly && (
            <BoxEditor
              box={conversation.composer}
              label={MESSAGE}
              placeholder={COMPOSER_HINT}
              agents={agents}
              writerId={writerId}
              nonce={nonce}
              className={styles.editor}
              takesFocus={takesFocus}
              suggestions={suggestions}
              onPasted={() => typedCommands.onPasted()}
              onKeyDown={onKeyDown}
            />
          )}
          {typed.count !== null && typed.isPasted && <p className={styles.note}>{PASTED_COMMANDS}</p>}
          <div className={styles.buttons}>
            <GenerationPopover agents={agents} askedFor="replies" addressedId={addressedId} />
            {running && (
              <Button
                keepsFocus
                hint={hint('generation.stop')}
                onClick={() => tree.generationCommands.stop()}
              >
                {STOP}
              </Button>
            )}
            <Button
              variant="primary"
              keepsFocus
              hint={hint('generation.start')}
              disabled={readOnly || !canSend || typed.isRunning}
              onClick={() => void commands.send(true)}
            >
              {typed.count === null ? SEND : runCommandsLabel(typed.count)}
            </Button>
          </div>
        </div>
      </div>
    </>
  );
}
