import { Key, Page, Part, Plain, To, ToSettings } from './words.tsx';

/** Where the text is, when it is safe, and what happens when something goes wrong. */
export function FilesHelp() {
  return (
    <Page>
      <p>
        A grove is one file with the ending <em>.aspen</em>, where you put it. All of it is in there: every
        branch, every version, who wrote it and when. It needs no account and no network.
      </p>
      <Part title="Saving">
        <p>You need not save. The status bar says how things stand:</p>
        <ul>
          <li>
            <strong>Saved</strong>: what you typed is in the grove’s file.
          </li>
          <li>
            <strong>Safe on this computer</strong>: it is in a journal of the program’s own, and will be in
            the file within seconds.
          </li>
          <li>
            <strong>Not saved</strong>: it is in this window only, and the reason stands beside it.
          </li>
        </ul>
        <p>
          <Key of="draft.commit" /> makes what you typed a node of the tree at once. It is never needed to
          keep it.
        </p>
      </Part>
      <Part title="When something goes wrong">
        <p>
          If the program or the computer stops in the middle of a sentence, what you typed up to the last half
          second, after a power cut the last second, is there when you open the grove again. If the disk is
          full or the file was moved, your text stays in the window, you are told, and can save a copy
          elsewhere. Where the file cannot be read any more, the copy is made of its newest backup and what
          you wrote since.
        </p>
        <p>
          Backups are made by themselves, in a folder of the program’s own: every half hour while a grove
          changes, and when it is closed. Those of the last twelve hours stay, then one a day for a week and
          one a week for half a year. <em>Open a copy from…</em> lists them, also where the grove’s own file
          is gone.
        </p>
        <p>
          A damaged file is never written to. Each node has a fingerprint, and the program can tell whether it
          still is what was written. <em>Recover a copy…</em> writes what can be read, and what you typed,
          into a new grove, and you go on there.
        </p>
      </Part>
      <Part title="Copies">
        <p>
          A grove that is closed is an ordinary file: copy it, send it, keep it in a folder that is backed up.
          While it is open, let no other program write to it.
        </p>
        <p>
          <em>Save As…</em> goes on in another file; <em>Duplicate the grove…</em> opens a second grove beside
          this one. <em>Share a copy…</em> writes one for somebody else: the path you are reading, or
          everything but what is not committed.
        </p>
        <p>
          Where a copy went its own way, as a sync program’s conflicted copy does,{' '}
          <em>Merge a copy into this grove…</em> brings in whatever it has besides, as branches and versions.
          What you see stays as it is, the copy is only read, and a backup is made first.
        </p>
        <p>
          The text you are reading can be exported as Markdown, plain text, a web page or a PDF, and the whole
          tree as JSON; Markdown and plain text come in. The File menu and the palette have all of it.
        </p>
      </Part>
      <Part title="What leaves this computer">
        <p>
          Nothing, unless you ask a model elsewhere for continuations. There is no telemetry and no update
          call; <ToSettings section="privacy">Privacy</ToSettings> says it in full. The settings are in a file
          of their own, <Plain>settings.json</Plain>, and never in a grove.
        </p>
      </Part>
      <p>
        Next: <To page="keys">keys</To>.
      </p>
    </Page>
  );
}
