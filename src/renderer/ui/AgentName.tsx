import styles from './AgentName.module.css';

export interface AgentNameProps {
  readonly name: string;
  /** A palette token; null for none. */
  readonly colour: string | null;
}

/** An agent's name after a dot in its colour. */
export function AgentName({ name, colour }: AgentNameProps) {
  return (
    <span className={styles.name} data-colour={colour ?? undefined}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words}>{name}</span>
    </span>
  );
}
