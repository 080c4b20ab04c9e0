/** The help's pages and the list of shortcuts. */

export const HELP = 'Help';
export const HELP_PAGE_LIST = 'Pages';
export const CLOSE_HELP = 'Close the help';

export const HELP_TITLES = {
  loom: 'The loom',
  editing: 'Editing and branching',
  models: 'Models',
  conversations: 'Conversations',
  files: 'Files and safety',
  keys: 'Keys',
  words: 'Words',
  shortcuts: 'Keyboard shortcuts',
} as const;

/** In a sentence, in place of the key of a command that has none. */
export const THE_PALETTE = 'the palette';

export const FILTER_SHORTCUTS = 'Filter by name or key';

export function noShortcutFound(filter: string): string {
  return `No command’s name or key matches “${filter}”.`;
}

/** In the list, in place of a key. */
export const IN_THE_PALETTE = 'in the palette';

/** Below the list; the link is to the settings. */
export const SHORTCUTS_FOOT = {
  before: 'Commands without a key are in the palette. You can',
  link: 'change the keys',
  after: 'of any command.',
} as const;

/** Help on looms and their terms. In the marks of `views/help/HelpPage.tsx`. */
export const LOOM_HELP = `
A loom is a place to write a story in more than one way. You write; wherever you wonder how the story might
go on, you ask for continuations and get several. You choose one and keep writing. The others stay, and you
can continue any of them later.

## The text

What you see is one continuous text. Underneath, it is made of passages: what you typed in one go, or what a
model wrote in one answer. You do not need to think about them. Colours show who wrote what;
your own words are in plain ink. Lists and the status bar name whoever wrote most of a text first, as in
*Offline, edited by you*; the Passage tab shows how much each wrote.

## The tree

Where a text continues in several ways there are alternatives, and a small *2 of 5* shows which one you are
reading. {path.previousSibling} and {path.nextSibling} switch between them, and everything after them
changes too. Nothing you leave is lost: it stays where you left it.

The path leads from the beginning to where you are. All the paths together make the tree. A file with one or
more trees is a grove. [Words](help:words) says what each of these is.

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

/** Help on versions made by editing, and on branching. In the marks of `views/help/HelpPage.tsx`. */
export const EDITING_HELP = `
You can change any text, no matter who wrote it. Nothing is overwritten: an edit makes a new version, and
the earlier one is kept.

## Versions

When you edit a passage that is already in the tree, everything after it stays in place. Your edit becomes a
new version of it as soon as you move elsewhere, ask for continuations, or press {draft.commit}.
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

## Documents beside the story

What you keep beside the text, a character, a place, an outline, is a document: *New document* in the list on
the left. {view.document} shows one beside the story, and takes you there and back. Each has its own undo.
Commands, the menu and *Generate* act on the text with the caret.

- A new document is blank, or begins with a template: a character, a place, an outline, a world.
  {document.saveTemplate} makes one of yours, for every grove on this computer.
- A document shows its Markdown as you type it: headings, lists, quotes, emphasis, links and code, with every
  character still there.
- Enter continues a list or a quote, and ends it on an empty line of one.
- |[[| lists what a link can lead to: a tree, after |#| its sections. {link.follow} or Ctrl+click follows it, and
  {places.back} comes back. In a story, the list writes the bare name. |![[| shows
  the text itself under the line.
- {link.passage} links a sentence of the story to a document, and leaves the story’s text alone. Below a document
  beside the text is what links to it, and what mentions it: *Link it* makes a link of a mention.
- A link survives a rename with its old name. {link.writeNames} brings it up to date, everywhere at once.
- |- [ ]| makes a checkbox: a click checks it, or {document.checkbox} with the caret in its line.

## Lore

What a model must know of a person or a place, it is sent where the story speaks of them. {lore.use} with the caret
in a document sends its text to the models of this book when one of its keys is in the last of the story: its title and
other names, unless you say which. *Lore* below a document beside the text has the keys and the rest, and makes an entry
of each section, if you like; of a document in the middle, that is in the *Sent* tab.

- *Lore*, at the left, lists the entries; a disc marks those that the next request has. {lore.try} says where a word
  is found. The *Sent* tab says of every entry that is sent, or nearly, why: a click goes to the place.
- {lore.make} makes a document of the selected words, with the names in them as its keys.
- *Only after* and *Not after* a passage: two timelines, two truths.
- How far back the text is looked through, and how many tokens lore may take, is under *Lore* in the *Sent* tab.

## Tags

A tag says what several passages, notes, trees or documents have in common: type its name into *Add a tag* in
the *Passage* tab, or run *Add a tag…* from the palette. A slash nests: arc finds arc/winter. *Tags*, at the
left, lists them: a click shows only what has one, in the outline, the map, the search and the lists of trees,
and the menu renames, colours, merges and puts away.

## Chapters and scenes

{scene.list} shows your chapters and scenes as cards: drag one to where it belongs, or move it with {path.previousScene}
and {path.nextScene}. A note with the tag |synopsis| stands on its card. *Move the scene up* and the commands
beside it in the palette act on the scene at the caret: they move a scene or a chapter, promote or demote a heading, and
divide or join scenes. Each is one edit of the text: who wrote what stays, notes on phrases go along, and {edit.undo} takes it back.

## Targets and progress

{progress.targets} sets how many words the story and each chapter should have, and by when. {progress.days} shows what was
written each day, by whom. A day ends at four in the morning, and imported text does not count.

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

{path.parent} goes back to the passage before, and {path.child} forward to the one you visited last. Hold
{path.preview} to see the next alternative without going there. {path.nextChapter} and {path.previousChapter} go
from chapter to chapter; with Shift, from scene to scene. {bookmark.toggle} bookmarks the selected words, or
the sentence at the caret, to come back to; {note.add} writes a note on them, and {places.back} returns to
where you were before. A note that you leave before you save it is kept as a draft, also when you close the
window.

## The time line

{timeline.open} shows every state the text has been in, from left to right. Drag, or use the arrow keys, to
read the text as it was, in its colours; with Shift they go from session to session. Looking changes
nothing: Esc, or typing, returns to where you were.

- Select a passage of an earlier text and choose *Bring back passage* to have it in the present one, or choose
  *Bring back all*. Undo reverts either.
- *Compare* shows what differs between two moments, *How this came about* what became of the selected
  words, and *Replay* plays the writing from that moment on.
- *Mark* gives a moment a name. It is then kept forever, and the name stands above the line.

## Undo, and setting aside

{edit.undo} undoes typing, switching, splitting and generating alike, in the order they happened: the last
thousand steps in a tree, also after a restart, unless the file was changed elsewhere meanwhile. {node.prune}
sets a passage aside, with everything after it: they leave the page and its lists. *Bring back*, or undo, shows
them again. Nothing is deleted from the tree.

---

Next: [models](help:models).
`;

/**
 * Help on models that write continuations, what they are sent, and what is recorded about their answers. In the marks
 * of `views/help/HelpPage.tsx`.
 */
export const MODELS_HELP = `
A model writes only when you ask it to, and is sent only what the Sent tab shows. What it writes never
moves your caret and never replaces your words.

## The offline agent

The program includes a small text model. It runs on this computer, and learns from its sample texts and your
own pages. It is not a great author, but it needs no account and no network.

## Services

[Connect a model](command:model.connect) leads from a service and its key, or a server on this computer, to
a model that Generate asks. The key is stored in the system’s keychain and sent only to the service’s own
address. What is set up is listed in [Providers](settings:providers), where you can also add headers and
fields.

## Agents and presets

An agent is a model with a name, a colour and its own parameters. [Agents](settings:agents) belong to a
grove, and you can ask several at once. An agent that you save as a template is kept for all groves: new
ones get it, and the others offer it. A [preset](settings:presets) saves which agent to ask, for how many
continuations of what length, under a name and a key.

## What is sent

The Sent tab shows it piece by piece, with its size: the system text, memory, the author’s note, and as
much of the text before the caret as fits. A text that you exclude or set aside goes to no model, whatever an agent
asks for, and no agent can change that. [Usage](settings:usage) totals
what was sent and received.

## While it writes

You can keep writing. The first continuation to finish becomes the end of your text, unless you have already
continued there yourself; the others wait beside it. {Esc} stops generation and keeps what has arrived.
{generation.switch} asks for one more and switches to it. If a service reports how likely its words were,
{node.token} shows the alternatives.

---

Next: [conversations](help:conversations).
`;

/** Talking with models about a story, or with models as the story. In the marks of `views/help/HelpPage.tsx`. */
export const CONVERSATIONS_HELP = `
A conversation is a tree of messages. Begin one with the speech bubble above the list of trees,
or with New conversation in the command palette. Everything else is as in a manuscript: the outline and the
map, bookmarks, notes, search, records.

## Sending

{Enter} sends what you wrote, and the agents beside the button reply: one or several, each as often as you
like. The first reply to arrive is shown; the others are its alternatives. Several agents can also reply in
turn, each once, to the one before. A message that begins with @ and an agent's name asks that one alone.
If nobody is chosen, your message is only kept. What you write next stays
in place while replies arrive, and while you move through the tree.

## Markdown

Emphasis, headings, lists, tables, code and links in a message are formatted. Its text stays as typed, which
is also how it is copied. A link opens after a click. In Settings, under Writing, Format messages shows
messages as typed, and so does a command in the palette. What a model reasoned before its reply, if its
service sends that, is folded above the reply, and is no part of it.

## Alternatives

The arrows under a message, {path.previousSibling} and {path.nextSibling}, or the left and right arrow keys
while you have written nothing, go through the alternatives. {generation.siblings} asks for more.
Regenerate writes another in the place of the last reply. Regenerate with…, under More, asks another agent,
or for something different: your instruction is kept as a note. {path.parent} ends the path one message
earlier, so that you can say something else there.

A reply that was cut off, at its limit or because you stopped it, can be continued: {message.continue}, or
Continue reply under it. What comes is a second part of the same message, with alternatives of its own, so
that you can ask for that part again and keep the first.

## Editing

Any message can be edited: your last one with the up arrow, another one with {message.edit}.
{node.branchEdit} saves the edit as a branch beside the message, with nothing after it yet;
{message.fixInPlace} fixes the message and keeps what follows. An edit that you leave open waits until you
come back, also after a crash.

Undo goes back through everything: typing, messages that you sent, replies, edits, switches and setting aside. A
message that you take back is in the composer again; what an agent did for it in the tree stays, unless you
undo that, too.

## What is sent

An agent is sent its own words as its own, and everyone else’s as yours, with names where there are several.
The Sent tab shows it message by message. Models that only continue a text are sent the conversation as a
script.

## Taking it elsewhere

A conversation is exported and printed as a manuscript is, with a name before each message; the settings say
how names stand. *Duplicate as manuscript*, in the command palette, makes a manuscript of its messages.

## About a manuscript

The Talk tab beside a manuscript has the conversations about it: any number, each with all of the
above, beside the text or at full width. They are put away, moved and deleted with the manuscript. Commands
go to the text that has the keyboard. Everyone who is asked is sent the text around your caret, as the line
above the message says; {conversation.sendTopic} takes it out again.

## Agents that act in the loom

An agent can do more than reply if its Loom access, in [Agents](settings:agents), permits it. It then sees
the tree that you talk about, and acts there through lines that begin with → and a verb: it reads, moves,
writes, or asks models for continuations. What it writes is offered beside yours, and never replaces your
words: where it would change them, the page shows that as suggestions. Whatever you set to Ask waits for your
answer, with the words that it would change; point at one of its lines, and the text shows the place. It
cannot do what you set to Never.

Everything it does for one message is a turn. A turn ends at its limits at the latest, and can be undone as a
whole with {turn.undo}; what it had offered is then listed no longer. What others have built on stays until
that is undone, too, and you take back the rest. With Follows me, above a conversation beside its manuscript,
the agent begins each turn from where you are in the text. The Trace lists what was done, line by line.

Of what its commands answered, an agent is sent nothing in the next turn but what it pinned or stashed. You
can do that for it: → pin and the id of a text keeps this text in what agents are sent, → drop takes it out
again, and → memory lists what there is. All of it follows the branch of the conversation: with another
reply, what was remembered after the first is not there, and when you go back, it is.

You have the same commands: write → help, with {message.insertArrow} for the arrow, to see them all. A
message of nothing but commands is carried out instead of sent, without a model.

---

Next: [files and safety](help:files).
`;

/** Help on the file, its safety, and recovery. In the marks of `views/help/HelpPage.tsx`. */
export const FILES_HELP = `
A grove is a single file with the extension *.aspen*, stored wherever you put it. It contains everything:
every branch, every version, who wrote it and when. It needs no account and no network.

A new grove is kept in the program’s own folder until you name it; *Rename the grove…* or *Save As…* then
asks where its file should be, and moves it there.

## Saving

There is no need to save. The status bar shows one of these states:

- **Saved**: your text is in the grove’s file.
- **Safe on this computer**: your text is in the program’s recovery journal, and will be in the file within
  seconds. A large grove is checked after it opens; until that has ended, nothing is written to its file,
  and what must write it, such as a commit, waits.
- **Not saved**: your text is only in this window, and the status bar says why.

{draft.commit} makes what you typed a passage of the tree at once. You never need it to keep your text.

## When something goes wrong

If the program or the computer stops in the middle of a sentence, your text is there when you open the grove
again, up to the last half second, or the last second after a power cut. If the disk is full or the file was
moved, your text stays in the window; the program tells you, and you can save a copy elsewhere. If the file
can no longer be read, the copy is made from its newest backup and everything you have written since.

Backups are made automatically, in the program’s own folder: every half hour while a grove changes, and when
it is closed. Those of the last twelve hours are kept, then one per day for a week and one per week for half
a year. *Open a copy from…* lists them, even if the grove’s own file is gone.

The program never writes to a damaged file. Each passage has a hash, by which the program can tell whether it
is unchanged. *Recover a copy…* writes whatever can be read, and what you typed, into a new grove, and
you continue there.

If the program did not end as it should, its next start offers to show what happened. For people who help you,
*Save a report for support…* shows versions, sizes and the program’s log, without your words, keys and folders,
before you save it. It goes nowhere unless you send it. *About Aspen Grove* names the version, and the folder
with the program’s own data.

## The book

*Book…* makes a story a book: title page, what comes before and after the text, numbers and looks of headings, the mark
between scenes, and tags whose passages are left out. Exports and printing read it. {view.readThrough} reads the text through,
page by page; N makes a note on the passage in view, and Escape returns to the text there.

*Export…* writes it as a Word document for an editor, as an e-book, as PDF, a web page, Markdown or text, all of it or one
chapter, and shows how it begins. {exchange.exportAgain} does it again. It also makes folders: of every branch, and of the
grove's documents with their links, for Obsidian.

*How much of this is mine* says who wrote how much of a story, by chapter, day and model, how the program knows, and what it
cannot know. It is saved as a web page, or as JSON that can be checked without the program.

## Copies

A closed grove is an ordinary file: copy it, send it, keep it in a folder that is backed up. While it is
open, do not let another program write to it.

*Save As…* continues in another file; *Duplicate the grove…* opens a second grove next to this one. *Share a
copy…* writes a copy for someone else: the path you are reading with the documents you tick, or everything except uncommitted text, with
what agents did only if you say so.

If a copy has changed separately, such as a sync program’s conflicted copy, *Merge a copy into this grove…*
adds what it has to this grove, as branches and versions. The text you see does not change, the copy is only
read, and a backup is made first.

You can export the text you are reading as Markdown, plain text, a web page or a PDF, exactly as typed, and the
whole tree as JSON. You can import Markdown and plain text; how a text reads is shown first if the file
does not say in which encoding it is. The File menu and the palette list all of these.

## What leaves this computer

Nothing, unless you ask a model elsewhere for continuations. There is no telemetry. If you allow it, the program looks for a
newer version of itself once a day; see [Privacy](settings:privacy). The settings are stored in a separate file, |settings.json|, and never in a
grove.

---

Next: [keys](help:keys).
`;

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
- {view.nextPane} moves from pane to pane, bar and notice, and {view.previousPane} back.

## In the Outline tab

While the outline or the map has the focus, single letters work as in the original Loom. The arrow keys
move, {Enter} goes to the passage, {Space} previews it, {g} generates, {b} sets a bookmark, {e} edits, {s}
splits, {r} goes to the beginning, {1} to {9} go to a way on, and {u} to the next passage you have not seen. {/}
filters, {o} shows only a branch, {d} compares two, {f} folds chains without branches, and {m} switches between outline
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

Next: [words](help:words).
`;

/** The dozen words of its own that the program has. In the marks of `views/help/HelpPage.tsx`. */
export const WORDS_HELP = `
These are the words that the program uses in a sense of its own.

- *Grove*: a file with your stories and everything that belongs to them.
- *Tree*: a story, a document or a conversation, with every way that it goes.
- *Passage*: a piece of a text that was written in one go, by you or by a model.
- *Path*: the passages from the beginning to where you are. It is the text on the page.
- *Alternative*: one of several passages that could stand in the same place, each with a future of its own.
- *Branch*: an alternative and everything after it.
- *Continuation*: what a model writes after your text, as an alternative.
- *Version*: a passage as it reads before or after an edit. What follows stays.
- *Commit*: to make what you typed a passage of the tree. It is saved before, too.
- *Agent*: a model with a name and a colour, which writes when you ask it to.
- *Suggestion*: a change that an agent proposes; the text stays as it is until you decide.
- *Context*: what a model is sent with a request.

## Out of sight

- *Set aside* takes a passage, with everything after it, off the page and the lists. *Bring back* shows it again.
- *Put away* takes a tree out of the list of trees. You can bring it back, or delete it for good.
- *Throw away* is for what was never saved, such as the draft of a note. It does not come back.

## For experts

Exports, settings, other looms and what agents write after an arrow say *node* for a passage, *sibling* for an
alternative, *prune* and *restore* for setting aside and bringing back, *archive* for putting away, and *hoist*
for showing only a branch.

---

See also: [all shortcuts](help:shortcuts), {help.shortcuts}.
`;
