import type { Scene } from '../../session/app-session.ts';
import { useAppSession, useOpenTree, useStore } from '../../session/hooks.ts';
import { findAgent, type OpenTree } from '../../session/open-tree.ts';
import styles from './StatusBar.module.css';

type Grove = Extract<Scene, { kind: 'grove' }>['grove'];

const NUMBER = new Intl.NumberFormat('en');

/** Where the caret is, how long the text is, who would be asked, and whether what was typed is safe. */
export function StatusBar({ grove }: { readonly grove: Grove }) {
  const tree = useOpenTree();
  const caret = useStore(tree.summary);
  const settings = useStore(tree.settings);
  useStore(tree.path.mirror);
  const agent = findAgent(grove, settings.agentId);
  const words = caret?.words ?? 0;
  return (
    // It changes with every move of the caret: read when asked for, announced by the log instead.
    <div className={styles.bar} role="status" aria-label="Status" aria-live="off">
      <span className={styles.part}>{placeOf(tree, grove)}</span>
      <span className={styles.part}>
        {NUMBER.format(words)} {words === 1 ? 'word' : 'words'}
      </span>
      {agent !== undefined && (
        <span className={styles.part}>
          {agent.name} · {settings.count} × {settings.maxTokens}
        </span>
      )}
      <span className={styles.saved}>
        <Saved readOnly={grove.readOnly} />
      </span>
    </div>
  );
}

/** `node 5 of 5 · Writer · 2 of 3 · v2`: what is one of one is left out. */
function placeOf(tree: OpenTree, grove: Grove): string {
  const caret = tree.summary.get();
  if (caret === null) return '';
  if (caret.pathLength === 0) return 'the beginning';
  const parts = [`node ${caret.nodeNumber} of ${caret.pathLength}`];
  const current = caret.currentPositionId;
  const header = current === null ? undefined : tree.path.findHeader(current);
  if (header !== undefined) {
    parts.push(findAgent(grove, header.authorId)?.name ?? 'Unknown');
    if (header.siblingCount > 1) parts.push(`${header.siblingIndex} of ${header.siblingCount}`);
    if (header.versionCount > 1) parts.push(`v${header.versionIndex}`);
  }
  return parts.join(' · ');
}

/** Three truths and no more (`storage.md`, *Typed text*). */
function Saved({ readOnly }: { readonly readOnly: boolean }) {
  const { save } = useAppSession();
  const { draft } = useOpenTree();
  const file = useStore(save);
  const { unsent, error } = useStore(draft.status);
  const trouble = error ?? (file.state === 'notSaved' ? file.error : null);
  if (readOnly) return <>Read only</>;
  if (trouble !== null) {
    return (
      <strong className={styles.trouble} title={trouble.detail}>
        Not saved <span className={styles.why}>· {trouble.sentence}</span>
      </strong>
    );
  }
  return <>{unsent || file.state === 'saving' ? 'Saving…' : 'Saved'}</>;
}
