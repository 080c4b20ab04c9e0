import type { BlockComparison } from '../../../core/history/moments/compare-blocks.ts';
import type { WordDiffPart } from '../../../core/text/word-diff.ts';
import {
  BLOCK_KINDS,
  blocksLeftOut,
  COMPARING,
  COMPARISON,
  comparisonTitle,
  NOW,
  SAME_MOMENT,
  SAME_TEXT,
  TIMELINE_BUTTONS,
} from '../../../ui-text/history/timeline.ts';
import { recentDateAndTime } from '../../../ui-text/time.ts';
import { withKey } from '../../../ui-text/window/buttons.ts';
import { useBufferDesk, useStore } from '../../session/hooks.ts';
import type { MomentComparison } from '../../session/timeline/moment-comparison.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './ComparisonPanel.module.css';

/** The differences between two moments, in place of the text. */
export function ComparisonPanel() {
  const { timeline } = useBufferDesk();
  const { comparison } = timeline;
  const isOpen = useStore(comparison.isOpen);
  const compared = useStore(comparison.compared);
  const result = useStore(comparison.result);
  const { line, past } = useStore(timeline.state);
  if (!isOpen) return null;
  const nameOf = (seq: number | null) => {
    if (seq === null || line === null) return NOW;
    const index = line.indexOf(seq);
    return line.labelAt(index) ?? recentDateAndTime(line.timeAt(index), Date.now());
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard
    <section className={styles.panel} aria-label={COMPARISON} tabIndex={0}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          {compared === null ? COMPARISON : comparisonTitle(nameOf(compared.from), nameOf(compared.to))}
        </h2>
        <Button disabled={past === null} keepsFocus onClick={() => comparison.fix()}>
          {TIMELINE_BUTTONS.fixMoment}
        </Button>
        <Button
          variant="icon"
          label={TIMELINE_BUTTONS.closePanel}
          hint={withKey(TIMELINE_BUTTONS.closePanel, 'Esc')}
          onClick={() => comparison.close()}
        >
          <CloseIcon />
        </Button>
      </header>
      <div className={styles.blocks}>
        {compared === null ? (
          <p className={styles.said}>{SAME_MOMENT}</p>
        ) : result === null ? (
          <p className={styles.said}>{COMPARING}</p>
        ) : (
          <Blocks comparison={result} />
        )}
      </div>
    </section>
  );
}

function Blocks({ comparison: { blocks } }: { readonly comparison: MomentComparison }) {
  const differs = blocks.some(({ kind }) => kind !== 'same' && kind !== 'gap');
  if (!differs) return <p className={styles.said}>{SAME_TEXT}</p>;
  return blocks.map((block, index) =>
    block.kind === 'gap' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
      <p key={index} className={styles.gap}>
        {blocksLeftOut(block.blocks)}
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
      <Block key={index} block={block} />
    ),
  );
}

function Block({ block }: { readonly block: BlockComparison }) {
  if (block.kind === 'same') return <p className={styles.block}>{block.text.trim()}</p>;
  const kind = block.kind === 'moved' ? (block.isFrom ? 'movedFrom' : 'movedTo') : block.kind;
  return (
    <div className={styles.block} data-kind={kind}>
      <span className={styles.kind}>{BLOCK_KINDS[kind]}</span>
      <p className={styles.text} dir="auto">
        {block.kind === 'changed' ? (
          <Words words={block.words} />
        ) : (
          <Whole kind={kind} text={block.text.trim()} />
        )}
      </p>
    </div>
  );
}

function Whole({ kind, text }: { readonly kind: string; readonly text: string }) {
  if (kind === 'removed' || kind === 'movedFrom') return <del>{text}</del>;
  return <ins>{text}</ins>;
}

function Words({ words }: { readonly words: readonly WordDiffPart[] }) {
  let offset = 0;
  return words.map(({ change, text }) => {
    const key = `${offset} ${change}`;
    offset += text.length;
    if (change === 'removed') return <del key={key}>{text}</del>;
    if (change === 'added') return <ins key={key}>{text}</ins>;
    return <span key={key}>{text}</span>;
  });
}
