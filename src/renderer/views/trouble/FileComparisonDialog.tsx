import {
  andMore,
  besideTexts,
  COMPARED,
  FILE_COMPARISON,
  ONLY_IN_WINDOW,
  OPEN_OTHER,
  onlyIn,
  ownTexts,
  treesText,
} from '../../../ui-text/grove/comparing.ts';
import { CLOSE } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { ShownComparison } from '../../session/window/grove-notices.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/layers/Dialog.tsx';
import styles from './FileComparisonDialog.module.css';

type Sides = NonNullable<ShownComparison['sides']>;

/** The differences between the file now at the grove's path and the grove in this window. */
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
      title={FILE_COMPARISON}
      text={<p>{sides === null ? `${fileName}: ${refusal}` : sum(fileName, sides)}</p>}
      onClose={close}
    >
      {sides !== null && (
        <div className={styles.sides}>
          <Side title={ONLY_IN_WINDOW} side={sides.here} />
          <Side title={onlyIn(fileName)} side={sides.there} />
        </div>
      )}
      <DialogActions>
        {sides !== null && <Button onClick={run(() => trouble.showOtherFile())}>{OPEN_OTHER}</Button>}
        <Button onClick={close}>{CLOSE}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Side({ title, side }: { readonly title: string; readonly side: Sides['here'] }) {
  const { own, beginnings, ownTrees } = side;
  const beside = besideTexts(side);
  const more = own - beginnings.length;
  return (
    <section className={styles.side} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p>{ownTexts(side)}</p>
      {beside.length > 0 && <p>{beside.join(', ')}</p>}
      {ownTrees.length > 0 && <p>{treesText(ownTrees)}</p>}
      {beginnings.length > 0 && (
        <ul className={styles.texts}>
          {beginnings.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two excerpts may be the same, and the list never changes.
            <li key={index}>{text}</li>
          ))}
          {more > 0 && <li className={styles.more}>{andMore(more)}</li>}
        </ul>
      )}
    </section>
  );
}

function sum(fileName: string, { isSameGrove, here, there }: Sides): string {
  if (!isSameGrove) return COMPARED.otherGrove(fileName);
  const hasOwn = (side: Sides['here']) =>
    side.own > 0 || side.ownTrees.length > 0 || side.typedWords > 0 || besideTexts(side).length > 0;
  if (hasOwn(here)) return COMPARED[hasOwn(there) ? 'both' : 'window'](fileName);
  return COMPARED[hasOwn(there) ? 'file' : 'same'](fileName);
}
