import { FixedKey, Key, Page, PageLink, Section, SettingsLink } from './help-elements.tsx';

/** Where the text is stored, when it is safe, and what happens when something goes wrong. */
export function FilesHelp() {
  return (
    <Page>
      <p>
        A grove is a single file with the extension <em>.aspen</em>, stored wherever you put it. It contains
        everything: every branch, every version, who wrote it and when. It needs no account and no network.
      </p>
      <Section title="Saving">
        <p>There is no need to save. The status bar shows one of these states:</p>
        <ul>
          <li>
            <strong>Saved</strong>: your text is in the grove’s file.
          </li>
          <li>
            <strong>Safe on this computer</strong>: your text is in the program’s recovery journal, and will
            be in the file within seconds. A large grove is checked after it opens; until that has ended,
            nothing is written to its file, and what must write it, such as a commit, waits.
          </li>
          <li>
            <strong>Not saved</strong>: your text is only in this window, and the status bar says why.
          </li>
        </ul>
        <p>
          <Key of="draft.commit" /> turns what you typed into a node of the tree at once. You never need it to
          keep your text.
        </p>
      </Section>
      <Section title="When something goes wrong">
        <p>
          If the program or the computer stops in the middle of a sentence, your text is there when you open
          the grove again, up to the last half second, or the last second after a power cut. If the disk is
          full or the file was moved, your text stays in the window; the program tells you, and you can save a
          copy elsewhere. If the file can no longer be read, the copy is made from its newest backup and
          everything you have written since.
        </p>
        <p>
          Backups are made automatically, in the program’s own folder: every half hour while a grove changes,
          and when it is closed. Those of the last twelve hours are kept, then one per day for a week and one
          per week for half a year. <em>Open a copy from…</em> lists them, even if the grove’s own file is
          gone.
        </p>
        <p>
          The program never writes to a damaged file. Each node has a hash, by which the program can tell
          whether the node is unchanged. <em>Recover a copy…</em> writes whatever can be read, and what you
          typed, into a new grove, and you continue there.
        </p>
      </Section>
      <Section title="Copies">
        <p>
          A closed grove is an ordinary file: copy it, send it, keep it in a folder that is backed up. While
          it is open, do not let another program write to it.
        </p>
        <p>
          <em>Save As…</em> continues in another file; <em>Duplicate the grove…</em> opens a second grove next
          to this one. <em>Share a copy…</em> writes a copy for someone else: the path you are reading, or
          everything except uncommitted text, with what agents did only if you say so.
        </p>
        <p>
          If a copy has changed separately, such as a sync program’s conflicted copy,{' '}
          <em>Merge a copy into this grove…</em> adds what it has to this grove, as branches and versions. The
          text you see does not change, the copy is only read, and a backup is made first.
        </p>
        <p>
          You can export the text you are reading as Markdown, plain text, a web page or a PDF, and the whole
          tree as JSON. You can import Markdown and plain text. The File menu and the palette list all of
          these.
        </p>
      </Section>
      <Section title="What leaves this computer">
        <p>
          Nothing, unless you ask a model elsewhere for continuations. There is no telemetry and no update
          check; see <SettingsLink section="privacy">Privacy</SettingsLink>. The settings are stored in a
          separate file, <FixedKey>settings.json</FixedKey>, and never in a grove.
        </p>
      </Section>
      <p>
        Next: <PageLink page="keys">keys</PageLink>.
      </p>
    </Page>
  );
}
