import type { Agent } from '../../../core/tree/agent.ts';
import { PASTED_COMMANDS, runCommandsLabel } from '../../../ui-text/agents/commands.ts';
import { COMPOSER_HINT } from '../../../ui-text/conversation.ts';
import type { MessageEditor } from '../../editor/index.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import { isRunning } from '../../session/tree/generation-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { GenerationPopover } from '../GenerationPopover.tsx';
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

/** Where the next message is written, who replies to it, and the button that sends it. */
export function Composer({ agents, writerId, readOnly, takesFocus, nonce }: ComposerProps) {
  const { conversation, commands, replies, tree, typedCommands } = useDialogueDesk();
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
  const isEmpty = conversation.composer.isBlank;
  const canSend = !isEmpty || (tree.path.length > 0 && agentIds.length > 0);

  /** Enter sends or breaks the line; with an empty composer, arrows act on the conversation. */
  const onKeyDown = (event: KeyboardEvent, editor: MessageEditor): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
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
    <div className={styles.composer}>
      <div className={styles.inner}>
        <CommandResults />
        {!readOnly && (
          <BoxEditor
            box={conversation.composer}
            label="Message"
            placeholder={COMPOSER_HINT}
            agents={agents}
            writerId={writerId}
            nonce={nonce}
            className={styles.editor}
            takesFocus={takesFocus}
            onPasted={() => typedCommands.onPasted()}
            onKeyDown={onKeyDown}
          />
        )}
        <div className={styles.buttons}>
          {typed.count !== null && typed.isPasted && <p className={styles.note}>{PASTED_COMMANDS}</p>}
          <GenerationPopover agents={agents} subject="Replies" named="Reply by " />
          {running && (
            <Button keepsFocus hint={hint('generation.stop')} onClick={() => tree.generationCommands.stop()}>
              Stop
            </Button>
          )}
          <Button
            variant="primary"
            keepsFocus
            hint={hint('generation.start')}
            disabled={readOnly || !canSend || typed.isRunning}
            onClick={() => void commands.send(true)}
          >
            {typed.count === null ? 'Send' : runCommandsLabel(typed.count)}
          </Button>
        </div>
      </div>
    </div>
  );
}
