import { useEffect, useId, useState } from 'react';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import {
  BACKLINKS,
  backlinksCount,
  IN_A_NOTE,
  LINKED_FROM,
  MENTIONS,
  MORE_BACKLINKS,
  NO_BACKLINKS,
  NO_MENTIONS,
  OTHER_NAMES,
  OTHER_NAMES_FIELD,
  OTHER_NAMES_HINT,
  OUT_OF_SIGHT,
  STATES,
} from '../../../ui-text/links.ts';
import { LOADING } from '../../../ui-text/window/buttons.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { Backlink, LinksHere } from '../../session/window/links-here.ts';
import shared from '../../styles/shared.module.css';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './Backlinks.module.css';

interface BacklinksProps {
  readonly treeId: TreeId;
  /** A passage; null for all of the tree. */
  readonly positionId: PositionId | null;
}

/** The places that lead to a passage; nothing while there are none. */
export function PassageBacklinks({ treeId, positionId }: BacklinksProps) {
  const here = useLinksHere(treeId, positionId);
  return here === null ? null : <PassageList here={here} />;
}

function PassageList({ here }: { readonly here: LinksHere }) {
  const { rows } = useStore(here.links);
  const all = useStore(here.showsAll);
  const id = useId();
  if (rows.length === 0 && !all) return null;
  return (
    <section className={styles.passage} aria-labelledby={id}>
      <h3 id={id} className={shared.paneHeading}>
        {LINKED_FROM}
      </h3>
      <LinkList here={here} />
    </section>
  );
}

interface TreeLinksProps {
  readonly treeId: TreeId;
  readonly readOnly: boolean;
}

/** The places that lead to a document, those that mention it, and its other names. Folded. */
export function TreeLinks({ treeId, readOnly }: TreeLinksProps) {
  const here = useLinksHere(treeId, null);
  return here === null ? null : <TreeLinksOf here={here} readOnly={readOnly} />;
}

function TreeLinksOf({ here, readOnly }: { readonly here: LinksHere; readonly readOnly: boolean }) {
  const { rows, next } = useStore(here.links);
  const aliases = useStore(here.aliases);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className={styles.tree}>
      <Accordion
        open={open}
        onOpen={setOpen}
        items={[
          {
            id: 'backlinks',
            title: LINKED_FROM,
            note: backlinksCount(rows.length, next !== null),
            content: <LinkList here={here} />,
          },
          { id: 'mentions', title: MENTIONS, content: <Mentions here={here} /> },
          {
            id: 'names',
            title: OTHER_NAMES,
            note: aliases.join(', '),
            content: readOnly ? (
              <p className={styles.soft}>{aliases.join(', ')}</p>
            ) : (
              <TextField
                label={OTHER_NAMES_FIELD}
                hint={OTHER_NAMES_HINT}
                kind="lines"
                value={aliases.join('\n')}
                onCommit={(text) => here.setAliases(text.split('\n').filter((line) => line.trim() !== ''))}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

function useLinksHere(treeId: TreeId, positionId: PositionId | null): LinksHere | null {
  const session = useAppSession();
  const [here, setHere] = useState<LinksHere | null>(null);
  useEffect(() => {
    const made = session.openLinks(treeId, positionId);
    const stop = made.watch();
    setHere(made);
    return () => {
      stop();
      made.close();
    };
  }, [session, treeId, positionId]);
  return here;
}

function LinkList({ here }: { readonly here: LinksHere }) {
  const { rows, next } = useStore(here.links);
  const all = useStore(here.showsAll);
  return (
    <>
      {rows.length === 0 ? (
        <p className={styles.soft}>{NO_BACKLINKS}</p>
      ) : (
        <Places label={BACKLINKS} places={rows} />
      )}
      <div className={styles.foot}>
        {next !== null && here.canShowMore && (
          <Button variant="quiet" onClick={() => here.showMore()}>
            {MORE_BACKLINKS}
          </Button>
        )}
        <Checkbox text={OUT_OF_SIGHT} checked={all} onChange={(checked) => here.showAll(checked)} />
      </div>
    </>
  );
}

function Mentions({ here }: { readonly here: LinksHere }) {
  const mentions = useStore(here.mentions);
  useEffect(() => here.watchMentions(), [here]);
  if (mentions === null) return <p className={styles.soft}>{LOADING}</p>;
  if (mentions.length === 0) return <p className={styles.soft}>{NO_MENTIONS}</p>;
  return <Places label={MENTIONS} places={mentions} />;
}

function Places({ label, places }: { readonly label: string; readonly places: readonly Backlink[] }) {
  const { search } = useAppSession();
  return (
    <ul className={styles.list} aria-label={label}>
      {places.map((place) => (
        <li key={place.id}>
          <button type="button" className={styles.place} onClick={() => void search.goTo(hitOf(place))}>
            <span className={styles.about}>
              <span className={styles.title} dir="auto">
                {place.title}
              </span>
              {place.noteOn !== null && <span>{IN_A_NOTE}</span>}
              {place.state !== 'shown' && <span>{STATES[place.state]}</span>}
            </span>
            <span className={styles.text} dir="auto">
              {place.before}
              <mark>{place.words}</mark>
              {place.after}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A place as what a search finds there. */
function hitOf({ range, state, ...place }: Backlink) {
  return { ...place, ...range, pruned: state === 'pruned' };
}
