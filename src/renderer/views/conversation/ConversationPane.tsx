import { useEffect, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import { FindBar } from '../manuscript/FindBar.tsx';
import { setTypography } from '../manuscript/typography.ts';
import { PaneHeader } from '../PaneHeader.tsx';
import { Composer } from './Composer.tsx';
import styles from './ConversationPane.module.css';
import { MessageFeed } from './MessageFeed.tsx';

export interface ConversationPaneProps {
  readonly title: string;
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly readOnly: boolean;
  /** For the style sheets that CodeMirror creates. */
  readonly nonce: string;
}

/** A conversation: its messages, with the title above and the composer below. */
export function ConversationPane({ title, agents, writerId, readOnly, nonce }: ConversationPaneProps) {
  const desk = useDialogueDesk();
  const session = useAppSession();
  const { focusMode } = useStore(session.preferences);
  const pane = useRef<HTMLElement>(null);

  useEffect(() => {
    const update = () => {
      if (pane.current !== null) setTypography(pane.current, session.preferences.get());
    };
    update();
    return session.preferences.subscribe(update);
  }, [session]);

  // The window lost the keyboard.
  useEffect(() => {
    const onBlur = () => void desk.onBlur();
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  }, [desk]);

  return (
    <main
      ref={pane}
      className={styles.pane}
      data-focus={focusMode ? 'on' : 'off'}
      onFocus={() => session.activate(desk)}
    >
      <PaneHeader title={title} />
      <MessageFeed agents={agents} writerId={writerId} readOnly={readOnly} nonce={nonce} />
      <FindBar readOnly />
      <Composer agents={agents} writerId={writerId} readOnly={readOnly} nonce={nonce} />
    </main>
  );
}
