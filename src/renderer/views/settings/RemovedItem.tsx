import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { RESTORE, restoreOf } from '../../../ui-text/settings/section-words.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './RemovedItem.module.css';

interface RemovedItemProps {
  /** The id of the removed item; its button is `[data-gone="…"] button`. */
  readonly id: string;
  readonly name: string;
  /** Describes the removed item. */
  readonly children: ReactNode;
  onRestore(): void;
}

/** A removed item, with a button to restore it. */
export function RemovedItem({ id, name, children, onRestore }: RemovedItemProps) {
  return (
    <div className={styles.gone} data-gone={id}>
      <span>{children}</span>
      <Button variant="quiet" label={restoreOf(name)} onClick={onRestore}>
        {RESTORE}
      </Button>
    </div>
  );
}

/**
 * Moves the focus on a page whose focused element may disappear.
 * @returns the page's ref, and a function that focuses the element matching a selector after the next render
 */
export function useNextFocus(): readonly [RefObject<HTMLDivElement | null>, (selector: string) => void] {
  const page = useRef<HTMLDivElement>(null);
  const [next, setNext] = useState<{ readonly selector: string } | null>(null);
  useEffect(() => {
    if (next !== null) page.current?.querySelector<HTMLElement>(next.selector)?.focus();
  }, [next]);
  const focusNext = useCallback((selector: string) => setNext({ selector }), []);
  return [page, focusNext];
}
