import { useEffect, useRef } from 'react';
import { NOT_ON_PATH, NOTES_OF_TREE, nodeNumber, THE_BEGINNING } from '../../../ui-text/node/facts.ts';
import { NOTE_ELSEWHERE } from '../../../ui-text/node/notes.ts';
import { RECORD } from '../../../ui-text/node/record.ts';
import { LOADING } from '../../../ui-text/window/buttons.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { grantableFocus } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import { AnswerRecord } from './AnswerRecord.tsx';
import { NodeFacts } from './NodeFacts.tsx';
import styles from './NodePane.module.css';
import { NodeSummary } from './NodeSummary.tsx';
import { Notes } from './Notes.tsx';
import { TextRuns } from './TextRuns.tsx';
import { Versions } from './Versions.tsx';

/** Everything about the caret's node: facts, notes, versions and the record of its answer. */
export function NodePane({ grove }: { readonly grove: ShownGrove }) {
  const tree = useTreeDesk();
  const shown = useStore(tree.node.shown);
  const writing = useStore(tree.node.unsavedNote);
  const heading = useRef<HTMLHeadingElement>(null);
  useStore(tree.path.mirror);

  useEffect(() => tree.node.watch(), [tree]);
  useFocusRequest(tree.node.focusRequest, (target) => {
    if (shown === null || grantableFocus(target, shown, writing) !== 'about') return false;
    heading.current?.focus();
    return true;
  });

  if (shown === null) return <p className={styles.empty}>{LOADING}</p>;
  const { positionId, details } = shown;
  const number = tree.path.indexOf(positionId) + 1;
  const isRoot = positionId === tree.path.rootPositionId;
  return (
    <div className={styles.pane}>
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        {isRoot ? THE_BEGINNING : number > 0 ? nodeNumber(number, tree.path.length) : NOT_ON_PATH}
      </h2>
      {writing !== null && <NoteElsewhere />}
      {isRoot ? <p className={styles.soft}>{NOTES_OF_TREE}</p> : <NodeFacts grove={grove} shown={shown} />}
      {!isRoot && <NodeSummary grove={grove} shown={shown} />}
      <Notes key={positionId} grove={grove} shown={shown} />
      <TextRuns key={`runs ${details.node.id}`} grove={grove} shown={shown} />
      {!isRoot && <Versions key={`versions ${positionId}`} grove={grove} shown={shown} />}
      {details.node.responseId !== null && (
        <AnswerRecord key={`record ${details.node.id}`} nodeId={details.node.id} summary={RECORD} />
      )}
    </div>
  );
}

/** Shown while an unsaved note keeps the tab on a node that the caret has left. */
function NoteElsewhere() {
  const { node } = useTreeDesk();
  const atCaret = useStore(node.atCaret);
  if (atCaret) return null;
  return <p className={styles.soft}>{NOTE_ELSEWHERE}</p>;
}
