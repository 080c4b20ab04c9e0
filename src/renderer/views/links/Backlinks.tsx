import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import {
  BACKLINKS,
  backlinksCount,
  IN_A_NOTE,
  LINK_IT,
  LINKED_FROM,
  LINKED_TO,
  linkMention,
  MENTIONS,
  MORE_BACKLINKS,
  NO_BACKLINKS,
  NO_MENTIONS,
  OTHER_NAMES,
  OTHER_NAMES_FIELD,
  OTHER_NAMES_HINT,
  OUT_OF_SIGHT,
  removeLink,
  STATES,
} from '../../../ui-text/links.ts';
import { LORE } from '../../../ui-text/lore.ts';
import { LOADING } from '../../../ui-text/window/buttons.ts';
import type { TreeDesk } from '../../session/desk/tree-desk.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { isLore } from '../../session/tree/lore-entries.ts';
import type { Backlink, LinksHere, PassageLink } from '../../session/window/links-here.ts';
import shared from '../../styles/shared.module.css';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { LoreForm } from '../lore/LoreForm.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './Backlinks.module.css';

interface BacklinksProps {
  readonly treeId: TreeId;
  /** A passage; null for all of the tree. */
  readonly positionId: PositionId | null;
  readonly readOnly: boolean;
}

/** The links from a passage and the places that lead to it; nothing while there are none. */
export function PassageBacklinks({ treeId, positionId, readOnly }: BacklinksProps) {
  const here = useLinksHere(treeId, positionId);
  if (here === null) return null;
  return (
    <>
      <PassageLinks here={here} treeId={treeId} readOnly={readOnly} />
      <PassageList here={here} readOnly={readOnly} />
    </>
  );
}

function PassageLinks({
  here,
  treeId,
  readOnly,
}: Pick<BacklinksProps, 'treeId' | 'readOnly'> & { readonly here: LinksHere }) {
  const { links } = useAppSession();
  const from = useStore(here.from);
  const id = useId();
  if (from.length === 0) return null;
  return (
    <section className={styles.passage} aria-labelledby={id}>
      <h3 id={id} className={shared.paneHeading}>
        {LINKED_TO}
      </h3>
      <ul className={styles.list} aria-labelledby={id}>
        {from.map((link) => (
          <li key={link.id} className={styles.row}>
            <button
              type="button"
              className={styles.place}
              onClick={() => void links.follow(treeId, link.target)}
            >
              <span className={styles.about}>
                <span className={styles.title} dir="auto">
                  {link.title}
                </span>
              </span>
              {link.words !== '' && (
                <span className={styles.text} dir="auto">
                  {link.words}
                </span>
              )}
            </button>
            {!readOnly && <RemoveLink link={link} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RemoveLink({ link: { id, words } }: { readonly link: Pick<PassageLink, 'id' | 'words'> }) {
  const { links } = useAppSession();
  return (
    <Button variant="icon" label={removeLink(words)} onClick={() => void links.removeLink(id)}>
      <CloseIcon />
    </Button>
  );
}

function PassageList({ here, readOnly }: ListProps) {
  const { rows } = useStore(here.links);
  const all = useStore(here.showsAll);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusRequest(useAppSession().links.focusRequest, (target) => {
    if (target !== here.id || heading.current === null) return false;
    heading.current.focus();
    return true;
  });
  if (rows.length === 0 && !all) return null;
  return (
    <section className={styles.passage} aria-labelledby={id}>
      <h3 ref={heading} id={id} className={shared.paneHeading} tabIndex={-1}>
        {LINKED_FROM}
      </h3>
      <LinkList here={here} readOnly={readOnly} />
    </section>
  );
}

interface BelowDocumentProps {
  /** The document, which is on the screen. */
  readonly tree: TreeDesk;
  readonly readOnly: boolean;
}

/** The places that lead to a document, those that mention it, its other names, and the lore that it is. Folded. */
export function BelowDocument({ tree, readOnly }: BelowDocumentProps) {
  const here = useLinksHere(tree.treeId, null);
  return here === null ? null : <Toggles here={here} tree={tree} readOnly={readOnly} />;
}

type Fold = 'backlinks' | 'mentions' | 'names' | 'lore';

/** One line of toggles: the text above it has the room. */
function Toggles({ here, tree, readOnly }: ListProps & BelowDocumentProps) {
  const { links } = useAppSession();
  const { lore } = useStore(tree.texts.store);
  const { rows, next } = useStore(here.links);
  const aliases = useStore(here.aliases);
  const [open, setOpen] = useState<Fold | null>(null);
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  useFocusRequest(links.focusRequest, (target) => {
    if (target !== here.id) return false;
    setOpen('backlinks');
    first.current?.focus();
    return true;
  });
  const toggle = (fold: Fold, title: string, count: number, spoken: string, hasMore = false) => (
    <button
      ref={fold === 'backlinks' ? first : undefined}
      type="button"
      className={styles.toggle}
      aria-expanded={open === fold}
      aria-controls={open === fold ? id : undefined}
      onClick={() => setOpen(open === fold ? null : fold)}
    >
      {title}
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {count}
          {hasMore && '+'}
        </span>
      )}
      <VisuallyHidden> {spoken}</VisuallyHidden>
    </button>
  );
  const hasMore = next !== null;
  return (
    <div className={styles.tree} data-open={open}>
      <div className={styles.toggles}>
        {toggle('backlinks', LINKED_FROM, rows.length, backlinksCount(rows.length, hasMore), hasMore)}
        {toggle('mentions', MENTIONS, 0, '')}
        {toggle('names', OTHER_NAMES, aliases.length, aliases.join(', '))}
        {toggle('lore', LORE, isLore(lore) ? lore.length : 0, '')}
      </div>
      {open !== null && (
        <div id={id} className={styles.panel}>
          {open === 'backlinks' && <LinkList here={here} readOnly={readOnly} />}
          {open === 'mentions' && <Mentions here={here} readOnly={readOnly} />}
          {open === 'names' && <Aliases here={here} readOnly={readOnly} />}
          {open === 'lore' && <LoreForm tree={tree} readOnly={readOnly} />}
        </div>
      )}
    </div>
  );
}

function Aliases({ here, readOnly }: ListProps) {
  const aliases = useStore(here.aliases);
  if (readOnly) return <p className={styles.soft}>{aliases.join(', ')}</p>;
  return (
    <TextField
      label={OTHER_NAMES_FIELD}
      hint={OTHER_NAMES_HINT}
      kind="lines"
      value={aliases.join('\n')}
      onCommit={(text) => here.setAliases(text.split('\n').filter((line) => line.trim() !== ''))}
    />
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

interface ListProps {
  readonly here: LinksHere;
  readonly readOnly: boolean;
}

function LinkList({ here, readOnly }: ListProps) {
  const { rows, next } = useStore(here.links);
  const all = useStore(here.showsAll);
  return (
    <>
      {rows.length === 0 ? (
        <p className={styles.soft}>{NO_BACKLINKS}</p>
      ) : (
        <Places
          label={BACKLINKS}
          places={rows}
          act={(place) =>
            !readOnly && isLinkId(place) && <RemoveLink link={{ id: place.id, words: place.words }} />
          }
        />
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

/** The place is a link that stands in no text. */
function isLinkId(place: Backlink): place is Backlink & Pick<PassageLink, 'id'> {
  return place.kind === 'link';
}

function Mentions({ here, readOnly }: ListProps) {
  const { links } = useAppSession();
  const mentions = useStore(here.mentions);
  useEffect(() => here.watchMentions(), [here]);
  if (mentions === null) return <p className={styles.soft}>{LOADING}</p>;
  if (mentions.length === 0) return <p className={styles.soft}>{NO_MENTIONS}</p>;
  return (
    <Places
      label={MENTIONS}
      places={mentions}
      act={(place) =>
        !readOnly && (
          <Button
            variant="quiet"
            label={linkMention(place.words, place.title)}
            onClick={() => void links.linkMention(here.treeId, place)}
          >
            {LINK_IT}
          </Button>
        )
      }
    />
  );
}

interface PlacesProps {
  readonly label: string;
  readonly places: readonly Backlink[];
  /** The button beside a place. */
  act(place: Backlink): ReactNode;
}

function Places({ label, places, act }: PlacesProps) {
  const { search } = useAppSession();
  return (
    <ul className={styles.list} aria-label={label}>
      {places.map((place) => (
        <li key={place.id} className={styles.row}>
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
          {act(place)}
        </li>
      ))}
    </ul>
  );
}

/** A place as what a search finds there. */
function hitOf({ range, state, ...place }: Backlink) {
  return { ...place, ...range, pruned: state === 'pruned' };
}
