import type { IdsAndClock } from '../../src/core/tree/new-node.ts';
import type { AnswerToStore, StoredVersions } from '../../src/main/generation/answer-to-store.ts';
import { ChangeFeed } from '../../src/main/grove/change-feed.ts';
import { storeAnswer } from '../../src/main/grove/writing/store-answer.ts';
import { TreeTransactions } from '../../src/main/grove/writing/tree-transactions.ts';
import type { Store } from '../../src/main/store/connection/store.ts';

/** Stores answers in a grove, as the open grove does. */
export function answersInto({
  store,
  idsAndClock,
}: {
  readonly store: Store;
  readonly idsAndClock: IdsAndClock;
}): (answer: AnswerToStore) => StoredVersions {
  const transactions = new TreeTransactions(store, new ChangeFeed());
  return (answer) => storeAnswer(answer, transactions, idsAndClock);
}
