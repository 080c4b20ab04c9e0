import { useAppSession, useOpenTree, useStore } from '../../session/hooks.ts';
import styles from './StatusBar.module.css';

/** Three truths and no more (`storage.md`, *Typed text*). */
export function Saved({ readOnly }: { readonly readOnly: boolean }) {
  const { save } = useAppSession();
  const { draft } = useOpenTree();
  const file = useStore(save);
  const { unsent, error } = useStore(draft.status);
  const trouble = error ?? (file.state === 'notSaved' ? file.error : null);
  if (readOnly) return <>Read only</>;
  if (trouble !== null) {
    return (
      <strong className={styles.trouble} title={trouble.detail}>
        Not saved <span className={styles.why}>· {trouble.sentence}</span>
      </strong>
    );
  }
  return <>{unsent || file.state === 'saving' ? 'Saving…' : 'Saved'}</>;
}
