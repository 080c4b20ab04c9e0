import { type KeyboardEvent, useEffect, useRef } from 'react';
import { CLOSE_MAP, MAP_PAGE } from '../../../ui-text/tree/outline.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './MapPage.module.css';
import { SelectedPosition } from './SelectedPosition.tsx';
import { TreeMap } from './TreeMap.tsx';

/** The map over the whole window; Escape returns to the text and the panes. */
export function MapPage({ grove }: { readonly grove: ShownGrove }) {
  const { outline } = useTreeDesk();
  const { fillsWindow } = useStore(outline.viewOptions);
  return fillsWindow ? <Page grove={grove} /> : null;
}

function Page({ grove }: { readonly grove: ShownGrove }) {
  const { outline } = useTreeDesk();
  const page = useRef<HTMLElement>(null);

  useEffect(() => {
    const stage = page.current?.querySelector<HTMLElement>('[role="application"]');
    stage?.focus();
    outline.fit();
    // The Tree tab takes the keyboard back.
    return () => outline.focusRequest.request('rows');
  }, [outline]);

  const close = () => outline.setViewOptions({ fillsWindow: false });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <main ref={page} className={styles.page} aria-label={MAP_PAGE} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <h2>{MAP_PAGE}</h2>
        <Button variant="quiet" label={CLOSE_MAP} hint="Esc" onClick={close}>
          <CloseIcon />
        </Button>
      </header>
      <TreeMap grove={grove} fillsWindow />
      <SelectedPosition grove={grove} />
    </main>
  );
}
