import styles from './Welcome.module.css';

/** The page of a window whose file is being checked; a notice reports how far that is, and offers to stop it. */
export function AwaitedFile({ name }: { readonly name: string }) {
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <h1 className={styles.awaited} dir="auto">
          {name}
        </h1>
      </div>
    </main>
  );
}
