import styles from './PrivacySection.module.css';

/** Says what leaves this computer. There is nothing to switch off. */
export function PrivacySection() {
  return (
    <div className={styles.words}>
      <h3 className={styles.line}>Nothing is sent about you.</h3>
      <p>
        There is no telemetry: the program collects nothing, reports nothing and needs no account. It does not
        check for updates either.
      </p>
      <p>
        What you write is stored in the grove’s file, wherever you put it. These settings are stored in a
        separate file on this computer and never in a grove.
      </p>
      <p>
        The offline agent runs on this computer. Any other model is sent text only when you ask it for
        continuations.
      </p>
      <p>
        A key is stored in this system’s keychain or, if there is none, in memory until the program ends. It
        is sent only to the address it was entered for; no grove, log or page contains it.
      </p>
    </div>
  );
}
