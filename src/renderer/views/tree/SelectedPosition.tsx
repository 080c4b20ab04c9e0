import { GENERATE } from '../../../ui-text/page/generate.ts';
import { GO_THERE } from '../../../ui-text/tree/comparing.ts';
import { SELECTED, TREE_BEGINS } from '../../../ui-text/tree/positions.ts';
import { versionsCount } from '../../../ui-text/tree/versions.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import { sectionAt } from '../../session/outline/outline-view.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { AgentName } from '../../ui/AgentName.tsx';
import { Button } from '../../ui/Button.tsx';
import { describePosition } from './describe-position.ts';
import styles from './TreePane.module.css';

/** The selected position of the outline and the map: its author, its words, and actions. */
export function SelectedPosition({ grove }: { readonly grove: ShownGrove }) {
  const tree = useTreeDesk();
  const view = useStore(tree.outline.view);
  useStore(tree.outline.labels.revision);
  const { selected, root, rowOf, current } = view;
  if (selected < 0) return null;
  const isSection = sectionAt(view, selected) !== undefined;
  const words = describePosition({ view, labels: tree.outline.labels, grove }, selected, rowOf[selected]);
  const facts = [
    isSection ? words.extent : '',
    words.ordinal,
    words.versions > 1 ? versionsCount(words.versions) : '',
    words.localId,
  ];
  return (
    <section className={styles.selected} aria-label={SELECTED}>
      <p className={styles.facts}>
        {selected === root ? (
          TREE_BEGINS
        ) : isSection ? (
          words.text
        ) : (
          <AgentName name={words.authorLabel} colour={words.colour} />
        )}
        <span className={styles.numbers}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
      </p>
      {words.isText && !isSection && <p className={styles.text}>{words.text}</p>}
      <div className={styles.actions}>
        <Button
          variant="quiet"
          hint="Enter"
          disabled={selected === current}
          onClick={() => void tree.outlineActions.goThere()}
        >
          {GO_THERE}
        </Button>
        {!grove.readOnly && !isSection && (
          <Button variant="quiet" hint="G" onClick={() => void tree.outlineActions.generate()}>
            {GENERATE}
          </Button>
        )}
      </div>
    </section>
  );
}
