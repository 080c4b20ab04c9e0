import { FixedKey, Key, Page, PageLink, Section, SettingsLink } from './help-elements.tsx';

/** Which models write continuations, what they are sent, and what is recorded about their answers. */
export function ModelsHelp() {
  return (
    <Page>
      <p>
        A model writes only when you ask it to, and is sent only what the Context tab shows. What it writes
        never moves your caret and never replaces your words.
      </p>
      <Section title="The offline agent">
        <p>
          The program includes a small text model. It runs on this computer, and learns from its sample texts
          and your own pages. It is not a great author, but it needs no account and no network.
        </p>
      </Section>
      <Section title="Services">
        <p>
          In <SettingsLink section="providers">Providers</SettingsLink> you can set up any service that speaks
          the usual protocol, on this computer or elsewhere. Its key is stored in the system’s keychain and
          sent only to the service’s own address.
        </p>
      </Section>
      <Section title="Agents and presets">
        <p>
          An agent is a model with a name, a colour and its own parameters.{' '}
          <SettingsLink section="agents">Agents</SettingsLink> belong to a grove, and you can ask several at
          once. A <SettingsLink section="presets">preset</SettingsLink> saves which agent to ask, for how many
          continuations of what length, under a name and a key.
        </p>
      </Section>
      <Section title="What is sent">
        <p>
          The Context tab shows it piece by piece, with its size: the system text, memory, the author’s note,
          and as much of the text before the caret as fits. You can exclude a node from it.{' '}
          <SettingsLink section="usage">Usage</SettingsLink> totals what was sent and received.
        </p>
      </Section>
      <Section title="While it writes">
        <p>
          You can keep writing. The first continuation to finish becomes the end of your text, unless you have
          already continued there yourself; the others wait beside it. <FixedKey>Esc</FixedKey> stops
          generation and keeps what has arrived. <Key of="generation.switch" /> asks for one more and switches
          to it. If a service reports how likely its words were, <Key of="node.token" /> shows the
          alternatives.
        </p>
      </Section>
      <p>
        Next: <PageLink page="conversations">conversations</PageLink>.
      </p>
    </Page>
  );
}
