import { Button } from '../ui/Button.tsx';
import { PlusIcon, PreviousIcon, WidenIcon } from '../ui/icons.tsx';
import styles from './BesideHead.module.css';
import { type ButtonCommand, useCommands } from './commands.ts';

export interface BesideHeadProps {
  readonly title: string;
  /** The accessible name of the button that shows the list again. */
  readonly all: string;
  onAll(): void;
  /** Shows it in the middle. */
  readonly widen: { readonly label: string; readonly command: ButtonCommand };
  /** Makes another; null where nothing can be written. */
  readonly begin: { readonly label: string; readonly command: ButtonCommand } | null;
}

/** Above what is beside the window's tree: its title, and the ways to the list, to the middle and to a new one. */
export function BesideHead({ title, all, onAll, widen, begin }: BesideHeadProps) {
  const commands = useCommands();
  return (
    <div className={styles.head}>
      <Button variant="icon" label={all} onClick={onAll}>
        <PreviousIcon />
      </Button>
      <h2 className={styles.title} dir="auto" title={title}>
        {title}
      </h2>
      {[widen, ...(begin === null ? [] : [begin])].map(({ label, command }) => (
        <Button
          key={command}
          variant="icon"
          label={label}
          hint={commands.hint(command)}
          onClick={() => commands.run(command)}
        >
          {command === widen.command ? <WidenIcon /> : <PlusIcon />}
        </Button>
      ))}
    </div>
  );
}
