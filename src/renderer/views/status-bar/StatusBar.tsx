import { useAppSession, useOpenTree, useStore } from '../../session/hooks.ts';
import type { Scene } from '../../session/window/app-session.ts';
import { findAgent } from '../../session/window/find-agent.ts';
import { wordsOf } from './counts.ts';
import { placeOf } from './place-of.ts';
import { Saved } from './Saved.tsx';
import { SessionTarget } from './SessionTarget.tsx';
import styles from './StatusBar.module.css';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

/**
 * Where the caret is, how long the text is, who would be asked, and whether what was typed is safe. In focus mode only
 * what the writer set out to write and what is safe.
 */
export function StatusBar({ grove }: { readonly grove: Grove }) {
  const { preferences } = useAppSession();
  const { focusMode } = useStore(preferences);
  return (
    // It changes with every move of the caret: read when asked for, announced by the log instead.
    <div
      className={styles.bar}
      role="status"
      aria-label="Status"
      aria-live="off"
      data-quiet={focusMode || undefined}
    >
      {!focusMode && <Place grove={grove} />}
      <SessionTarget />
      {!focusMode && <Asked grove={grove} />}
      <span className={styles.saved}>
        <Saved readOnly={grove.readOnly} />
      </span>
    </div>
  );
}

function Place({ grove }: { readonly grove: Grove }) {
  const tree = useOpenTree();
  const caret = useStore(tree.summary);
  useStore(tree.path.mirror);
  if (caret === null) return null;
  const current = caret.currentPositionId;
  const header = current === null ? undefined : tree.path.findHeader(current);
  return (
    <>
      <span className={styles.part}>{placeOf(caret, header, grove)}</span>
      <span className={styles.part}>{wordsOf(caret)}</span>
    </>
  );
}

/** Who would be asked, for how many continuations of how many tokens. */
function Asked({ grove }: { readonly grove: Grove }) {
  const settings = useStore(useOpenTree().choice.store);
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
