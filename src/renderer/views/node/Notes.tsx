import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { authorsOf } from '../../../core/provenance/who-wrote.ts';
import { MAX_REMARK_LENGTH } from '../../../core/text/limits.ts';
import {
  ADD_NOTE,
  EDIT,
  NOTE,
  NOTE_REMOVED,
  NOTES,
  REMOVE,
  removedNotes,
  SAVE,
} from '../../../ui-text/node/notes.ts';
import { ADD_TAG_TO_NOTE, TAG, TAGS_OF_NOTE } from '../../../ui-text/tags.ts';
import { dateAndTime } from '../../../ui-text/time.ts';
import { versionsCount } from '../../../ui-text/tree/versions.ts';
import { RESTORE } from '../../../ui-text/window/buttons.ts';
import {
  CONTINUE_NOTE,
  DISCARD_NOTE,
  GO_TO_PHRASE,
  newNoteOn,
  quoted,
  unsavedNoteOn,
} from '../../../ui-text/window/marks.ts';
import { UNDO } from '../../../ui-text/window/notices.ts';
import { rememberFocus } from '../../session/focus.ts';
import { useAppSession, useStore, useTreeDesk } from '../../session/hooks.ts';
import { grantableFocus, type Note, type ShownNode } from '../../session/tree/node-session.ts';
import type { UnsavedNote } from '../../session/tree/note-drafts.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { useCommands } from '../commands.ts';
import { useFieldLinks } from '../links/use-field-links.tsx';
import { TagsOf } from '../tags/TagsOf.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import { Author } from './Author.tsx';
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
  const drafts = useStore(node.drafts.list).filter(({ positionId }) => positionId === shown.positionId);
  /** The note just removed; it stays in the list with an Undo button. */
  const [justRemoved, setJustRemoved] = useState<PositionId | null>(null);
  /** The focus came from the text, and returns there. */
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
  const field = {
    onType: (text: string) => node.typeNote(text),
    onSave: () => void save(),
    onLeave: () => {
      node.leaveNote();
      leaveField(true);
    },
    onDiscard: () => {
      node.discardNote();
      leaveField(true);
    },
  };
  const goTo = (note: Note) => {
    const anchor = tree.anchors.findNote(note.positionId);
    if (anchor !== undefined && tree.navigation.placeCaretAtAnchor(anchor.anchorId)) tree.focus();
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
      <h3 ref={heading} id="node-notes" className={shared.paneHeading} tabIndex={-1}>
        {NOTES}
      </h3>
      {listed.length > 0 && (
        <ul className={`${shared.paneList} ${styles.list}`}>
          {listed.map((note) => (
            <li key={note.positionId} className={styles.item}>
              {note.removed ? (
                <p className={styles.removed}>
                  {NOTE_REMOVED}{' '}
                  <Button variant="quiet" onClick={() => void setKept(note, true)}>
                    {UNDO}
                  </Button>
                </p>
              ) : writing?.note?.positionId === note.positionId ? (
                <NoteField label={NOTE} text={writing.text} nodeId={note.nodeId} {...field} />
              ) : (
                <WrittenNote
                  grove={grove}
                  note={note}
                  onGoTo={() => goTo(note)}
                  onEdit={() => node.startNote(note)}
                  onRemove={() => void setKept(note, false)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {drafts.map((draft) => (
        <div key={draftKey(draft)} className={styles.draft}>
          <p className={styles.about}>{unsavedNoteOn(draft.phrase?.text ?? null)}</p>
          <p className={styles.text}>{draft.text}</p>
          <div className={styles.actions}>
            <Button variant="quiet" onClick={() => node.continueNote(draft)}>
              {CONTINUE_NOTE}
            </Button>
            <Button variant="quiet" onClick={() => node.drafts.remove(draft)}>
              {DISCARD_NOTE}
            </Button>
          </div>
        </div>
      ))}
      {writing !== null && writing.note === null ? (
        <NoteField
          label={newNoteOn(writing.phrase?.text ?? null)}
          text={writing.text}
          nodeId={null}
          {...field}
        />
      ) : (
        !grove.readOnly && (
          <Button hint={commands.hint('note.add')} onClick={() => node.startNote(null)}>
            {ADD_NOTE}
          </Button>
        )
      )}
      {removed.length > 0 && (
        <details className={styles.more}>
          <summary>{removedNotes(removed.length)}</summary>
          <ul className={`${shared.paneList} ${styles.list}`}>
            {removed.map((note) => (
              <li key={note.positionId} className={styles.item}>
                <p className={styles.text}>{note.text}</p>
                {!grove.readOnly && (
                  <Button variant="quiet" onClick={() => void setKept(note, true)}>
                    {RESTORE}
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
  /** Puts the caret at the words that it is on. */
  onGoTo(): void;
  onEdit(): void;
  onRemove(): void;
}

function WrittenNote({ grove, note, onGoTo, onEdit, onRemove }: WrittenNoteProps) {
  const { tags } = useAppSession();
  const { treeId } = useTreeDesk();
  return (
    <>
      {note.quote !== null && (
        <button type="button" className={styles.quote} title={GO_TO_PHRASE} dir="auto" onClick={onGoTo}>
          {quoted(note.quote)}
        </button>
      )}
      <p className={styles.text}>{note.text}</p>
      <p className={styles.about}>
        <Author grove={grove} authors={authorsOf(note.spans, note.authorId)} /> ·{' '}
        {dateAndTime(note.createdAt)}
        {note.versionCount > 1 && ` · ${versionsCount(note.versionCount)}`}
      </p>
      <TagsOf label={TAGS_OF_NOTE} positionId={note.positionId} readOnly={grove.readOnly} adds={false} />
      {!grove.readOnly && (
        <div className={styles.actions}>
          <Button
            variant="quiet"
            label={ADD_TAG_TO_NOTE}
            onClick={() => void tags.askToAdd({ treeId, positionId: note.positionId })}
          >
            {TAG}
          </Button>
          <Button variant="quiet" onClick={onEdit}>
            {EDIT}
          </Button>
          <Button variant="quiet" onClick={onRemove}>
            {REMOVE}
          </Button>
        </div>
      )}
    </>
  );
}

function draftKey({ positionId, phrase, note }: UnsavedNote): string {
  return note?.positionId ?? `${positionId} ${phrase?.nodeId ?? ''} ${phrase?.start ?? ''}`;
}

interface NoteFieldProps {
  readonly label: string;
  readonly text: string;
  /** The note that is edited; null for a new one. */
  readonly nodeId: NodeId | null;
  onType(text: string): void;
  onSave(): void;
  /** The writer leaves the field; what is typed is kept. */
  onLeave(): void;
  onDiscard(): void;
}

/** A note being written. Ctrl+Enter (Cmd+Enter on macOS) saves it, Escape leaves it unsaved. */
function NoteField({ label, text, nodeId, onType, onSave, onLeave, onDiscard }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const links = useFieldLinks(field, useTreeDesk().treeId, nodeId);
  const id = useId();

  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);

  const isEmpty = text.trim() === '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (!links.onKeyDown(event)) {
      if (event.key === 'Escape') onLeave();
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        if (!isEmpty) onSave();
      } else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className={`${shared.area} ${styles.input}`}
        rows={4}
        maxLength={MAX_REMARK_LENGTH}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        {...links.props}
      />
      {links.list}
      <div className={styles.actions}>
        <Button disabled={isEmpty} onClick={onSave}>
          {SAVE}
        </Button>
        <Button onClick={onDiscard}>{DISCARD_NOTE}</Button>
      </div>
    </div>
  );
}
