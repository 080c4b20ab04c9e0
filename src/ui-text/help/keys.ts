/** Help on the order of the keys, and changing them. In the marks of `views/help/HelpPage.tsx`. */
export const KEYS_HELP = `
You can do everything with the keyboard. If you learn only one key, learn {palette.open}: it opens the
palette, which lists every command with its key.

## How they are organised

- Keys with Ctrl (Command on a Mac) act on the text and the program, as in other programs.
- Keys with Alt (Control and Command on a Mac) move through the tree, so they never interfere with typing or
  moving the caret.
- {Esc} ends the first of these that is active: a composition, a popup or a preview, find, generation or a
  rewrite, the bar of a rewrite. On this page it returns to the text.
- {view.nextPane} moves from pane to pane.

## In the Tree tab

While the outline or the map has the focus, single letters work as in the original Loom. The arrow keys
move, {Enter} goes to the node, {Space} previews it, {g} generates, {b} sets a bookmark, {e} edits, {s}
splits, {r} goes to the root, {1} to {9} go to a child, and {u} to the next node you have not seen. {/}
filters, {o} hoists, {d} compares two, {f} folds chains without branches, and {m} switches between outline
and map. {Shift+M} lets the map fill the window, and {Esc} closes it. Right click a row, or press
{Shift+F10}, for everything that can be done with it.

The chapters and scenes of your text are the first levels of the outline, with their words. A chapter is a
line that begins with |#|, or says “Chapter 3” on its own; a scene begins after |***|. {→} opens one, and
{Enter} goes there.

## Changing keys

You can change any key in [Shortcuts](settings:shortcuts): choose a key, then press another. There are three
sets to start from, including one like Loomsidian and one like the original Loom. Some keys are reserved
because they type characters or belong to the system; if you press one, the field tells you why.

---

See also: [all shortcuts](help:shortcuts), {help.shortcuts}.
`;
