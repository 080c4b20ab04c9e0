import { useId } from 'react';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { FOLLOWS, FOLLOWS_ME, STAYS } from '../../../ui-text/conversation.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import styles from './FollowsMe.module.css';

export interface FollowsMeProps {
  /** About a manuscript. */
  readonly conversation: LoomTree;
}

/**
 * The setting by which the loom-aware agents of a conversation act from the writer's place in the manuscript
 * (`agents.md`, *A turn*); shown only where one of them would answer.
 */
export function FollowsMe({ conversation }: FollowsMeProps) {
  const { topics } = useAppSession();
  const { choice } = useTreeDesk();
  const id = useId();
  useStore(choice.store);
  if (topics.listActing(conversation).length === 0) return null;
  const follows = conversation.settings.followsWriter ?? true;
  return (
    <div className={styles.row}>
      <Checkbox
        text={FOLLOWS_ME}
        describedBy={id}
        checked={follows}
        onChange={(checked) => void topics.follow(conversation, checked)}
      />
      <p id={id} className={styles.sentence}>
        {follows ? FOLLOWS : STAYS}
      </p>
    </div>
  );
}
