import { CommandLink, Key, Page, PageLink, Section } from './help-elements.tsx';

/** What a loom is, and what its terms mean. */
export function LoomHelp() {
  return (
    <Page>
      <p>
        A loom is a place to write a story in more than one way. You write; wherever you wonder how the story
        might go on, you ask for continuations and get several. You choose one and keep writing. The others
        stay, and you can continue any of them later.
      </p>
      <Section title="The text">
        <p>
          What you see is one continuous text. Underneath, it is made of pieces called nodes: what you typed
          in one go, or what a model wrote in one answer. You do not need to think about them. Colours show
          who wrote what; your own words are in plain ink.
        </p>
      </Section>
      <Section title="The tree">
        <p>
          Where a text continues in several ways there are siblings, and a small <em>2 of 5</em> shows which
          one you are reading. <Key of="path.previousSibling" /> and <Key of="path.nextSibling" /> switch
          between them, and everything after them changes too. Nothing you leave is lost: it stays where you
          left it.
        </p>
        <p>
          The path leads from the beginning to where you are, and its end is called the head. All the paths
          together make the tree. A file with one or more trees is a grove.
        </p>
      </Section>
      <Section title="Getting started">
        <ul>
          <li>Type a few lines.</li>
          <li>
            Press <Key of="generation.start" />. A model writes several continuations of your text; you can
            keep typing meanwhile.
          </li>
          <li>
            Step through the continuations with <Key of="path.nextSibling" />, or choose one in the panel on
            the right.
          </li>
          <li>Keep writing, or ask again.</li>
        </ul>
        <p>
          The <CommandLink command="grove.openSample">sample grove</CommandLink> contains a story written this
          way, with all its branches.
        </p>
      </Section>
      <p>
        Next: <PageLink page="editing">editing and branching</PageLink>.
      </p>
    </Page>
  );
}
