import { useRef, useState } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { rememberFocus } from '../../session/remember-focus.ts';
import { grantableFocus, type Note, type ShownNode } from '../../session/tree/node-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import { Author } from './Author.tsx';
import { formatTime } from './format-node.ts';
import { NoteField } from './NoteField.tsx';
import styles from './Notes.module.css';

interface NotesProps {
  readonly grove: ShownGrove;
  readonly shown: ShownNode;
}

/** The notes on a node. They are not part of the text and are never sent to models. */
export function Notes({ grove, shown }: NotesProps) {
  const tree = useTreeDesk();
  const { node } = tree;
  const commands = useCommands();
  const writing = useStore(node.unsavedNote);
  /** The note just removed; it stays in the list with an Undo button. */
  const [justRemoved, setJustRemoved] = useState<PositionId | null>(null);
  /** Whether the focus came from the text, and returns there. */
  const cameFromText = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);

  useFocusRequest(node.focusRequest, (target) => {
    const part = grantableFocus(target, shown, writing);
    if (part === 'notes') heading.current?.focus();
    else if (part === 'write') {
      cameFromText.current = true;
      if (node.unsavedNote.get() === null) node.startNote(null);
      else section.current?.querySelector('textarea')?.focus();
    } else return false;
    return true;
  });

  const leaveField = (movesFocus: boolean) => {
    if (movesFocus && cameFromText.current) tree.focus();
    else if (movesFocus) heading.current?.focus();
    cameFromText.current = false;
  };
  const save = async () => {
    const isFocusKept = rememberFocus();
    if (await node.saveNote()) leaveField(isFocusKept());
  };
  const cancel = () => {
    node.cancelNote();
    leaveField(true);
  };
  const setKept = async (note: Note, kept: boolean) => {
    const isFocusKept = rememberFocus();
    if (!(await node.setNoteKept(note.nodeId, kept))) return;
    setJustRemoved(kept ? null : note.positionId);
    if (isFocusKept()) heading.current?.focus();
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
                  <Button variant="quiet" onClick={() => void setKept(note, true)}>
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
                  onRemove={() => void setKept(note, false)}
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
                  <Button variant="quiet" onClick={() => void setKept(note, true)}>
                    Restore
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
          <Button variant="quiet" onClick={onEdit}>
            Edit
          </Button>
          <Button variant="quiet" onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </>
  );
}
