import { useEffect, useRef } from 'react';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { grantable } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { AnswerRecord } from './AnswerRecord.tsx';
import { NodeFacts } from './NodeFacts.tsx';
import styles from './NodePane.module.css';
import { Notes } from './Notes.tsx';
import { Versions } from './Versions.tsx';

/** Everything about the caret's node: what it is, its versions, its notes and the record of its answer. */
export function NodePane({ grove }: { readonly grove: ShownGrove }) {
  const tree = useOpenTree();
  const shown = useStore(tree.node.shown);
  const wish = useStore(tree.node.focusRequest);
  const writing = useStore(tree.node.writing);
  const heading = useRef<HTMLHeadingElement>(null);
  useStore(tree.path.mirror);

  useEffect(() => tree.node.watch(), [tree]);
  const asked = shown === null ? null : grantable(wish, shown, writing);
  useEffect(() => {
    if (asked !== 'about') return;
    heading.current?.focus();
    tree.node.clearFocusRequest();
  }, [tree, asked]);

  if (shown === null) return <p className={styles.empty}>Reading…</p>;
  const { positionId, details } = shown;
  const number = tree.path.indexOf(positionId) + 1;
  const isRoot = positionId === tree.path.rootPositionId;
  return (
    <div className={styles.pane}>
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        {isRoot ? 'The beginning' : number > 0 ? `Node ${number} of ${tree.path.length}` : 'Not on the path'}
      </h2>
      {writing !== null && <NoteElsewhere />}
      {isRoot ? (
        <p className={styles.soft}>There is no text here yet. Notes here are about the whole tree.</p>
      ) : (
        <NodeFacts grove={grove} shown={shown} />
      )}
      <Notes key={positionId} grove={grove} shown={shown} />
      {!isRoot && <Versions key={`versions ${positionId}`} grove={grove} shown={shown} />}
      {details.node.responseId !== null && <AnswerRecord key={`record ${details.node.id}`} />}
    </div>
  );
}

/** Said while the caret went on and a note that is begun keeps the tab here. */
function NoteElsewhere() {
  const { node } = useOpenTree();
  const atCaret = useStore(node.atCaret);
  if (atCaret) return null;
  return <p className={styles.soft}>The caret is in another node. The note here is not saved yet.</p>;
}
