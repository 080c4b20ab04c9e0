import { FixedKey, Key, Page, PageLink, Section, SettingsLink } from './help-elements.tsx';

/** How the keys are organised, and how to change them. */
export function KeysHelp() {
  return (
    <Page>
      <p>
        You can do everything with the keyboard. If you learn only one key, learn <Key of="palette.open" />:
        it opens the palette, which lists every command with its key.
      </p>
      <Section title="How they are organised">
        <ul>
          <li>Keys with Ctrl (Command on a Mac) act on the text and the program, as in other programs.</li>
          <li>
            Keys with Alt (Control and Command on a Mac) move through the tree, so they never interfere with
            typing or moving the caret.
          </li>
          <li>
            <FixedKey>Esc</FixedKey> ends the first of these that is active: a composition, a popup or a
            preview, find, generation or a rewrite, the bar of a rewrite. On this page it returns to the text.
          </li>
          <li>
            <Key of="view.nextPane" /> moves from pane to pane.
          </li>
        </ul>
      </Section>
      <Section title="In the Tree tab">
        <p>
          While the outline or the map has the focus, single letters work as in the original Loom. The arrow
          keys move, <FixedKey>Enter</FixedKey> goes to the node, <FixedKey>Space</FixedKey> previews it,{' '}
          <FixedKey>g</FixedKey> generates, <FixedKey>b</FixedKey> sets a bookmark, <FixedKey>e</FixedKey>{' '}
          edits, <FixedKey>s</FixedKey> splits, <FixedKey>r</FixedKey> goes to the root,{' '}
          <FixedKey>1</FixedKey> to <FixedKey>9</FixedKey> go to a child, and <FixedKey>u</FixedKey> to the
          next node you have not seen. <FixedKey>/</FixedKey> filters, <FixedKey>o</FixedKey> hoists,{' '}
          <FixedKey>f</FixedKey> folds chains without branches, and <FixedKey>m</FixedKey> switches between
          outline and map.
        </p>
      </Section>
      <Section title="Changing keys">
        <p>
          You can change any key in <SettingsLink section="shortcuts">Shortcuts</SettingsLink>: choose a key,
          then press another. There are three sets to start from, including one like Loomsidian and one like
          the original Loom. Some keys are reserved because they type characters or belong to the system; if
          you press one, the field tells you why.
        </p>
      </Section>
      <p>
        See also: <PageLink page="shortcuts">all shortcuts</PageLink>, <Key of="help.shortcuts" />.
      </p>
    </Page>
  );
}
