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

{draft.commit} turns what you typed into a node of the tree at once. You never need it to keep your text.

## When something goes wrong

If the program or the computer stops in the middle of a sentence, your text is there when you open the grove
again, up to the last half second, or the last second after a power cut. If the disk is full or the file was
moved, your text stays in the window; the program tells you, and you can save a copy elsewhere. If the file
can no longer be read, the copy is made from its newest backup and everything you have written since.

Backups are made automatically, in the program’s own folder: every half hour while a grove changes, and when
it is closed. Those of the last twelve hours are kept, then one per day for a week and one per week for half
a year. *Open a copy from…* lists them, even if the grove’s own file is gone.

The program never writes to a damaged file. Each node has a hash, by which the program can tell whether the
node is unchanged. *Recover a copy…* writes whatever can be read, and what you typed, into a new grove, and
you continue there.

## Copies

A closed grove is an ordinary file: copy it, send it, keep it in a folder that is backed up. While it is
open, do not let another program write to it.

*Save As…* continues in another file; *Duplicate the grove…* opens a second grove next to this one. *Share a
copy…* writes a copy for someone else: the path you are reading, or everything except uncommitted text, with
what agents did only if you say so.

If a copy has changed separately, such as a sync program’s conflicted copy, *Merge a copy into this grove…*
adds what it has to this grove, as branches and versions. The text you see does not change, the copy is only
read, and a backup is made first.

You can export the text you are reading as Markdown, plain text, a web page or a PDF, exactly as typed, and the
whole tree as JSON. You can import Markdown and plain text; how a text reads is shown first if the file
does not say in which encoding it is. The File menu and the palette list all of these.

## What leaves this computer

Nothing, unless you ask a model elsewhere for continuations. There is no telemetry and no update check; see
[Privacy](settings:privacy). The settings are stored in a separate file, |settings.json|, and never in a
grove.

---

Next: [keys](help:keys).
`;
