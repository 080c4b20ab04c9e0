import { Fragment, type ReactNode } from 'react';
import { headingLevel, lineKind, scanEmphasis } from '../../core/text/markdown-scan.ts';
import { useAppSession, useStore } from '../session/hooks.ts';
import styles from './TypesetText.module.css';

/** Emphasis in a longer line is not set, as on the page. UTF-16 code units. */
const MAX_LINE = 20_000;
const SCENE_BREAK = '⁂';

/**
 * A text as the page sets it, without the marks of its headings, scene breaks and emphasis; unless the writer has
 * Markdown shown as it is. `--typeset-blank` is the height of a blank line, and `--typeset-indent` the indent after one.
 */
export function TypesetText({ text }: { readonly text: string }) {
  const { markdown } = useStore(useAppSession().preferences);
  if (!markdown) return text;
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
    <Fragment key={index}>
      {index > 0 && '\n'}
      <TypesetLine line={line} />
    </Fragment>
  ));
}

function TypesetLine({ line }: { readonly line: string }) {
  const kind = lineKind(line);
  if (kind === 'blank') return <span className={styles.blank} />;
  if (kind === 'break') return <span className={styles.break}>{SCENE_BREAK}</span>;
  const words = kind === 'heading' ? line.slice(headingLevel(line)).trimStart() : line;
  return <span className={kind === 'heading' ? styles.heading : styles.prose}>{emphasised(words)}</span>;
}

function emphasised(line: string): ReactNode {
  if (line.length > MAX_LINE) return line;
  const marks = scanEmphasis(line);
  if (marks.length === 0) return line;
  const cuts = [...new Set([0, line.length, ...marks.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  );
  return cuts.slice(1).map((to, index) => {
    const from = cuts[index] ?? 0;
    const kinds = new Set(marks.filter((mark) => mark.from <= from && mark.to >= to).map(({ kind }) => kind));
    if (kinds.has('marker')) return null;
    const words = line.slice(from, to);
    const strong = kinds.has('strong') ? <strong>{words}</strong> : words;
    return <Fragment key={from}>{kinds.has('emphasis') ? <em>{strong}</em> : strong}</Fragment>;
  });
}
