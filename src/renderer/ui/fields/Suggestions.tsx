import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './Suggestions.module.css';
import fieldStyles from './TextField.module.css';

export interface Suggestion {
  readonly value: string;
  /** What is known of it, behind its name. */
  readonly note: string;
}

export interface SuggestionsProps {
  /** Its name. */
  readonly label: string;
  /** A sentence under it. */
  readonly hint: string;
  readonly value: string;
  readonly suggestions: readonly Suggestion[];
  readonly disabled?: boolean;
  /** The keyboard came to the field: its suggestions are wanted. */
  onFocus(): void;
  /** What was typed or chosen, when the keyboard leaves the field or something is chosen. */
  onCommit(value: string): void;
  /** Each change while it is typed. */
  onType?(value: string): void;
}

/** A list is drawn no longer than this; typing shortens it. */
const MOST_SHOWN = 100;

/** A text to type freely, with a list of what is known to fit. */
export function Suggestions(props: SuggestionsProps) {
  const { label, hint, value, suggestions, disabled = false } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const wanted = typed?.trim().toLowerCase() ?? '';
  const fitting = suggestions.filter((item) => item.value.toLowerCase().includes(wanted));
  const commit = (text: string) => {
    setTyped(null);
    if (text.trim() !== '' && text.trim() !== value) props.onCommit(text.trim());
  };
  const latest = useRef(() => {});
  latest.current = () => {
    if (typed !== null) commit(typed);
  };
  // Whoever leaves by Escape leaves no field first.
  useEffect(() => () => latest.current(), []);
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <Autocomplete.Root<Suggestion>
        items={suggestions}
        filteredItems={fitting.slice(0, MOST_SHOWN)}
        // A list with nothing in it would still hide the rest of the page from a screen reader.
        open={isOpen && fitting.length > 0}
        onOpenChange={setIsOpen}
        itemToStringValue={(item) => item.value}
        openOnInputClick
        value={typed ?? value}
        disabled={disabled}
        onValueChange={(text, { reason }) => {
          if (reason === 'item-press') commit(text);
          else {
            setTyped(text);
            props.onType?.(text);
          }
        }}
      >
        <Autocomplete.Input
          id={id}
          className={fieldStyles.input}
          aria-describedby={`${id}-hint`}
          spellCheck={false}
          onFocus={props.onFocus}
          onBlur={() => {
            setIsOpen(false);
            latest.current();
          }}
          onKeyDown={(event) => {
            const isOnItem = event.currentTarget.hasAttribute('aria-activedescendant');
            if (event.key === 'Enter' && !isOnItem && !event.nativeEvent.isComposing) latest.current();
          }}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} collisionPadding={8} className={styles.positioner}>
            <Autocomplete.Popup className={styles.popup}>
              <Autocomplete.List className={styles.list} aria-label={label}>
                {(item: Suggestion) => (
                  <Autocomplete.Item key={item.value} value={item} className={styles.item}>
                    <span className={styles.value}>{item.value}</span>
                    <span className={styles.note}>{item.note}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <p id={`${id}-hint`} className={fieldStyles.hint}>
        {hint}
      </p>
    </div>
  );
}
