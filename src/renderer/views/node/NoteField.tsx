import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { MAX_REMARK_LENGTH } from '../../../core/text/limits.ts';
import { SAVE } from '../../../ui-text/node/notes.ts';
import { DISCARD_NOTE } from '../../../ui-text/window/marks.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Notes.module.css';

export interface NoteFieldProps {
  readonly label: string;
  readonly text: string;
  onType(text: string): void;
  onSave(): void;
  /** The writer leaves the field; what is typed is kept. */
  onLeave(): void;
  onDiscard(): void;
}

/** A note being written. Ctrl+Enter (Cmd+Enter on macOS) saves it, Escape leaves it unsaved. */
export function NoteField({ label, text, onType, onSave, onLeave, onDiscard }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);

  const isEmpty = text.trim() === '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onLeave();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (!isEmpty) onSave();
    } else return;
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
        className={styles.input}
        rows={4}
        maxLength={MAX_REMARK_LENGTH}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.actions}>
        <Button variant="primary" disabled={isEmpty} onClick={onSave}>
          {SAVE}
        </Button>
        <Button onClick={onDiscard}>{DISCARD_NOTE}</Button>
      </div>
    </div>
  );
}
