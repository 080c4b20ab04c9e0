import { Key, Page, PageLink, Section } from './help-elements.tsx';

/** How editing makes versions, and how to branch. */
export function EditingHelp() {
  return (
    <Page>
      <p>
        You can change any text, no matter who wrote it. Nothing is overwritten: an edit makes a new version,
        and the earlier one is kept.
      </p>
      <Section title="Versions">
        <p>
          When you edit a node that is already in the tree, everything after it stays in place. Your edit
          becomes a new version of the node as soon as you move elsewhere, ask for continuations, or press{' '}
          <Key of="draft.commit" />. <Key of="version.previous" /> and <Key of="version.next" /> step through
          the versions.
        </p>
      </Section>
      <Section title="Branches">
        <p>A branch has its own continuation. Use one when what follows should be different, too.</p>
        <ul>
          <li>
            <Key of="generation.start" /> with the caret in the middle of a text asks for other ways to
            continue from there. The text before the caret is shared: a change to it changes it in all of
            them.
          </li>
          <li>
            What followed the caret stays as it was. A line under the new text says how many words that is;
            click it, or press <Key of="path.sibling1" />, to go back to them. If no text comes, they are back
            at once.
          </li>
          <li>
            The margin shows <em>‹ 1 of 4 ›</em> at that place. <Key of="path.previousSibling" /> and{' '}
            <Key of="path.nextSibling" /> step through all of them, your own first.
          </li>
          <li>
            <Key of="node.split" /> starts a branch at the caret, for you to write.{' '}
            <Key of="node.splitAndBranch" /> does the same and asks the model for one continuation.
          </li>
          <li>
            <Key of="node.branchEdit" /> turns your latest edit into a branch instead of a version.
          </li>
          <li>
            <Key of="generation.siblings" /> asks for more siblings of the current node.
          </li>
        </ul>
      </Section>
      <Section title="Rewrites and bridges">
        <p>
          Select a passage and press <Key of="rewrite.selection" /> to see it in other words: say how it
          should read, and a model writes as many versions as you asked for. Without a selection, it is about
          the sentence at the caret. What follows stays as it is, and nothing changes until you choose.
        </p>
        <ul>
          <li>
            <Key of="rewrite.bridge" /> asks for a text that joins what is before the caret to what is after
            it.
          </li>
          <li>
            While the bar is open, <Key of="version.previous" /> and <Key of="version.next" /> step through
            the original and the answers, in the text itself. Each step is one undo.
          </li>
          <li>Close the bar and the text stays as you see it. The other answers are among the versions.</li>
        </ul>
      </Section>
      <Section title="Suggestions">
        <p>
          <Key of="proposal.ask" /> asks an agent that takes instructions to edit the selection, the chapter
          or everything. Agents in a conversation can suggest edits, too. What they would change is marked in
          the text, word by word; the text itself stays as it is until you decide.
        </p>
        <ul>
          <li>
            <Key of="suggestion.next" /> and <Key of="suggestion.previous" /> go from one suggestion to the
            next. <Key of="suggestion.accept" /> accepts the current one, and <Key of="suggestion.reject" />{' '}
            rejects it; undo brings it back.
          </li>
          <li>
            The bar below the text also accepts all of an edit at once, or lets you edit the words of a
            suggestion as you accept it.
          </li>
          <li>
            If you have changed a sentence since the agent read it, the bar shows what it was, what you made
            of it and what is suggested, and you choose.
          </li>
        </ul>
      </Section>
      <Section title="Moving around">
        <p>
          <Key of="path.parent" /> goes back to the previous node, and <Key of="path.child" /> forward to the
          one you visited last. Hold <Key of="path.preview" /> to see the next sibling without going there.{' '}
          <Key of="bookmark.toggle" /> sets a bookmark to come back to, and <Key of="places.back" /> returns
          to where you were before.
        </p>
      </Section>
      <Section title="Undo and pruning">
        <p>
          <Key of="edit.undo" /> undoes typing, switching, splitting and generating alike, in the order they
          happened. <Key of="node.prune" /> hides a node and everything after it; undo brings them back.
          Nothing is deleted from the tree.
        </p>
      </Section>
      <p>
        Next: <PageLink page="models">models</PageLink>.
      </p>
    </Page>
  );
}
