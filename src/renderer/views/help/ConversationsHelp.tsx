import { FixedKey, Key, Page, PageLink, Section, SettingsLink } from './help-elements.tsx';

/** Talking with models about a story, or with models as the story. */
export function ConversationsHelp() {
  return (
    <Page>
      <p>
        A conversation is a tree with one message a node. Begin one with the speech bubble above the list of
        trees, or with New conversation in the command palette. Everything else is as in a manuscript: the
        outline and the map, bookmarks, notes, search, records.
      </p>
      <Section title="Sending">
        <p>
          <FixedKey>Enter</FixedKey> sends what you wrote, and the agents beside the button reply: one or
          several, each as often as you like. The first reply to arrive is shown; the others are its
          alternatives. If nobody is chosen, your message is only kept. What you write next stays in place
          while replies arrive, and while you move through the tree.
        </p>
      </Section>
      <Section title="Alternatives">
        <p>
          The arrows under a message, <Key of="path.previousSibling" /> and <Key of="path.nextSibling" />, or
          the left and right arrow keys while you have written nothing, go through the alternatives.{' '}
          <Key of="generation.siblings" /> asks for more. <Key of="path.parent" /> ends the path one message
          earlier, so that you can say something else there.
        </p>
      </Section>
      <Section title="Editing">
        <p>
          Any message can be edited: your last one with the up arrow, another one with{' '}
          <Key of="message.edit" />. <Key of="node.branchEdit" /> saves the edit as a branch beside the
          message, with nothing after it yet; <Key of="message.fixInPlace" /> fixes the message and keeps what
          follows. An edit that you leave open waits until you come back, also after a crash.
        </p>
      </Section>
      <Section title="What is sent">
        <p>
          An agent is sent its own words as its own, and everyone else’s as yours, with names where there are
          several. The Context tab shows it message by message. Models that only continue a text are sent the
          conversation as a script.
        </p>
      </Section>
      <Section title="About a manuscript">
        <p>
          The Conversation tab beside a manuscript has the conversations about it: any number, each with all
          of the above, beside the text or at full width. They are archived, moved and deleted with the
          manuscript. Commands go to the text that has the keyboard. Agents without loom access are sent the
          conversation, not the manuscript.
        </p>
      </Section>
      <Section title="Agents that act in the loom">
        <p>
          An agent can do more than reply if its Loom access, in{' '}
          <SettingsLink section="agents">Agents</SettingsLink>, permits it. It then sees the tree that you
          talk about, and acts there through lines that begin with → and a verb: it reads, moves, writes, or
          asks models for continuations. What it writes is offered beside yours, and never replaces your
          words. Whatever you set to Ask waits for your answer, and it cannot do what you set to Never.
        </p>
        <p>
          Everything it does for one message is a turn. A turn ends at its limits at the latest, and can be
          undone as a whole with <Key of="turn.undo" />. With Follows me, above a conversation beside its
          manuscript, the agent begins each turn from where you are in the text. The Trace lists what was
          done, line by line.
        </p>
        <p>
          You have the same commands: write → help, with <Key of="message.insertArrow" /> for the arrow, to
          see them all. A message of nothing but commands is carried out instead of sent, without a model.
        </p>
      </Section>
      <p>
        Next: <PageLink page="files">files and safety</PageLink>.
      </p>
    </Page>
  );
}
