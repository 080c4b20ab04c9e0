import { useEffect } from 'react';
import { topicIsSent } from '../../../ui-text/conversation.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import styles from './TopicSent.module.css';

/** The part of a conversation's topic that is sent to the requested agents, if any (`agents.md`, *Where it talks*). */
export function TopicSent() {
  const { topics, trees } = useAppSession();
  const { choice, treeId } = useTreeDesk();
  const words = useStore(topics.sentWords);
  useStore(choice.store);
  const conversation = trees.all.find(({ id }) => id === treeId);
  const topic = trees.all.find(({ id }) => id === conversation?.topicTreeId);
  useEffect(
    () => (conversation === undefined ? undefined : topics.watchSentWords(conversation)),
    [topics, conversation],
  );
  if (conversation === undefined || topic === undefined) return null;
  const isSent = topics.sendsTopic(conversation);
  return (
    <div className={styles.line}>
      <div className={styles.inner}>
        <Checkbox
          text={topicIsSent(topic.kind, isSent ? words : null)}
          checked={isSent}
          onChange={(checked) => void topics.sendTopic(conversation, checked)}
        />
      </div>
    </div>
  );
}
