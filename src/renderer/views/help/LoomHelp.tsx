import { Do, Key, Page, Part, To } from './words.tsx';

/** What a loom is, and what its words mean. */
export function LoomHelp() {
  return (
    <Page>
      <p>
        A loom is a place to write a story in more than one way. You write; where you wonder how it might go
        on, you ask for continuations, and get several. You choose one and write on. The others stay, each
        with a future of its own.
      </p>
      <Part title="The text">
        <p>
          What you see is one text from its beginning to its end. Underneath it is made of pieces, called
          nodes: what you typed in one go, or what a model wrote in one answer. You need not think of them.
          The colour tells who wrote what; your own words are in plain ink.
        </p>
      </Part>
      <Part title="The tree">
        <p>
          Where a text could go on in several ways there are siblings, and a small <em>2 of 5</em> says which
          one you are reading. <Key of="path.previousSibling" /> and <Key of="path.nextSibling" /> go from one
          to the next; all that follows changes with it. What you left is not lost: it is where you left it.
        </p>
        <p>
          The way from the beginning to where you are is the path, and its end is the head. All the ways there
          are make the tree. A file with one tree or several is a grove.
        </p>
      </Part>
      <Part title="To begin">
        <ul>
          <li>Type a few lines.</li>
          <li>
            Press <Key of="generation.start" />. A model writes at the end of your text, more than once; you
            can go on typing.
          </li>
          <li>
            Go through what came with <Key of="path.nextSibling" />, or choose in the panel at the right.
          </li>
          <li>Write on, or ask again.</li>
        </ul>
        <p>
          The <Do command="grove.openSample">sample grove</Do> shows a story that was written so, with all its
          branches.
        </p>
      </Part>
      <p>
        Next: <To page="editing">editing and branching</To>.
      </p>
    </Page>
  );
}
