import { useStore, useTreeDesk } from '../../session/hooks.ts';
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
  const words = describePosition(
    { view, labels: tree.outline.labels, agents: grove.agents },
    selected,
    rowOf[selected],
  );
  const facts = [words.ordinal, words.versions > 1 ? `${words.versions} versions` : '', words.localId];
  return (
    <section className={styles.selected} aria-label="Selected">
      <p className={styles.facts}>
        {selected === root ? 'The tree begins here' : <AgentName name={words.author} colour={words.colour} />}
        <span className={styles.numbers}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
      </p>
      {words.isText && <p className={styles.text}>{words.text}</p>}
      <div className={styles.actions}>
        <Button
          variant="quiet"
          hint="Enter"
          disabled={selected === current}
          onClick={() => void tree.outlineActions.goThere()}
        >
          Go there
        </Button>
        {!grove.readOnly && (
          <Button variant="quiet" hint="G" onClick={() => void tree.outlineActions.generate()}>
            Generate
          </Button>
        )}
      </div>
    </section>
  );
}
