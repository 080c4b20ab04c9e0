import styles from './Folded.module.css';

export interface FoldedProps {
  /** Always shown; opens and closes the text. */
  readonly title: string;
  readonly text: string;
  readonly open?: boolean;
  onToggle?(isOpen: boolean): void;
}

/** Additions to a message that are no part of it, folded above it. */
export function Folded({ title, text, open, onToggle }: FoldedProps) {
  return (
    <details
      className={styles.folded}
      open={open}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>{title}</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}
