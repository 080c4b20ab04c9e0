import { expect, test } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import { wholeSpans } from '../../../../src/core/text/span.ts';
import type { Author } from '../../../../src/core/tree/new-node.ts';
import { continueFrom } from '../../../../src/core/tree/operations.ts';
import { moveHead } from '../../../../src/core/tree/path.ts';
import { ChangeFeed, type WrittenChange } from '../../../../src/main/grove/change-feed.ts';
import { TreeTransactions } from '../../../../src/main/grove/writing/tree-transactions.ts';
import { plantGrove } from '../../../helpers/grove.ts';
import { refusal } from '../../../helpers/refusal.ts';

function open() {
  const { store, tree, root, human, model, idsAndClock } = plantGrove();
  const feed = new ChangeFeed();
  const published: WrittenChange[] = [];
  feed.onWritten((written) => published.push(written));
  const transactions = new TreeTransactions(store, feed);
  return {
    store,
    tree,
    root,
    transactions,
    published,
    person: { id: human, type: 'human' } satisfies Author,
    model: { id: model, type: 'model' } satisfies Author,
    write: (author: Author, text: string) =>
      transactions.run({ tree: tree.id, author, kind: 'commit' }, (after) => {
        const content = {
          content: { type: 'text', text },
          spans: wholeSpans(author.id, text.length),
        } as const;
        after.add(continueFrom(after.tree, after.path, root, content, author, idsAndClock));
        if (author.type === 'model' && text.length > 5)
          throw new AspenError('INVALID_ARGUMENT', 'too long for a model');
      }),
  };
}

test('a change that is refused once it is planned is not written, and nobody hears of it', () => {
  const { store, published, person, model, write } = open();
  const before = store.head.seq;
  expect(refusal(() => write(model, 'Too long.')).code).toBe('INVALID_ARGUMENT');
  expect([store.head.seq, published]).toEqual([before, []]);
  write(model, 'Rain.');
  write(person, 'As long as a person likes.');
  expect(published.map(({ authorId }) => authorId)).toEqual([model.id, person.id]);
});

test('a move is heard of, a change that changes nothing is not', () => {
  const { tree, root, transactions, published, person, write } = open();
  const [node] = write(person, 'Rain.').nodes;
  if (node === undefined) expect.unreachable();
  const move = { tree: tree.id, author: person, kind: 'commit' } as const;
  transactions.run(move, (after) => after.addPath(moveHead(after.tree, after.path, root)));
  transactions.run(move, () => undefined);
  expect(published.map(({ change }) => change.path.head)).toEqual([node.positionId, root]);
});
