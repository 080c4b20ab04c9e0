/** Help on versions made by editing, and on branching. In the marks of `views/help/HelpPage.tsx`. */
export const EDITING_HELP = `
You can change any text, no matter who wrote it. Nothing is overwritten: an edit makes a new version, and
the earlier one is kept.

## Versions

When you edit a node that is already in the tree, everything after it stays in place. Your edit becomes a
new version of the node as soon as you move elsewhere, ask for continuations, or press {draft.commit}.
{version.previous} and {version.next} step through the versions.

## Pasting

What you paste from Word, Google Docs or a web page keeps its emphasis, headings, lists and links, written with
the marks of Markdown. {edit.pastePlain} pastes only its words. Messages, notes and other fields for prose paste alike.

## Branches

A branch has its own continuation. Use one when what follows should be different, too.

- {generation.start} with the caret in the middle of a text asks for other ways to continue from there. The
  text before the caret is shared: a change to it changes it in all of them.
- What followed the caret stays as it was. A line under the new text says how many words that is; click it,
  or press {path.sibling1}, to go back to them. If no text comes, they are back at once.
- The margin shows *‹ 1 of 4 ›* at that place. {path.previousSibling} and {path.nextSibling} step through
  all of them, your own first.
- {node.split} starts a branch at the caret, for you to write. {node.splitAndBranch} does the same and asks
  the model for one continuation.
- {node.branchEdit} turns your latest edit into a branch instead of a version.
- {generation.siblings} asks for more alternatives to the current text.
- {continuations.sideBySide} shows all of them side by side, and {continuations.compare} what differs between
  two.

## Rewrites and bridges

Select a passage and press {rewrite.selection} to see it in other words: say how it should read, and a model
writes as many versions as you asked for. Without a selection, it is about the sentence at the caret. What
follows stays as it is, and nothing changes until you choose.

- {rewrite.bridge} asks for a text that joins what is before the caret to what is after it.
- While the bar is open, {version.previous} and {version.next} step through the original and the answers, in
  the text itself. Each step is one undo.
- Close the bar and the text stays as you see it. The other answers are among the versions.

## Prompts in the text

A block that begins with |\`\`\`prompt agent=Muse| and ends with |\`\`\`| is a prompt. With the caret in
it, {fence.run} sends what is between these lines to the agent, and the result takes its place; undo brings
the prompt back.

- |{{before:3}}| stands for the three paragraphs before it, |{{after:1}}| for the one after it, and
  |{{mood}}| for a value that you are asked for.
- With |name=storm|, another prompt can say |{{fence:storm}}| for its result. {fence.all} runs all of
  them, in the order they need.
- Run once more without a change, a prompt gives the same result and sends nothing. {fence.again} asks for a
  new one.
- No other request is sent the prompts of a text.

## Suggestions

{proposal.ask} asks an agent that takes instructions to edit the selection, the chapter or everything.
Agents in a conversation can suggest edits, too. What they would change is marked in the text, word by word;
the text itself stays as it is until you decide.

- {suggestion.next} and {suggestion.previous} go from one suggestion to the next. {suggestion.accept}
  accepts the current one, and {suggestion.reject} rejects it; undo brings it back.
- The bar below the text also accepts all of an edit at once, or lets you edit the words of a suggestion as
  you accept it.
- If you have changed a sentence since the agent read it, the bar shows what it was, what you made of it and
  what is suggested, and you choose.

## Moving around

{path.parent} goes back to the previous node, and {path.child} forward to the one you visited last. Hold
{path.preview} to see the next alternative without going there. {path.nextChapter} and {path.previousChapter} go
from chapter to chapter; with Shift, from scene to scene. {bookmark.toggle} bookmarks the selected words, or
the sentence at the caret, to come back to; {note.add} writes a note on them, and {places.back} returns to
where you were before. A note that you leave before you save it is kept as a draft, also when you close the
window.

## The time line

{timeline.open} shows every state the text has been in, from left to right. Drag, or use the arrow keys, to
read the text as it was, in its colours; with Shift they go from session to session. Looking changes
nothing: Esc, or typing, returns to where you were.

- Select a passage of an earlier text and choose *Restore passage* to bring it back into the present one, or
  choose *Restore all*. Undo reverts either.
- *Compare* shows what differs between two moments, *How did this come to be* what became of the selected
  words, and *Replay* plays the writing from that moment on.
- *Mark* gives a moment a name. It is then kept forever, and the name stands above the line.

## Undo and pruning

{edit.undo} undoes typing, switching, splitting and generating alike, in the order they happened: the last
thousand steps in a tree, also after a restart, unless the file was changed elsewhere meanwhile. {node.prune}
hides a node and everything after it; undo brings them back. Nothing is deleted from the tree.

---

Next: [models](help:models).
`;
