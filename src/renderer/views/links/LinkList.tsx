import { type RefObject, useEffect, useId, useState } from 'react';
import type { TreeId } from '../../../core/ids.ts';
import { LINKS, NEW_DOCUMENT_OF } from '../../../ui-text/links.ts';
import type { LinkQuery, SuggestionList } from '../../editor/index.ts';
import { useAppSession } from '../../session/hooks.ts';
import type { LinkCompletion } from '../../session/window/links-session.ts';
import { AnchoredPopover } from '../../ui/layers/Popover.tsx';
import styles from './LinkList.module.css';

/** A key before the editor's own; true if it was handled. */
export type LinkKeys = (event: KeyboardEvent) => boolean;

export interface LinkListProps {
  readonly treeId: TreeId;
  /** The link that is being typed. */
  readonly query: LinkQuery;
  /** The text is a story, in which a link is the bare name. */
  readonly isStory: boolean;
  /** Gets the keys of the list, which the editor passes on. */
  readonly keys: RefObject<LinkKeys | null>;
  /** An option is highlighted; null for no list. */
  onOption(list: SuggestionList | null): void;
  onTake(text: string): void;
  onClose(): void;
}

/** The links that what is typed after `[[` may become (`documents.md`, *Links*). The keyboard stays in the text. */
export function LinkList({ treeId, query, isStory, keys, onOption, onTake, onClose }: LinkListProps) {
  const { links } = useAppSession();
  const id = useId();
  const [listed, setListed] = useState<readonly LinkCompletion[]>([]);
  const [highlighted, setHighlighted] = useState(0);
  const { typed } = query;
  useEffect(() => {
    let isLatest = true;
    void links.complete(treeId, typed).then((found) => {
      if (!isLatest) return;
      setListed(found);
      setHighlighted(0);
    });
    return () => {
      isLatest = false;
    };
  }, [links, treeId, typed]);
  const isEmpty = listed.length === 0;
  useEffect(() => {
    onOption(isEmpty ? null : { listId: id, optionId: optionIdOf(id, highlighted) });
  }, [onOption, isEmpty, id, highlighted]);
  useEffect(() => () => onOption(null), [onOption]);

  const take = (link: LinkCompletion | undefined) => {
    if (link === undefined) return;
    onTake(isStory ? link.words : link.text);
    if (link.kind === 'new') void links.create(link.words);
  };
  useEffect(() => {
    keys.current = ({ key, ctrlKey, altKey, metaKey, shiftKey }) => {
      if (isEmpty || ctrlKey || altKey || metaKey || shiftKey) return false;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : -1;
        setHighlighted((highlighted + step + listed.length) % listed.length);
      } else if (key === 'Enter') take(listed[highlighted]);
      else if (key === 'Escape') onClose();
      else return false;
      return true;
    };
    return () => {
      keys.current = null;
    };
  });
  if (isEmpty) return null;
  return (
    <AnchoredPopover rect={query.rect} title={LINKS} takesFocus={false} onClose={onClose}>
      <div id={id} className={styles.list} role="listbox" aria-label={LINKS}>
        {listed.map((link, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the keyboard chooses from the text
          <div
            key={`${link.kind} ${link.text}`}
            id={optionIdOf(id, index)}
            ref={(element) => {
              if (index === highlighted) element?.scrollIntoView({ block: 'nearest' });
            }}
            className={styles.option}
            role="option"
            aria-selected={index === highlighted}
            dir="auto"
            // The text keeps the keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(link)}
          >
            <span className={styles.words}>{link.words}</span>{' '}
            <span className={styles.note}>{link.kind === 'new' ? NEW_DOCUMENT_OF : link.title}</span>
          </div>
        ))}
      </div>
    </AnchoredPopover>
  );
}

function optionIdOf(listId: string, index: number): string {
  return `${listId}-${index}`;
}
