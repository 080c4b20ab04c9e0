/** The elements of the help pages: current keys and links. */
import type { ReactNode } from 'react';
import { THE_PALETTE } from '../../../ui-text/help/pages.ts';
import { useAppSession } from '../../session/hooks.ts';
import { useCommands } from '../commands.ts';
import styles from './Help.module.css';

/**
 * A command's current first key, or “the palette” if it has none.
 * @param of the command's id, which has a dot in it; anything else names a key that cannot be changed
 */
export function Key({ of }: { readonly of: string }) {
  const commands = useCommands();
  const key = of.includes('.') ? commands.key(of) : of;
  return key === '' ? THE_PALETTE : <kbd className={styles.key}>{key}</kbd>;
}

interface LinkProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Link({ onClick, children }: LinkProps) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  );
}

/** A link to a section of the settings. */
export function SettingsLink({
  section,
  children,
}: {
  readonly section: string;
  readonly children: ReactNode;
}) {
  const { fullPage } = useAppSession();
  return <Link onClick={() => fullPage.set({ kind: 'settings', section })}>{children}</Link>;
}
