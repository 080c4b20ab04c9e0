import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useId, useRef, useState } from 'react';
import shared from '../../styles/shared.module.css';
import styles from './Combobox.module.css';
import fieldStyles from './TextField.module.css';

export interface ComboboxItem {
  readonly value: string;
  /** Shown after the value. */
  readonly note: string;
}

export interface ComboboxProps {
  /** Its label. */
  readonly label: string;
  /** A sentence below it. */
  readonly hint: string;
  readonly value: string;
  readonly items: readonly ComboboxItem[];
  readonly disabled?: boolean;
  /** The field has the focus: load its items. */
  onFocus(): void;
  /** Called with the typed or chosen value, on blur, Enter or choice. */
  onCommit(value: string): void;
  /** Called on every change while typing. */
  onType?(value: string): void;
}

/** Most items shown; typing narrows them. */
const MAX_SHOWN = 100;

/** A free text field with a list of values to choose from. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, value, items, disabled = false } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const wanted = typed?.trim().toLowerCase() ?? '';
  const matching = items.filter((item) => item.value.toLowerCase().includes(wanted));
  const commit = (text: string) => {
    setTyped(null);
    if (text.trim() !== '' && text.trim() !== value) props.onCommit(text.trim());
  };
  const latest = useRef(() => {});
  latest.current = () => {
    if (typed !== null) commit(typed);
  };
  // Closing the page with Escape unmounts the field without a blur: commit then.
  useEffect(() => () => latest.current(), []);
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <Autocomplete.Root<ComboboxItem>
        items={items}
        filteredItems={matching.slice(0, MAX_SHOWN)}
        // Even an empty list would hide the rest of the page from screen readers.
        open={isOpen && matching.length > 0}
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
                {(item: ComboboxItem) => (
                  <Autocomplete.Item key={item.value} value={item} className={styles.item}>
                    <span className={styles.value}>{item.value}</span>
                    <span className={`${shared.figures} ${styles.note}`}>{item.note}</span>
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
