/** The help of the command line: for each command, all that a stranger needs. */

const EXIT_CODES = `Exit codes:
  0   all is well
  1   faults were found
  2   refused: bad use, or a file that cannot be read or written
  3   the grove is in use (import only)
  130 stopped with Ctrl+C`;

export const HELP = {
  aspen: `aspen: exports, imports and checks groves, the .aspen files of Aspen Grove.

Usage:
  aspen list FILE.aspen                       lists the trees of a grove
  aspen tags FILE.aspen                       lists the tags of a grove
  aspen lore FILE.aspen --tree TREE           lists the lore that a request would be sent
  aspen export FILE.aspen --tree TREE         writes a text of it for other programs
  aspen report FILE.aspen --tree TREE         says who wrote how much of a text
  aspen import FILE.aspen TEXT…               makes a tree of each text
  aspen verify FILE.aspen                     checks every hash, the trees and the log
  aspen doctor FILE.aspen                     checks all that can be checked, and shows sizes
  aspen COMMAND --help                        explains one command

Options of every command:
  --json       prints one JSON object instead of text, of an error
               {"error":{"code","sentence","detail"}}
  --help       prints this, or the help of the command
  --version    prints the version

Only import writes to a grove. The others read what was last saved, from a copy among the
temporary files, even while Aspen Grove has the grove open. Nothing uses the network.
A file whose name begins with “-” goes after “--”.

${EXIT_CODES}
`,
  list: `aspen list: lists the trees of a grove, with conversations and those put away.

Usage:
  aspen list [--json] FILE.aspen

Prints the id of each tree, its kind (story, document or conversation; put away, if it is),
the words of its text, and its title.

Options:
  --json         prints {"trees":[{"id","title","kind","mode","words"}]}; a tree put away
                 also has "archived": true, a conversation about a tree the "topic", its id
  --data FOLDER  the program's data folder, if it is not in its usual place

Example:
  aspen list novel.aspen

${EXIT_CODES}
`,
  tags: `aspen tags: lists the tags of a grove, with those put away.

Usage:
  aspen tags [--json] FILE.aspen

Prints how many passages, notes and trees have each tag, and its name. A tag nested in
another has a slash in its name.

Options:
  --json         prints {"tags":[{"id","name","color","count"}]}; a tag put away also has
                 "archived": true, one that was merged into another "mergedInto", its id
  --data FOLDER  the program's data folder, if it is not in its usual place

Example:
  aspen tags --json novel.aspen

${EXIT_CODES}
`,
  lore: `aspen lore: lists the lore that a request for a continuation of a tree would be sent.

Usage:
  aspen lore [OPTIONS] FILE.aspen

Prints the tokens of each entry, about, and its document, in the order in which they would be
included. The budget is that of the story, or 2,048 tokens.

Options:
  --tree TREE    which tree: its id, or a title that only one tree has; without it, the
                 only one
  --explain      prints every entry of the grove, and why it would be sent or not
  --json         prints {"lore":[{"treeId","title","part","entry","tokens","fired","why"}]};
                 "why" has a "kind", such as "key", and what belongs to it
  --data FOLDER  the program's data folder, if it is not in its usual place

Example:
  aspen lore novel.aspen --tree "Low Water" --explain

${EXIT_CODES}
`,
  export: `aspen export: writes the text of a tree as the program's own export does.

Usage:
  aspen export [OPTIONS] FILE.aspen

Writes to the standard output, or to the file that --out names.

Options:
  --tree TREE      which tree: its id, or a title that only one tree has; without it, the
                   only one
  --format FORMAT  md     Markdown (default, or what the name of --out ends with)
                   annotated  Markdown with a list of who wrote what, for iA Writer
                   txt    the text as typed, with every mark in it
                   plain  plain text, without the marks of headings and emphasis
                   html   a web page
                   epub   an e-book
                   docx   a Word document
                   json   the whole tree with its branches, for programs
                   branches  a folder with a text of every branch (md) and a list of them
                   vault  a folder with the documents of the grove, for Obsidian
  --preset LOOK    of a Word document: manuscript (default, as editors ask for it), book
                   or plain
  --with-notes     of a Word document: with notes as comments
  --with-suggestions
                   of a Word document: with open suggestions as tracked changes
  --out FILE       the file or the new folder to write; it is complete, or not there at all
  --force          replaces the file if it exists; a folder is never replaced
  --json           prints {"title","format","words","chapters","file"}, without --out the
                   "text" in place of the file; of a folder {"title","format","texts","folder"}
  --data FOLDER    the program's data folder, if it is not in its usual place: the settings
                   there decide on prompts, names and messages in the text

Examples:
  aspen export novel.aspen --tree "The Lamp" --out lamp.md
  aspen export novel.aspen --tree 01KDXA00000000000000000001 --format plain | wc -w
  aspen export novel.aspen --format vault --out notes

${EXIT_CODES}
`,
  report: `aspen report: says who wrote how much of a text, and what proves it.

Usage:
  aspen report [OPTIONS] FILE.aspen

Writes to the standard output, or to the file that --out names.

Options:
  --tree TREE      which tree: its id, or a title that only one tree has; without it, the
                   only one
  --format FORMAT  html   a page for people (default)
                   json   for programs (aspen-report-1); docs/verify_report.py checks it
  --out FILE       the file to write; it is complete, or not there at all
  --force          replaces the file if it exists
  --json           prints the report as JSON, with --out {"title","format","file"}
  --data FOLDER    the program's data folder, if it is not in its usual place

Example:
  aspen report novel.aspen --tree "The Lamp" --out lamp.html

${EXIT_CODES}
`,
  import: `aspen import: makes a tree of each file of Markdown, plain text or history.

Usage:
  aspen import [OPTIONS] FILE.aspen TEXT…

Options:
  --create         makes the grove if there is none
  --history        the files are histories (.versions.json)
  --encoding NAME  the encoding of texts that are not in Unicode, such as windows-1252
  --as-text        imports saves of other programs as the text that they are, by an
                   unknown author
  --json           prints {"trees":[{"id","title"}],"remarks":[…],"refused":[{"name","reason"}]}
  --data FOLDER    the program's data folder, if it is not in its usual place: the writer,
                   and the backups, are those of the program

The grove is checked first, and backed up before it is brought to a new version. A grove that
Aspen Grove has open is left alone (exit code 3). Stopping with Ctrl+C keeps the texts that
were imported to their end, and removes the one that was not.

Examples:
  aspen import novel.aspen chapter-1.md chapter-2.md
  aspen import --create notes.aspen notes/*.txt

${EXIT_CODES}
`,
  verify: `aspen verify: checks every hash, the trees and the log, as the program does.

Usage:
  aspen verify [--json] FILE.aspen

Prints how many texts are as they were written, and every fault. The file is not changed.

Options:
  --json   prints {"file","isSound","nodes","violations","log","records","layers"}, with
           empty lists if all is well; of a broken file {"file","isSound","faults"}

${EXIT_CODES}
`,
  doctor: `aspen doctor: checks all that can be checked of a grove, and shows what takes how much room.

Usage:
  aspen doctor [--json] FILE.aspen

Checks the file, its tables and values, the log, the trees, every hash, the time lines and the
search index, and goes on after damage as far as it can. The file is not changed.

Options:
  --json   prints {"path","isHealthy","about","findings":[{"holds","sentence","details"}],"sizes"}

${EXIT_CODES}
`,
} as const;

export type Verb = Exclude<keyof typeof HELP, 'aspen'>;
