import { type KeyboardEvent, useEffect, useRef } from 'react';
import * as words from '../../../ui-text/tree/comparing.ts';
import type { TreeDesk } from '../../session/desk/tree-desk.ts';
import { useDesk, useStore } from '../../session/hooks.ts';
import type { ComparedText } from '../../session/tree/comparison-session.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { WordColumns } from '../node/WordColumns.tsx';
import { type DescribedAuthors, useDescribeAuthors } from '../use-describe-authors.ts';
import styles from './ComparePage.module.css';

export interface ComparePageProps {
  readonly readOnly: boolean;
}

/** Two texts of the tree side by side, in place of the text; Escape returns to it. */
export function ComparePage({ readOnly }: ComparePageProps) {
  const { tree, mode } = useDesk();
  const describe = useDescribeAuthors();
  const { comparison } = tree;
  const shown = useStore(comparison.shown);
  const page = useRef<HTMLElement>(null);

  useEffect(() => {
    if (shown !== null) page.current?.focus();
  }, [shown]);

  if (shown === null) return null;
  const { left, right } = shown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    comparison.close();
  };
  const renderHead = (text: ComparedText) => (
    <ColumnHead
      text={text}
      by={describe(text.authors)}
      readOnly={readOnly}
      onGo={() => {
        comparison.close();
        tree.sideBySide.close();
        void goThere(tree, text);
      }}
    />
  );
  return (
    <main
      ref={page}
      className={styles.page}
      aria-label={mode === 'dialogue' ? words.COMPARE_PAGE_OF_ALTERNATIVES : words.COMPARE_PAGE}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        {renderHead(left)}
        {renderHead(right)}
        <div className={styles.close}>
          <Button
            variant="icon"
            label={words.CLOSE_COMPARISON}
            hint={words.BACK_TO_TEXT}
            onClick={() => comparison.close()}
          >
            <CloseIcon />
          </Button>
        </div>
      </header>
      <div className={styles.texts}>
        <WordColumns left={left.text} right={right.text} leftName={left.name} rightName={right.name} />
        {(left.isCut || right.isCut) && <p className={styles.cut}>{words.ONLY_THE_START}</p>}
      </div>
    </main>
  );
}

interface ColumnHeadProps {
  readonly text: ComparedText;
  readonly by: DescribedAuthors;
  readonly readOnly: boolean;
  onGo(): void;
}

function ColumnHead({ text, by, readOnly, onGo }: ColumnHeadProps) {
  return (
    <div className={styles.head} data-colour={by.colour}>
      <h2 className={styles.title}>
        <span className={styles.place}>{text.name}</span> <span className={shared.author}>{by.label}</span>
      </h2>
      {!readOnly && (
        <Button label={words.goTo(text.name)} onClick={onGo}>
          {words.GO_THERE}
        </Button>
      )}
    </div>
  );
}

/** Goes to a compared text: through its list if that is shown, where a part of a text may be an item. */
async function goThere({ navigation, continuations }: TreeDesk, text: ComparedText): Promise<void> {
  const { positionId, nodeId } = text;
  const { items } = continuations.list.get();
  const isListed = items.some((item) => item.positionId === positionId && item.nodeId === nodeId);
  if (isListed) await navigation.goToContinuation(positionId);
  else await navigation.goToNode(nodeId, positionId, (whole) => whole.length);
}
