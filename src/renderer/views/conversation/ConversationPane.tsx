import { useEffect, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { ABOUT } from '../../../ui-text/dialogue/messages.ts';
import { distinctTitle } from '../../../ui-text/tree/equal-titles.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { FindBar } from '../manuscript/FindBar.tsx';
import { setTypography } from '../manuscript/typography.ts';
import { PaneHeader } from '../PaneHeader.tsx';
import { TraceView } from '../turns/TraceView.tsx';
import { TurnLines } from '../turns/TurnLines.tsx';
import { ViewSwitch } from '../turns/ViewSwitch.tsx';
import { RegenerateDialog } from './asking/RegenerateDialog.tsx';
import { Composer } from './Composer.tsx';
import styles from './ConversationPane.module.css';
import { MessageFeed } from './MessageFeed.tsx';
import { TopicSent } from './TopicSent.tsx';

export interface ConversationPaneProps {
  readonly title: string;
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  /** The manuscript that it is about; named above it, with the way there. */
  readonly topic: LoomTree | null;
  /** It is beside another text, which has the title. */
  readonly beside?: true;
  /** The composer takes the keyboard when it appears. */
  readonly takesFocus: boolean;
  /** For the style sheets that CodeMirror creates. */
  readonly nonce: string;
}

/** A conversation: its messages, with the title above and the composer below. */
export function ConversationPane(props: ConversationPaneProps) {
  const { title, topic, agents, writerId, readOnly, beside, takesFocus, nonce } = props;
  const desk = useDialogueDesk();
  const session = useAppSession();
  const { focusMode } = useStore(session.preferences);
  const isTrace = useStore(session.turns.tracedTrees).has(desk.tree.treeId);
  const commands = useCommands();
  const pane = useRef<HTMLElement>(null);

  useEffect(() => {
    const update = () => {
      if (pane.current !== null) setTypography(pane.current, session.preferences.get());
    };
    update();
    return session.preferences.subscribe(update);
  }, [session]);

  const { thoughts, ofMessages } = session.turns;
  const { treeId } = desk.tree;
  useEffect(() => thoughts.watch(treeId), [thoughts, treeId]);
  useEffect(() => ofMessages.watch(treeId), [ofMessages, treeId]);
  const target = session.turns.findTarget(treeId);
  useEffect(() => session.proposals.lists.watch(target), [session, target]);

  // The window lost the keyboard.
  useEffect(() => {
    const onBlur = () => void desk.onBlur();
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  }, [desk]);

  const Pane = beside ? 'section' : 'main';
  return (
    <Pane
      ref={pane}
      className={styles.pane}
      aria-label={beside && title}
      data-focus={focusMode ? 'on' : 'off'}
      data-beside={beside}
      onFocus={() => session.activate(desk)}
    >
      {!beside && <PaneHeader title={title} />}
      {topic !== null && (
        <p className={styles.topic}>
          {ABOUT}{' '}
          <Button
            variant="quiet"
            hint={commands.hint('conversation.goToTopic')}
            onClick={() => commands.run('conversation.goToTopic')}
          >
            {distinctTitle(topic, session.trees.all)}
          </Button>
        </p>
      )}
      <ViewSwitch agents={agents} />
      {isTrace ? (
        <TraceView agents={agents} readOnly={readOnly} />
      ) : (
        <>
          <MessageFeed
            agents={agents}
            writerId={writerId}
            readOnly={readOnly}
            beside={beside === true}
            nonce={nonce}
          />
          <FindBar readOnly />
        </>
      )}
      <TurnLines agents={agents} readOnly={readOnly} />
      <RegenerateDialog agents={agents} />
      {!readOnly && <TopicSent />}
      <Composer
        agents={agents}
        writerId={writerId}
        readOnly={readOnly}
        takesFocus={takesFocus}
        nonce={nonce}
      />
    </Pane>
  );
}
