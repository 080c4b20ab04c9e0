import { SHOW_ALL, WITH_BELOW } from '../../../ui-text/tags.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import styles from './Tags.module.css';

/** The filter by a tag, while there is one: it can be taken away, or count what is below. */
export function TagFilterLine() {
  const { tags } = useAppSession();
  const filter = useStore(tags.filter);
  useStore(tags.list);
  if (filter === null) return null;
  return (
    <p className={styles.filter}>
      <span className={styles.chip}>
        <span className={styles.chipName} dir="auto">
          {tags.nameOfFilter({ ...filter, withBelow: false })}
        </span>
        <button
          type="button"
          className={styles.remove}
          aria-label={SHOW_ALL}
          title={SHOW_ALL}
          onClick={() => tags.setFilter(null)}
        >
          <CloseIcon />
        </button>
      </span>
      <Button
        variant="quiet"
        pressed={filter.withBelow}
        onClick={() => tags.setFilter({ ...filter, withBelow: !filter.withBelow })}
      >
        {WITH_BELOW}
      </Button>
    </p>
  );
}
