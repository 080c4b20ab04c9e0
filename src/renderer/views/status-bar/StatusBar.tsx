import {
  useAppSession,
  useBufferDesk,
  useDesk,
  useDialogueDesk,
  useSelected,
  useStore,
  useStoreSoon,
  useTreeDesk,
} from '../../session/hooks.ts';
import type { Scene } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { formatWordCount } from './format-counts.ts';
import { formatPosition } from './format-position.ts';
import { SaveStatus } from './SaveStatus.tsx';
import { SessionTarget } from './SessionTarget.tsx';
import styles from './StatusBar.module.css';
import { WorkingAgents } from './WorkingAgents.tsx';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

/**
 * The caret's position, the length of the text, the agents that would be asked, and the save state. In focus
 * mode only the session target and the save state.
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
      aria-label="Status"
      aria-live="off"
      data-quiet={focusMode || undefined}
    >
      {!focusMode && (isManuscript ? <PositionSummary grove={grove} /> : <MessageSummary grove={grove} />)}
      {isManuscript && <SessionTarget />}
      {!focusMode && <GenerationSummary grove={grove} />}
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
  const position = useSelected(summary, (caret) => {
    if (caret === null) return null;
    const current = caret.currentPositionId;
    return formatPosition(caret, current === null ? undefined : tree.path.findHeader(current), grove);
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
  useStore(tree.path.mirror);
  if (current === null) return null;
  const header =
    current.currentPositionId === null ? undefined : tree.path.findHeader(current.currentPositionId);
  const spoken = header === undefined ? undefined : { ...header, authorId: header.speakerId };
  return <span className={styles.part}>{formatPosition(current, spoken, grove, 'message')}</span>;
}

/** Which agents would be asked, for how many continuations of how many tokens. */
function GenerationSummary({ grove }: { readonly grove: Grove }) {
  const settings = useStore(useTreeDesk().choice.store);
  const [first, ...others] = settings.agentIds;
  const agent = findAgent(grove, first ?? null);
  if (agent === undefined) return null;
  return (
    <span className={styles.part}>
      {agent.name}
      {others.length > 0 && ` + ${others.length}`} · {settings.count} × {settings.maxTokens}
    </span>
  );
}
