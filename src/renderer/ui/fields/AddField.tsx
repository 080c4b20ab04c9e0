import { Autocomplete } from '@base-ui/react/autocomplete';
import { type RefObject, useState } from 'react';
import shared from '../../styles/shared.module.css';
import styles from './AddField.module.css';
import listStyles from './Combobox.module.css';

export interface AddFieldItem {
  readonly value: string;
  /** Shown after the value. */
  readonly note: string;
}

export interface AddFieldProps {
  /** Its accessible name. */
  readonly label: string;
  readonly placeholder: string;
  readonly items: readonly AddFieldItem[];
  readonly field?: RefObject<HTMLInputElement | null>;
  /** Part of a value by which items are found; by default, what is typed. */
  wanted?(typed: string): string;
  /** Called with what is typed and Enter, or with the chosen value; the field is empty afterwards. */
  onAdd(value: string): void;
}

/** Most items shown; typing narrows them. */
const MAX_SHOWN = 50;

/** A field that adds what is typed to a list, completing what there is. Leaving it adds nothing. */
export function AddField(props: AddFieldProps) {
  const { label, placeholder, items, field, wanted = (text) => text } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const part = wanted(typed).trim().toLowerCase();
  const matching = items.filter((item) => item.value.toLowerCase().includes(part));
  const add = (text: string) => {
    setTyped('');
    setIsOpen(false);
    if (text.trim() !== '') props.onAdd(text.trim());
  };
  return (
    <Autocomplete.Root<AddFieldItem>
      items={items}
      filteredItems={matching.slice(0, MAX_SHOWN)}
      // An open list hides the rest of the page from screen readers: only while it has something to complete.
      open={isOpen && typed !== '' && matching.length > 0}
      onOpenChange={setIsOpen}
      itemToStringValue={(item) => item.value}
      value={typed}
      onValueChange={(text, { reason }) => (reason === 'item-press' ? add(text) : setTyped(text))}
    >
      <Autocomplete.Input
        ref={field}
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={1_000}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const isOnItem = event.currentTarget.hasAttribute('aria-activedescendant');
          if (event.key === 'Enter' && !isOnItem) add(typed);
          else if (event.key === 'Escape' && typed !== '') setTyped('');
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} collisionPadding={8} className={listStyles.positioner}>
          <Autocomplete.Popup className={listStyles.popup}>
            <Autocomplete.List className={listStyles.list} aria-label={label}>
              {(item: AddFieldItem) => (
                <Autocomplete.Item key={item.value} value={item} className={listStyles.item}>
                  <span className={listStyles.value}>{item.value}</span>
                  <span className={`${shared.figures} ${listStyles.note}`}>{item.note}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
