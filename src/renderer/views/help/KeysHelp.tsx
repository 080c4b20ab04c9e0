import { Key, Page, Part, Plain, To, ToSettings } from './words.tsx';

/** How the keys are laid out, and how to change them. */
export function KeysHelp() {
  return (
    <Page>
      <p>
        Everything can be done from the keyboard. One key is worth knowing above all:{' '}
        <Key of="palette.open" /> opens the palette, which has every command by its name and shows its key.
      </p>
      <Part title="How they are laid out">
        <ul>
          <li>Keys with Ctrl are for the text and the program, as elsewhere; on a Mac it is Command.</li>
          <li>
            Keys with Alt go through the tree; on a Mac it is Control and Command. So typing and moving in the
            text are never touched.
          </li>
          <li>
            <Plain>Esc</Plain> ends what is nearest: a composition, a popup or a preview, find, then
            generation. From this page it goes back to the text.
          </li>
          <li>
            <Key of="view.nextPane" /> goes from pane to pane.
          </li>
        </ul>
      </Part>
      <Part title="In the Tree tab">
        <p>
          Where the outline or the map has the keyboard, letters alone work, as in the first Loom: the arrows
          move, <Plain>Enter</Plain> goes there, <Plain>Space</Plain> takes a look, <Plain>g</Plain>{' '}
          generates, <Plain>b</Plain> sets a bookmark, <Plain>e</Plain> edits, <Plain>s</Plain> splits,{' '}
          <Plain>r</Plain> goes to the root, <Plain>1</Plain> to <Plain>9</Plain> to a child, <Plain>u</Plain>{' '}
          to what you have not read yet; <Plain>/</Plain> filters, <Plain>o</Plain> hoists, <Plain>f</Plain>{' '}
          folds what has no branches, <Plain>m</Plain> changes to the map and back.
        </p>
      </Part>
      <Part title="Other keys">
        <p>
          <ToSettings section="shortcuts">Shortcuts</ToSettings> changes any of them: choose a key, press
          another. There are three sets to begin with; one is like Loomsidian, one like the first Loom. Some
          keys are never taken, since they type characters or belong to the system; the field says which and
          why.
        </p>
      </Part>
      <p>
        All of them: <To page="shortcuts">all shortcuts</To>, <Key of="help.shortcuts" />.
      </p>
    </Page>
  );
}
