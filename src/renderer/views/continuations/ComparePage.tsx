import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Agent } from '../../../core/tree/agent.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { ComparedText } from '../../session/tree/comparison-session.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { WordColumns } from '../node/WordColumns.tsx';
import styles from './ComparePage.module.css';

export interface ComparePageProps {
  readonly agents: readonly Agent[];
  readonly readOnly: boolean;
}

/** Two continuations side by side, in place of the text; Escape returns to it. */
export function ComparePage({ agents, readOnly }: ComparePageProps) {
  const tree = useTreeDesk();
  const { comparison } = tree;
  const shown = useStore(comparison.shown);
  const page = useRef<HTMLElement>(null);

  useEffect(() => {
    if (shown === null) return;
    page.current?.focus();
    return () => {
      // The list takes the focus back if it had it before.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) tree.focus();
      });
    };
  }, [shown, tree]);

  if (shown === null) return null;
  const { left, right, count } = shown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    comparison.close();
  };
  const renderHead = (text: ComparedText) => (
    <ColumnHead
      text={text}
      count={count}
      agent={agents.find(({ id }) => id === text.authorId)}
      readOnly={readOnly}
      onGo={() => {
        comparison.close();
        void tree.navigation.goToContinuation(text.positionId);
      }}
    />
  );
  return (
    <main
      ref={page}
      className={styles.page}
      aria-label="Compare continuations"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        {renderHead(left)}
        {renderHead(right)}
        <div className={styles.close}>
          <Button
            variant="icon"
            label="Close the comparison"
            hint="Back to the text (Esc)"
            onClick={() => comparison.close()}
          >
            <CloseIcon />
          </Button>
        </div>
      </header>
      <div className={styles.texts}>
        <WordColumns
          left={left.text}
          right={right.text}
          leftName={`${left.number} of ${count}`}
          rightName={`${right.number} of ${count}`}
        />
        {(left.isCut || right.isCut) && (
          <p className={styles.cut}>Only the first 100,000 characters of each are compared.</p>
        )}
      </div>
    </main>
  );
}

interface ColumnHeadProps {
  readonly text: ComparedText;
  readonly count: number;
  readonly agent: Agent | undefined;
  readonly readOnly: boolean;
  onGo(): void;
}

function ColumnHead({ text, count, agent, readOnly, onGo }: ColumnHeadProps) {
  const ordinal = `${text.number} of ${count}`;
  return (
    <div className={styles.head} data-colour={agent?.type === 'model' ? (agent.color ?? 'blue') : undefined}>
      <h2 className={styles.title}>
        <span className={styles.place}>{ordinal}</span>{' '}
        <span className={styles.author}>{agent?.name ?? 'Unknown'}</span>
      </h2>
      {!readOnly && (
        <Button label={`Go there, ${ordinal}`} onClick={onGo}>
          Go there
        </Button>
      )}
    </div>
  );
}
