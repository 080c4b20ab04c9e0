import { useOpenTree, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useCommands } from '../commands.ts';
import styles from './UndoNotice.module.css';

/** What was pruned just now, and the way back, for as long as nothing else is done. It never takes the keyboard. */
export function UndoNotice() {
  const tree = useOpenTree();
  const commands = useCommands();
  const done = useStore(tree.pruning.undoable);
  if (done === null) return null;
  return (
    <section className={styles.notice} aria-label="Undo">
      <p>{done}</p>
      <Button
        look="quiet"
        keepsFocus
        hint={commands.hint('edit.undo')}
        onClick={() => commands.run('edit.undo')}
      >
        Undo
      </Button>
      <Button look="icon" keepsFocus label="Put away" onClick={() => tree.pruning.forget()}>
        <CloseIcon />
      </Button>
    </section>
  );
}
