import styles from './PrivacySection.module.css';

/** What leaves this computer, said plainly. There is nothing to switch off. */
export function PrivacySection() {
  return (
    <div className={styles.words}>
      <h3 className={styles.line}>Nothing is sent about you.</h3>
      <p>
        There is no telemetry: the program counts nothing, reports nothing and has no account. There is no
        update call either: it never asks a server whether a newer version exists.
      </p>
      <p>
        What you write is in the grove’s file, where you put it. These settings are in a file of their own on
        this computer and never in a grove.
      </p>
      <p>
        The offline agent writes on this computer. A model elsewhere is sent text only when you ask it for
        continuations.
      </p>
      <p>
        A key is hidden by this system’s keychain, or kept until the program ends where it has none. It is
        sent to the address it was given for and nowhere else; it is in no grove, no log and on no page.
      </p>
    </div>
  );
}
