import { useAppSession, useStore } from '../../session/hooks.ts';
import { count } from '../../session/window/trees-session.ts';
import type { ShownComparison } from '../../session/window/trouble-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './FileComparisonDialog.module.css';

type Sides = NonNullable<ShownComparison['sides']>;

/** How the file that stands where the grove's was differs from the grove of this window. */
export function FileComparisonDialog() {
  const { trouble } = useAppSession();
  const comparison = useStore(trouble.comparison);
  if (comparison === null) return null;
  const { fileName, refusal, sides } = comparison;
  const close = () => trouble.comparison.set(null);
  const run = (act: () => Promise<void>) => () => {
    close();
    void act();
  };
  return (
    <Dialog
      title="This window and the file that is there now"
      text={<p>{sides === null ? `${fileName}: ${refusal}` : sum(fileName, sides)}</p>}
      onClose={close}
    >
      {sides !== null && (
        <div className={styles.sides}>
          <Side title="Only in this window" side={sides.here} />
          <Side title={`Only in ${fileName}`} side={sides.there} />
        </div>
      )}
      <DialogActions>
        {sides !== null && (
          <Button onClick={run(() => trouble.showThere())}>Open it in another window</Button>
        )}
        <Button onClick={close}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Side({ title, side }: { readonly title: string; readonly side: Sides['here'] }) {
  const { texts, own, beginnings, ownTrees, typedWords } = side;
  const beside = besideTexts(side);
  const more = own - beginnings.length;
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p>
        {own === 0 ? 'No text' : `${own.toLocaleString('en')} of ${count(texts, 'text')}`}
        {typedWords > 0 && `, and ${count(typedWords, 'word')} typed last`}
      </p>
      {beside.length > 0 && <p>{beside.join(', ')}</p>}
      {ownTrees.length > 0 && <p>Trees: {ownTrees.join(', ')}</p>}
      {beginnings.length > 0 && (
        <ul className={styles.texts}>
          {beginnings.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two texts may begin alike, and the list never changes.
            <li key={index}>{text}</li>
          ))}
          {more > 0 && <li className={styles.more}>and {more.toLocaleString('en')} more</li>}
        </ul>
      )}
    </section>
  );
}

/** What a side has beside its texts, each in two words. */
function besideTexts({ notes, bookmarks, pruned, summaries }: Sides['here']): readonly string[] {
  return [
    ...(notes > 0 ? [count(notes, 'note')] : []),
    ...(bookmarks > 0 ? [count(bookmarks, 'bookmark')] : []),
    ...(pruned > 0 ? [`${count(pruned, 'text')} pruned`] : []),
    ...(summaries > 0
      ? [`${summaries.toLocaleString('en')} ${summaries === 1 ? 'summary' : 'summaries'}`]
      : []),
  ];
}

function sum(fileName: string, { isSameGrove, here, there }: Sides): string {
  if (!isSameGrove) return `${fileName} is another grove now.`;
  const hasOwn = (side: Sides['here']) =>
    side.own > 0 || side.ownTrees.length > 0 || side.typedWords > 0 || besideTexts(side).length > 0;
  if (hasOwn(here) && hasOwn(there)) return 'Each has something that the other has not.';
  if (hasOwn(here)) return `Everything in ${fileName} is in this window too.`;
  if (hasOwn(there)) return `Everything in this window is in ${fileName} too. Find it to go on there.`;
  return `Both have the same. Find it to go on in ${fileName}.`;
}
