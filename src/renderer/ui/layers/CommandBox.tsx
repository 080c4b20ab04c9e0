import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import type { TitlePart } from '../rank.ts';
import styles from './CommandBox.module.css';

export interface CommandBoxItem {
  readonly id: string;
  readonly parts: readonly TitlePart[];
  /** What is said at its end: a key, as a rule. */
  readonly note: string;
  /** A line below. */
  readonly detail?: ReactNode;
}

export interface CommandBoxProps {
  /** The field's name. */
  readonly label: string;
  /** What the field says while it is empty. */
  readonly hint: string;
  readonly query: string;
  readonly items: readonly CommandBoxItem[];
  /** Said where there is no item. */
  readonly empty: string;
  onQuery(query: string): void;
  onChoose(id: string): void;
  onClose(): void;
}

/**
 * A field and what fits it, over the window. The first item is highlighted; arrows go on from there, Enter chooses it,
 * Escape and a click elsewhere close. Whoever shows it puts the keyboard back.
 */
export function CommandBox(props: CommandBoxProps) {
  const { label, hint, query, items, empty } = props;
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
                // Escape ends this and nothing behind it.
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
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function titleOf({ parts }: CommandBoxItem): string {
  return parts.map(({ text }) => text).join('');
}
