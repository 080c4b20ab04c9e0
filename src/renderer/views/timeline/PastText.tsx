import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { PAST_TEXT } from '../../../ui-text/history/timeline.ts';
import { createPastManuscript, type PastManuscript } from '../../editor/index.ts';
import { useAppSession, useBufferDesk, useStore } from '../../session/hooks.ts';
import styles from './PastText.module.css';
import { isLetter, typesText } from './types-text.ts';

export interface PastTextProps {
  readonly agents: readonly Agent[];
  readonly writerId: Agent['id'];
  readonly nonce: string;
}

/** A past state of the text, over the manuscript; nothing while now is shown. */
export function PastText(props: PastTextProps) {
  const { timeline } = useBufferDesk();
  const isPast = useStore(timeline.state).past !== null;
  return isPast ? <ShownPast {...props} /> : null;
}

function ShownPast({ agents, writerId, nonce }: PastTextProps) {
  const { tree, timeline } = useBufferDesk();
  const { preferences, spelling } = useAppSession();
  const { past } = useStore(timeline.state);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<PastManuscript>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: agents have an effect of their own
  useEffect(() => {
    const parent = host.current;
    const content = timeline.state.get().past;
    if (parent === null || content === null) return;
    const preferred = () => ({ ...preferences.get(), ownWords: spelling.accepted.get() });
    const shown = createPastManuscript({
      parent,
      content: { ...content, rootPositionId: tree.path.rootPositionId },
      writerId,
      authors: agents,
      preferences: preferred(),
      nonce,
      label: PAST_TEXT,
      place: timeline.place,
      onSummary: (summary) => timeline.onPastSummary(summary),
    });
    editor.current = shown;
    timeline.attachPast(shown);
    const stop = preferences.subscribe(() => shown.setPreferences(preferred()));
    return () => {
      stop();
      timeline.attachPast(null);
      editor.current = null;
      shown.destroy();
    };
  }, [tree, timeline, preferences, spelling, writerId, nonce]);

  useEffect(() => {
    if (past !== null) editor.current?.show(past, timeline.replay.state.get().isRunning);
  }, [past, timeline]);
  useEffect(() => editor.current?.setAuthors(agents), [agents]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!typesText(event)) return;
    event.preventDefault();
    timeline.returnAndType(isLetter(event.key) ? event.key : '');
  };
  return <div ref={host} className={styles.past} onKeyDownCapture={onKeyDown} />;
}
