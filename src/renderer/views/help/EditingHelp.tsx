import { Key, Page, Part, To } from './words.tsx';

/** What becomes of the text when it is changed, and the ways to branch. */
export function EditingHelp() {
  return (
    <Page>
      <p>
        Change anything, anywhere, whoever wrote it. Nothing that was there is overwritten: a change makes a
        version, and the earlier one stays.
      </p>
      <Part title="Versions">
        <p>
          When you change a piece that is in the tree already, what follows stays where it is. The change is
          kept as a new version of that piece as soon as you go elsewhere, ask for continuations, or press{' '}
          <Key of="draft.commit" />. <Key of="version.previous" /> and <Key of="version.next" /> go through
          the versions.
        </p>
      </Part>
      <Part title="Branches">
        <p>A branch has a future of its own. Use one when what follows should be different, too.</p>
        <ul>
          <li>
            <Key of="generation.start" /> with the caret in the middle of a text asks for other ways to go on
            from there.
          </li>
          <li>
            <Key of="node.splitAndBranch" /> lets you write another way yourself, from the caret on.
          </li>
          <li>
            <Key of="node.branchEdit" /> makes the change you just made a branch instead of a version.
          </li>
          <li>
            <Key of="generation.siblings" /> asks for more beside the piece you are in.
          </li>
        </ul>
      </Part>
      <Part title="Moving">
        <p>
          <Key of="path.parent" /> goes back to what came before, <Key of="path.child" /> on to where you were
          last. <Key of="path.preview" />, held, shows the next sibling without going there. A bookmark,{' '}
          <Key of="bookmark.toggle" />, marks a place to come back to, and <Key of="places.back" /> goes back
          to where you were.
        </p>
      </Part>
      <Part title="Taking back">
        <p>
          <Key of="edit.undo" /> takes back typing, switching, splitting and generating alike, in one order.{' '}
          <Key of="node.prune" /> takes a piece and all that follows it out of sight; undo brings it back.
          Nothing is deleted from the tree.
        </p>
      </Part>
      <p>
        Next: <To page="models">models</To>.
      </p>
    </Page>
  );
}
