import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import type { TitlePart } from '../rank.ts';
import styles from './CommandBox.module.css';

export interface CommandBoxItem {
  readonly id: string;
  readonly parts: readonly TitlePart[];
  /** Shown at its end, usually a key. */
  readonly note: string;
  /** It cannot be chosen now; `note` has the reason. */
  readonly isDisabled?: boolean;
  /** A second line. */
  readonly detail?: ReactNode;
}

export interface CommandBoxProps {
  /** The field's accessible name. */
  readonly label: string;
  /** The field's placeholder. */
  readonly hint: string;
  readonly query: string;
  readonly items: readonly CommandBoxItem[];
  /** Shown if there are no items. */
  readonly empty: string;
  /** A last, quiet line about entries that the list lacks; empty or undefined for none. */
  readonly more?: string;
  onQuery(query: string): void;
  onChoose(id: string): void;
  onClose(): void;
}

/**
 * A field with matching items, over the window. The first item is highlighted; the arrow keys move, Enter
 * chooses, and Escape or a click elsewhere closes. The caller restores the focus.
 */
export function CommandBox(props: CommandBoxProps) {
  const { label, hint, query, items, empty, more = '' } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label={label} initialFocus={input} finalFocus={false}>
          <Autocomplete.Root<CommandBoxItem>
            inline
            open
            items={items}
            filteredItems={items}
            mode="none"
            autoHighlight="always"
            keepHighlight
            value={query}
            itemToStringValue={titleOf}
            onValueChange={(text, { reason }) => {
              if (reason !== 'item-press') props.onQuery(text);
            }}
          >
            <Autocomplete.Input
              ref={input}
              className={styles.input}
              aria-label={label}
              placeholder={hint}
              spellCheck={false}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
                // Keep Escape from closing anything behind the box.
                event.preventDefault();
                event.stopPropagation();
                event.preventBaseUIHandler();
                props.onClose();
              }}
            />
            <Autocomplete.List className={styles.list} aria-label={label}>
              {(item: CommandBoxItem) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  className={styles.item}
                  aria-disabled={item.isDisabled}
                  onClick={() => props.onChoose(item.id)}
                >
                  <span className={styles.title}>
                    {item.parts.map((part, index) => {
                      const key = `${index}`;
                      return part.matched ? <b key={key}>{part.text}</b> : <span key={key}>{part.text}</span>;
                    })}
                  </span>{' '}
                  {item.note !== '' && <span className={styles.note}>{item.note}</span>}
                  {item.detail !== undefined && <span className={styles.detail}>{item.detail}</span>}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <Autocomplete.Empty className={styles.empty}>{empty}</Autocomplete.Empty>
            <Autocomplete.Status className={styles.more}>{more}</Autocomplete.Status>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function titleOf({ parts }: CommandBoxItem): string {
  return parts.map(({ text }) => text).join('');
}
