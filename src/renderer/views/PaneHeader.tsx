import { SHOW_GROVE, SHOW_INSPECTOR } from '../../ui-text/window/panes.ts';
import { useAppSession, useStore } from '../session/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { LeftPaneIcon, RightPaneIcon } from '../ui/icons.tsx';
import { useCommands } from './commands.ts';
import styles from './PaneHeader.module.css';

export interface PaneHeaderProps {
  readonly title: string;
}

/** The title above a text, between the buttons that show the panes beside it. */
export function PaneHeader({ title }: PaneHeaderProps) {
  const shown = useStore(useAppSession().panes.shown);
  const commands = useCommands();
  return (
    <header className={styles.header}>
      <Button
        variant="icon"
        keepsFocus
        label={SHOW_GROVE}
        hint={commands.hint('view.toggleGrove')}
        pressed={shown.grove}
        onClick={() => commands.run('view.toggleGrove')}
      >
        <LeftPaneIcon />
      </Button>
      <h1 className={styles.title} dir="auto" title={title}>
        {title}
      </h1>
      <Button
        variant="icon"
        keepsFocus
        label={SHOW_INSPECTOR}
        hint={commands.hint('view.toggleInspector')}
        pressed={shown.inspector}
        onClick={() => commands.run('view.toggleInspector')}
      >
        <RightPaneIcon />
      </Button>
    </header>
  );
}
