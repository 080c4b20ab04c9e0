import { Key, Page, Part, Plain, To, ToSettings } from './words.tsx';

/** Who writes continuations, what they are sent, and what is known of what they wrote. */
export function ModelsHelp() {
  return (
    <Page>
      <p>
        A model is asked only when you ask it, and is sent only what the Context tab shows. What it writes
        never moves your caret and never replaces your words.
      </p>
      <Part title="The offline agent">
        <p>
          A small text model comes with the program. It writes on this computer, from what it learned of its
          sample texts and of your pages. It is no great author, but it needs no account and no network.
        </p>
      </Part>
      <Part title="Services">
        <p>
          Any service that speaks the usual protocol can be set up, on this computer or elsewhere, in{' '}
          <ToSettings section="providers">Providers</ToSettings>. Its key is hidden by the system’s keychain
          and sent to its own address only.
        </p>
      </Part>
      <Part title="Agents and presets">
        <p>
          An agent is a model with a name, a colour and a way of writing;{' '}
          <ToSettings section="agents">Agents</ToSettings> belong to a grove. Several can be asked at once. A{' '}
          <ToSettings section="presets">preset</ToSettings> keeps who is asked, for how many and how long,
          under a name and a key.
        </p>
      </Part>
      <Part title="What is sent">
        <p>
          The Context tab shows it, piece by piece, with its size: the system context, memory, the author’s
          note, and as much of the text before the caret as fits. A node can be left out of it.{' '}
          <ToSettings section="usage">Usage</ToSettings> adds up what was sent and what came back.
        </p>
      </Part>
      <Part title="While it writes">
        <p>
          Go on writing. What is complete first becomes the end of your text, if you have not gone on there
          yourself; the rest waits beside it. <Plain>Esc</Plain> stops what is under way and keeps what has
          come. <Key of="generation.switch" /> asks for one more and goes there. Where a service tells how
          sure it was of its words, <Key of="node.token" /> shows what else might have come.
        </p>
      </Part>
      <p>
        Next: <To page="files">files and safety</To>.
      </p>
    </Page>
  );
}
