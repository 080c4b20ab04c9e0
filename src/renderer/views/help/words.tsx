/** What the help is written with: paragraphs, keys as they are now, and ways from page to page. */
import type { ReactNode } from 'react';
import { useAppSession } from '../../session/hooks.ts';
import type { HelpPageId } from '../../session/window/full-page.ts';
import { type ButtonCommand, useCommands } from '../commands.ts';
import styles from './Help.module.css';

interface WithWords {
  readonly children: ReactNode;
}

export function Page({ children }: WithWords) {
  return <div className={styles.page}>{children}</div>;
}

export function Part({ title, children }: WithWords & { readonly title: string }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  );
}

/** A command's first key as it is now; where it has none, that the palette has it. */
export function Key({ of: id }: { readonly of: string }) {
  const key = useCommands().key(id);
  return key === '' ? <>the palette</> : <kbd className={styles.key}>{key}</kbd>;
}

/** A key that is no command's and never another. */
export function Plain({ children }: WithWords) {
  return <kbd className={styles.key}>{children}</kbd>;
}

/** To another page of the help. */
export function To({ page, children }: WithWords & { readonly page: HelpPageId }) {
  const { cover } = useAppSession();
  return (
    <button type="button" className={styles.link} onClick={() => cover.set({ kind: 'help', page })}>
      {children}
    </button>
  );
}

/** To a section of the settings. */
export function ToSettings({ section, children }: WithWords & { readonly section: string }) {
  const { cover } = useAppSession();
  return (
    <button type="button" className={styles.link} onClick={() => cover.set({ kind: 'settings', section })}>
      {children}
    </button>
  );
}

/** Runs a command, and is written as a part of a sentence. */
export function Do({ command, children }: WithWords & { readonly command: ButtonCommand }) {
  const commands = useCommands();
  return (
    <button type="button" className={styles.link} onClick={() => commands.run(command)}>
      {children}
    </button>
  );
}
