import { useMemo } from 'react';
import { STATUS } from '../../../ui-text/save-trouble.ts';
import { MessageRows } from '../../session/dialogue/message-rows.ts';
import {
  useAppSession,
  useBufferDesk,
  useDesk,
  useDialogueDesk,
  useSelected,
  useStore,
  useStoreSoon,
} from '../../session/hooks.ts';
import type { Scene } from '../../session/window/app-session.ts';
import { formatWordCount } from './format-counts.ts';
import { formatPosition } from './format-position.ts';
import { SaveStatus } from './SaveStatus.tsx';
import { SessionTarget } from './SessionTarget.tsx';
import styles from './StatusBar.module.css';
import { WorkingAgents } from './WorkingAgents.tsx';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

/**
 * The caret's position, the length of the text, and the save state. In focus mode only the session target, who works and
 * the save state, for the pointer and the keyboard; trouble always shows.
 */
export function StatusBar({ grove }: { readonly grove: Grove }) {
  const { preferences } = useAppSession();
  const isManuscript = useDesk().mode === 'buffer';
  const { focusMode } = useStore(preferences);
  return (
    // It changes whenever the caret moves, so it is not live; the log makes the announcements.
    <div
      className={styles.bar}
      role="status"
      aria-label={STATUS}
      aria-live="off"
      data-quiet={focusMode || undefined}
    >
      {!focusMode && (isManuscript ? <PositionSummary grove={grove} /> : <MessageSummary grove={grove} />)}
      {isManuscript && <SessionTarget />}
      <WorkingAgents grove={grove} />
      <span className={styles.saved}>
        <SaveStatus readOnly={grove.readOnly} />
      </span>
    </div>
  );
}

function PositionSummary({ grove }: { readonly grove: Grove }) {
  const { tree, summary } = useBufferDesk();
  const counts = useStoreSoon(summary);
  useStore(tree.path.mirror);
  useStore(tree.authors.typed);
  const position = useSelected(summary, (caret) => {
    if (caret === null) return null;
    const current = caret.currentPositionId;
    const header = current === null ? undefined : tree.path.findHeader(current);
    const authors = (current === null ? undefined : tree.authors.at(current)) ?? [];
    return formatPosition(caret, header, authors, grove);
  });
  if (position === null || counts === null) return null;
  return (
    <>
      <span className={styles.part}>{position}</span>
      <span className={styles.part}>{formatWordCount(counts)}</span>
    </>
  );
}

function MessageSummary({ grove }: { readonly grove: Grove }) {
  const { tree, place } = useDialogueDesk();
  const current = useStore(place);
  const { headers } = useStore(tree.path.mirror);
  useStore(tree.authors.typed);
  const rows = useMemo(() => new MessageRows(headers), [headers]);
  if (current === null) return null;
  // A reply that was continued is one message.
  const nodeNumber = rows.rowOf(current.nodeNumber - 1) + 1;
  const header =
    current.currentPositionId === null ? undefined : tree.path.findHeader(current.currentPositionId);
  // A message is its speaker's, however much of it others have edited.
  const authors = new Set(header && [header.speakerId, ...(tree.authors.at(header.positionId) ?? [])]);
  return (
    <span className={styles.part}>
      {formatPosition({ ...current, nodeNumber, pathLength: rows.count }, header, [...authors], grove)}
    </span>
  );
}
