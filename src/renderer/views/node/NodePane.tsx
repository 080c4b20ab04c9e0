import { useEffect, useRef } from 'react';
import type { ShownGrove } from '../../session/app-session.ts';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { grantable } from '../../session/node-session.ts';
import { AnswerRecord } from './AnswerRecord.tsx';
import { NodeFacts } from './NodeFacts.tsx';
import styles from './NodePane.module.css';
import { Notes } from './Notes.tsx';
import { Versions } from './Versions.tsx';

/** Everything about the caret's node: what it is, its versions, its notes and the record of its answer. */
export function NodePane({ grove }: { readonly grove: ShownGrove }) {
  const tree = useOpenTree();
  const shown = useStore(tree.node.shown);
  const wish = useStore(tree.node.wish);
  const writing = useStore(tree.node.writing);
  const heading = useRef<HTMLHeadingElement>(null);
  useStore(tree.path.mirror);

  useEffect(() => tree.node.watch(), [tree]);
  const asked = shown === null ? null : grantable(wish, shown, writing);
  useEffect(() => {
    if (asked !== 'about') return;
    heading.current?.focus();
    tree.node.wishGranted();
  }, [tree, asked]);

  if (shown === null) return <p className={styles.empty}>Reading…</p>;
  const { positionId, details } = shown;
  const number = tree.path.indexOf(positionId) + 1;
  return (
    <div className={styles.pane}>
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        {number === 0 ? 'The beginning' : `Node ${number} of ${tree.path.length}`}
      </h2>
      {number === 0 ? (
        <p className={styles.soft}>There is no text here yet. Notes here are about the whole tree.</p>
      ) : (
        <NodeFacts grove={grove} shown={shown} />
      )}
      <Notes key={positionId} grove={grove} shown={shown} />
      {number > 0 && <Versions key={`versions ${positionId}`} grove={grove} shown={shown} />}
      {details.node.responseId !== null && <AnswerRecord key={`record ${details.node.id}`} />}
    </div>
  );
}
