/** Talking with models about a story, or with models as the story. In the marks of `views/help/HelpPage.tsx`. */
export const CONVERSATIONS_HELP = `
A conversation is a tree with one message a node. Begin one with the speech bubble above the list of trees,
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

Undo goes back through everything: typing, messages that you sent, replies, edits, switches and pruning. A
message that you take back is in the composer again; what an agent did for it in the tree stays, unless you
undo that, too.

## What is sent

An agent is sent its own words as its own, and everyone else’s as yours, with names where there are several.
The Context tab shows it message by message. Models that only continue a text are sent the conversation as a
script.

## Taking it elsewhere

A conversation is exported and printed as a manuscript is, with a name before each message; the settings say
how names stand. *Duplicate as manuscript*, in the command palette, makes a manuscript of its messages.

## About a manuscript

The Conversation tab beside a manuscript has the conversations about it: any number, each with all of the
above, beside the text or at full width. They are archived, moved and deleted with the manuscript. Commands
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
