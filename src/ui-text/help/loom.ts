/** Help on looms and their terms. In the marks of `views/help/HelpPage.tsx`. */
export const LOOM_HELP = `
A loom is a place to write a story in more than one way. You write; wherever you wonder how the story might
go on, you ask for continuations and get several. You choose one and keep writing. The others stay, and you
can continue any of them later.

## The text

What you see is one continuous text. Underneath, it is made of pieces called nodes: what you typed in one
go, or what a model wrote in one answer. You do not need to think about them. Colours show who wrote what;
your own words are in plain ink. Lists and the status bar name whoever wrote most of a text first, as in
*Offline, edited by you*; the Node tab shows how much each wrote.

## The tree

Where a text continues in several ways there are alternatives, and a small *2 of 5* shows which one you are
reading. {path.previousSibling} and {path.nextSibling} switch between them, and everything after them
changes too. Nothing you leave is lost: it stays where you left it.

The path leads from the beginning to where you are, and its end is called the head. All the paths together
make the tree. A file with one or more trees is a grove.

## Getting started

- Type a few lines.
- Press {generation.start}. A model writes several continuations of your text; you can keep typing
  meanwhile.
- Step through the continuations with {path.nextSibling}, or choose one in the panel on the right.
- Keep writing, or ask again.

The [sample grove](command:grove.openSample) contains a story written this way, with all its branches.

---

Next: [editing and branching](help:editing).
`;
