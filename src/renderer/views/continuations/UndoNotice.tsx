import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import styles from './UndoNotice.module.css';

/** Says what was just pruned and offers Undo until something else is done. It never takes the focus. */
export function UndoNotice() {
  const tree = useTreeDesk();
  const commands = useCommands();
  const done = useStore(tree.pruning.undoable);
  if (done === null) return null;
  return (
    <section className={styles.notice} aria-label="Undo">
      <p>{done}</p>
      <Button
        variant="quiet"
        keepsFocus
        hint={commands.hint('edit.undo')}
        onClick={() => commands.run('edit.undo')}
      >
        Undo
      </Button>
      <Button variant="icon" keepsFocus label="Dismiss notice" onClick={() => tree.pruning.forget()}>
        <CloseIcon />
      </Button>
    </section>
  );
}
