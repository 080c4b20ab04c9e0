import type { AgentId, PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { EMPTY_REPLY } from '../../../ui-text/conversation.ts';
import { FAILED_REPLIES, SHOW_REPLY, TRY_AGAIN } from '../../../ui-text/dialogue/messages.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { ALLOW_MORE, DISMISS } from '../../../ui-text/window/buttons.ts';
import { useDialogueDesk, useStore } from '../../session/hooks.ts';
import { unstoredSlots } from '../../session/tree/continuation.ts';
import { Button } from '../../ui/Button.tsx';
import { formatRemark } from '../continuations/slot-texts.ts';
import styles from './MessageFeed.module.css';

/** Failed replies are stored nowhere. */
const NOTHING_STORED: ReadonlySet<PositionId> = new Set();

/** Replies to the head that produced nothing, or were withheld or cut short: why, and what can be done about it. */
export function FailedReplies({ agents }: { readonly agents: readonly Agent[] }) {
  const { tree } = useDialogueDesk();
  const jobs = useStore(tree.generation.jobs);
  useStore(tree.path.mirror);
  const failed = jobs
    .filter(({ parentId }) => parentId === tree.path.headId)
    .flatMap((job) => unstoredSlots(job, NOTHING_STORED))
    .filter(({ retry }) => retry === 'again');
  const cut = useStore(tree.continuations.cutAtHead);
  if (failed.length + cut.length === 0) return null;
  const nameOf = (agentId: AgentId) => agents.find(({ id }) => id === agentId)?.name ?? UNKNOWN_AGENT;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={styles.failed} role="group" aria-label={FAILED_REPLIES}>
      {cut.map((item) => (
        <div key={item.positionId} className={styles.failure}>
          <p>
            {nameOf(item.authorId)}: {formatRemark(item, true)}
          </p>
          <Button variant="quiet" onClick={() => void tree.navigation.goTo(item.positionId)}>
            {SHOW_REPLY}
          </Button>
          <Button variant="quiet" onClick={() => void tree.generationCommands.retryAtHead(item)}>
            {TRY_AGAIN}
          </Button>
        </div>
      ))}
      {failed.map((item) => (
        <div key={item.positionId} className={styles.failure}>
          <p>
            {nameOf(item.authorId)}: {item.error?.sentence ?? EMPTY_REPLY}
          </p>
          <Button variant="quiet" onClick={() => void tree.generationCommands.retry(item)}>
            {item.error?.code === 'ONLY_THOUGHT' ? ALLOW_MORE : TRY_AGAIN}
          </Button>
          <Button variant="quiet" onClick={() => tree.generationCommands.dismiss(item)}>
            {DISMISS}
          </Button>
        </div>
      ))}
    </div>
  );
}
