import { useEffect, useId } from 'react';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import {
  ALL_CONVERSATIONS,
  FOLLOWS,
  FOLLOWS_ME,
  LET_AGENT_READ,
  NEW_ABOUT_TREE,
  STAYS,
  WHAT_AGENTS_DO,
} from '../../../ui-text/conversation.ts';
import { CONVERSATIONS_ABOUT_TREE, FULL_WIDTH } from '../../../ui-text/dialogue/messages.ts';
import { distinctTitle, notesOnEqualTitles } from '../../../ui-text/tree/equal-titles.ts';
import { DeskContext, useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import type { Scene } from '../../session/window/app-session.ts';
import type { Desk } from '../../session/window/tree-desks.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { BesideHead } from '../BesideHead.tsx';
import { useCommands } from '../commands.ts';
import { TreeRow } from '../grove/TreeRow.tsx';
import { ConversationPane } from './ConversationPane.tsx';
import styles from './ConversationTab.module.css';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

export interface ConversationTabProps {
  readonly grove: Grove;
  /** The tree that the window shows beside the manuscript. */
  readonly companion: Desk | null;
  readonly nonce: string;
}

/** The conversations about the shown manuscript, or one of them beside it (`agents.md`, *Where it talks*). */
export function ConversationTab({ grove, companion, nonce }: ConversationTabProps) {
  const session = useAppSession();
  const { topics } = session;
  const { treeId } = useTreeDesk();
  useStore(topics.chosen);
  const chosen = topics.findChosen(treeId);
  const chosenId = chosen?.id ?? null;
  useEffect(() => void session.showCompanion(chosenId), [session, chosenId]);
  useEffect(() => () => void session.showCompanion(null), [session]);
  const shown = companion?.mode === 'dialogue' && companion.tree.treeId === chosenId ? companion : null;
  // After the composer has appeared, and asked whether it takes the keyboard.
  useEffect(() => {
    if (shown !== null) topics.onShown(shown);
  }, [topics, shown]);
  if (chosen === null) return <List grove={grove} />;
  const title = distinctTitle(chosen, session.trees.all);
  return (
    <div className={shared.column}>
      <BesideHead
        title={title}
        all={ALL_CONVERSATIONS}
        onAll={() => topics.choose(treeId, null)}
        widen={{ label: FULL_WIDTH, command: 'conversation.widen' }}
        begin={grove.readOnly ? null : { label: NEW_ABOUT_TREE, command: 'conversation.aboutTree' }}
      />
      {shown !== null && (
        <DeskContext value={shown}>
          {!grove.readOnly && <FollowsMe conversation={chosen} />}
          <ConversationPane
            key={chosen.id}
            beside
            title={title}
            topic={null}
            agents={grove.agents}
            writerId={grove.writerId}
            readOnly={grove.readOnly}
            takesFocus={topics.takesFocus(chosen.id)}
            nonce={nonce}
          />
        </DeskContext>
      )}
    </div>
  );
}

/** The conversations about the shown manuscript, newest first. */
function List({ grove }: { readonly grove: Grove }) {
  const commands = useCommands();
  const { topics, trees } = useAppSession();
  const { treeId } = useTreeDesk();
  const notes = notesOnEqualTitles(trees.all);
  const conversations = topics.list(treeId);
  return (
    <div className={styles.list}>
      {conversations.length === 0 ? (
        <p className={styles.hint}>{WHAT_AGENTS_DO}</p>
      ) : (
        <ul aria-label={CONVERSATIONS_ABOUT_TREE}>
          {conversations.map((tree) => (
            <TreeRow
              key={tree.id}
              tree={tree}
              note={notes.get(tree.id)}
              isShown={false}
              readOnly={grove.readOnly}
              canRemove
              onOpen={() => topics.choose(treeId, tree.id)}
            />
          ))}
        </ul>
      )}
      {!grove.readOnly && (
        <div className={styles.begin}>
          {conversations.length === 0 && (
            <Button onClick={() => commands.run('conversation.letRead')}>{LET_AGENT_READ}</Button>
          )}
          <Button
            variant={conversations.length === 0 ? 'quiet' : 'plain'}
            hint={commands.hint('conversation.aboutTree')}
            onClick={() => commands.run('conversation.aboutTree')}
          >
            {NEW_ABOUT_TREE}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FollowsMeProps {
  /** About a manuscript. */
  readonly conversation: LoomTree;
}

/**
 * The setting by which the loom-aware agents of a conversation act from the writer's place in the manuscript
 * (`agents.md`, *A turn*); shown only where one of them would answer.
 */
function FollowsMe({ conversation }: FollowsMeProps) {
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
