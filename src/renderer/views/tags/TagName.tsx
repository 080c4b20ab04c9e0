import type { ShownTag } from '../../session/tree/tree-tags.ts';
import styles from './Tags.module.css';

/** A tag by its name, with a sign in its colour. */
export function TagName({ tag }: { readonly tag: Pick<ShownTag, 'name' | 'color'> }) {
  return (
    <span className={styles.name} dir="auto" title={tag.name}>
      <span className={styles.sign} data-tag-colour={tag.color ?? undefined} aria-hidden="true">
        #
      </span>
      {tag.name}
    </span>
  );
}
