import { useEffect, useRef, useState } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { useOpenTree, useStore } from '../../session/hooks.ts';
import { grantable, type Note, type ShownNode } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { Author } from './Author.tsx';
import { formatTime } from './format-node.ts';
import { NoteField } from './NoteField.tsx';
import styles from './Notes.module.css';

interface NotesProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** The notes on a node: never part of the text, nor of what models are sent. */
export function Notes({ grove, shown }: NotesProps) {
  const tree = useOpenTree();
  const { node } = tree;
  const commands = useCommands();
  const wish = useStore(node.focusRequest);
  const writing = useStore(node.writing);
  /** Taken away here and now: it stays in its place, with a way back. */
  const [justRemoved, setJustRemoved] = useState<PositionId | null>(null);
  /** The keyboard goes back to the text if it came from there. */
  const cameFromText = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);

  const asked = grantable(wish, shown, writing);
  useEffect(() => {
    if (asked === 'notes') heading.current?.focus();
    else if (asked === 'write') {
      cameFromText.current = true;
      if (node.writing.get() === null) node.startNote(null);
      else section.current?.querySelector('textarea')?.focus();
    } else return;
    node.clearFocusRequest();
  }, [node, asked]);

  const leaveField = () => {
    if (cameFromText.current) tree.focusManuscript();
    else heading.current?.focus();
    cameFromText.current = false;
  };
  const save = async () => {
    if (await node.saveNote()) leaveField();
  };
  const cancel = () => {
    node.cancelNote();
    leaveField();
  };
  const keep = async (note: Note, kept: boolean) => {
    if (!(await node.keepNote(note.nodeId, kept))) return;
    setJustRemoved(kept ? null : note.positionId);
    heading.current?.focus();
  };

  const listed = shown.notes.filter((note) => !note.removed || note.positionId === justRemoved);
  const removed = shown.notes.filter((note) => note.removed && note.positionId !== justRemoved);
  return (
    <section ref={section} className={styles.notes} aria-labelledby="node-notes">
      <h3 ref={heading} id="node-notes" className={styles.heading} tabIndex={-1}>
        Notes
      </h3>
      {listed.length > 0 && (
        <ul className={styles.list}>
          {listed.map((note) => (
            <li key={note.positionId} className={styles.item}>
              {note.removed ? (
                <p className={styles.removed}>
                  Note removed.{' '}
                  <Button look="quiet" onClick={() => void keep(note, true)}>
                    Undo
                  </Button>
                </p>
              ) : writing?.note?.positionId === note.positionId ? (
                <NoteField
                  label="Note"
                  text={writing.text}
                  onType={(text) => node.typeNote(text)}
                  onSave={() => void save()}
                  onCancel={cancel}
                />
              ) : (
                <WrittenNote
                  grove={grove}
                  note={note}
                  onEdit={() => node.startNote(note)}
                  onRemove={() => void keep(note, false)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {writing !== null && writing.note === null ? (
        <NoteField
          label="New note"
          text={writing.text}
          onType={(text) => node.typeNote(text)}
          onSave={() => void save()}
          onCancel={cancel}
        />
      ) : (
        !grove.readOnly && (
          <Button hint={commands.hint('note.add')} onClick={() => node.startNote(null)}>
            Add a note
          </Button>
        )
      )}
      {removed.length > 0 && (
        <details className={styles.more}>
          <summary>Removed notes ({removed.length})</summary>
          <ul className={styles.list}>
            {removed.map((note) => (
              <li key={note.positionId} className={styles.item}>
                <p className={styles.text}>{note.text}</p>
                {!grove.readOnly && (
                  <Button look="quiet" onClick={() => void keep(note, true)}>
                    Bring back
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface WrittenNoteProps {
  readonly grove: ShownGrove;
  readonly note: Note;
  onEdit(): void;
  onRemove(): void;
}

function WrittenNote({ grove, note, onEdit, onRemove }: WrittenNoteProps) {
  return (
    <>
      <p className={styles.text}>{note.text}</p>
      <p className={styles.about}>
        <Author grove={grove} agentId={note.authorId} /> · {formatTime(note.createdAt)}
        {note.versionCount > 1 && ` · ${note.versionCount} versions`}
      </p>
      {!grove.readOnly && (
        <div className={styles.actions}>
          <Button look="quiet" onClick={onEdit}>
            Edit
          </Button>
          <Button look="quiet" onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </>
  );
}
