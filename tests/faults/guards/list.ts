import type { Guard } from './guard.ts';

const store = 'src/main/store/connection/store.ts';
const treeSession = 'src/main/grove/writing/tree-session.ts';
const intentWriter = 'src/main/grove/writing/intent-writer.ts';
const saveCopy = 'src/main/store/copies/save-copy.ts';
const groveCopies = 'src/main/grove/copies/grove-copies.ts';
const thinBackups = 'src/main/grove/copies/thin-backups.ts';
const sendClock = 'src/renderer/session/manuscript/send-scheduler.ts';

/** The guards of `storage.md`, `domain.md` and `proof.md` that a test can miss. */
export const GUARDS: readonly Guard[] = [
  {
    name: 'synchronous is EXTRA',
    file: 'src/main/store/connection/connection-settings.ts',
    off: [["['synchronous', 'EXTRA', 3]", "['synchronous', 'NORMAL', 1]"]],
    tests: ['tests/main/store/connection/open-file.test.ts'],
  },
  {
    name: 'the journal mode is TRUNCATE',
    file: 'src/main/store/connection/connection-settings.ts',
    off: [
      ["'journal_mode = TRUNCATE'", "'journal_mode = WAL'"],
      ["mode === 'truncate'", "mode === 'wal'"],
    ],
    tests: ['tests/main/store/connection/open-file.test.ts'],
  },
  {
    name: 'references are enforced',
    file: 'src/main/store/connection/connection-settings.ts',
    off: [["['foreign_keys', 'ON', 1]", "['foreign_keys', 'OFF', 0]"]],
    tests: ['tests/main/store/connection/open-file.test.ts'],
  },
  {
    name: 'a transaction begins at the head of the log that is known',
    file: store,
    off: [['isSameHead(found, known)', 'true']],
    tests: ['tests/main/store/connection/sqlite-errors.test.ts'],
  },
  {
    name: 'a commit that reached the file though it failed is done',
    file: store,
    off: [['isSameHead(found, head) && head.seq !== this.#head.seq', 'found.seq < 0']],
    tests: ['tests/main/grove/commit-outcome.test.ts'],
  },
  {
    name: 'a file that was moved is not opened again elsewhere',
    file: store,
    off: [['    if (!this.#source.isUnmoved())\n', '    if (this.path === "")\n']],
    tests: ['tests/main/store/connection/sqlite-errors.test.ts'],
  },
  {
    name: 'an intent for another path is refused',
    file: intentWriter,
    off: [['    this.#path.requireVersion(pathVersion);\n', '']],
    tests: ['tests/main/handlers/refusals.test.ts'],
  },
  {
    name: 'a commit that is repeated writes nothing',
    file: treeSession,
    off: [['    if (answered !== undefined) return answered;\n', '']],
    tests: ['tests/main/handlers', 'tests/main/grove'],
  },
  {
    name: 'a message is parsed by its schema',
    file: 'src/main/ipc/serve.ts',
    off: [['if (!parsed.success) {', 'if (!parsed.success && name === "app.info" && input === undefined) {']],
    tests: ['tests/main/handlers/refusals.test.ts'],
  },
  {
    name: 'what is typed is sent by a throttle, never a debounce',
    file: sendClock,
    off: [
      [
        'this.#sendTimer ??= setTimeout(',
        'clearTimeout(this.#sendTimer);\n    this.#sendTimer = setTimeout(',
      ],
    ],
    tests: ['tests/renderer/session/manuscript/draft-session.test.ts'],
  },
  {
    name: 'much that is typed is sent at once',
    file: sendClock,
    off: [['this.#typedLength >= SEND_LENGTH', 'this.#typedLength < 0']],
    tests: ['tests/renderer/session/manuscript/draft-session.test.ts'],
  },
  {
    name: 'the draft is in the file after five seconds of typing',
    file: 'src/main/grove/writing/draft-flusher.ts',
    off: [['const LONGEST = 5_000;', 'const LONGEST = 500_000;']],
    tests: ['tests/main/grove/writing/draft-flusher.test.ts'],
  },
  {
    name: 'typing is acknowledged when the journal has it',
    file: treeSession,
    off: [['this.#held.keep() : Promise.resolve()', 'Promise.resolve() : Promise.resolve()']],
    tests: ['tests/main/grove'],
  },
  {
    name: 'a stream that ends without a reason is not complete',
    file: 'src/main/generation/run-continuation.ts',
    off: [["isStopped(choice) ? 'stopped' : 'interrupted'", "isStopped(choice) ? 'stopped' : 'stop'"]],
    tests: [
      'tests/main/generation/provider-faults.test.ts',
      'tests/main/generation/run-continuation.test.ts',
    ],
  },
  {
    name: 'no key is in a message',
    file: 'src/main/generation/providers/provider-errors.ts',
    off: [["text.replaceAll(key, '…')", 'text']],
    tests: ['tests/main/generation'],
  },
  {
    name: 'text is well-formed where it enters',
    file: 'src/core/text/normalise.ts',
    off: [['text.isWellFormed() ? text : text.toWellFormed()', 'text']],
    tests: ['tests/core/text', 'tests/main/handlers'],
  },
  {
    name: 'a commit takes the draft out of the file with it',
    file: intentWriter,
    off: [['      deleteDraft(writer, treeId, writerId);\n', '']],
    tests: ['tests/main/handlers', 'tests/main/grove'],
  },
  {
    name: 'an id that is none is not gone on from',
    file: 'src/main/id-factory.ts',
    off: [["last !== '' && !isValid(last)", "last === '?'"]],
    tests: ['tests/main/id-factory.test.ts'],
  },
  {
    name: 'a copy is looked through before it takes its place',
    file: saveCopy,
    off: [['    requireNone(await check(partial.path), target);\n', '    await check(partial.path);\n']],
    tests: ['tests/main/store/copies/save-copy.test.ts'],
  },
  {
    name: 'the head of a copy is the grove’s',
    file: saveCopy,
    off: [['!isSameHead(copy.head, head) || ', '']],
    tests: ['tests/main/store/copies/save-copy.test.ts'],
  },
  {
    name: 'the ids of a copy are the grove’s',
    file: saveCopy,
    off: [[' || !hasSameIds(store, copy)', '']],
    tests: ['tests/main/store/copies/save-copy.test.ts'],
  },
  {
    name: 'a copy has its name only when its bytes are on the disk',
    file: 'src/main/backup/backup-folder.ts',
    off: [["  sync(partial, 'r+');\n", '']],
    tests: ['tests/main/backup/backup-folder.test.ts'],
  },
  {
    name: 'thinning keeps the last backup of each day',
    file: thinBackups,
    off: [['    ...newestOfEach(newestFirst, DAY, DAYS),\n', '']],
    tests: ['tests/main/grove/copies/thin-backups.test.ts'],
  },
  {
    name: 'thinning keeps the last backup of each week',
    file: thinBackups,
    off: [['    ...newestOfEach(newestFirst, WEEK, WEEKS),\n', '']],
    tests: ['tests/main/grove/copies/thin-backups.test.ts'],
  },
  {
    name: 'the backups of each file are thinned by themselves',
    file: 'src/main/grove/copies/backups.ts',
    off: [['all.filter((file) => file.origin === origin)', 'all']],
    tests: ['tests/main/grove/copies/backups.test.ts'],
  },
  {
    name: 'a backup is made before a merge',
    file: groveCopies,
    off: [['    await this.#backups.makeNow(signal);\n', '']],
    tests: ['tests/main/grove/merging.test.ts'],
  },
  {
    name: 'what is committed while a grove is saved as another is in the other',
    file: groveCopies,
    off: [['while (!isSameHead(copy.head, store.head)) {', 'while (false) {']],
    tests: ['tests/main/grove/copies.test.ts'],
  },
  {
    name: 'what is typed while a grove is saved as another is in the other',
    file: groveCopies,
    off: [['writerId);\n    sessions.putDrafts(writer);\n', 'writerId);\n']],
    tests: ['tests/main/grove/copies.test.ts'],
  },
  {
    name: 'a foreign schema is not opened',
    file: 'src/main/store/connection/open-file.ts',
    off: [['expectedSchema(migrations, header.version, options)', 'schemaOf(database)']],
    tests: ['tests/main/store/connection/open-file.test.ts'],
  },
  {
    name: 'a migration waits for its backup',
    file: 'src/main/grove/copies/back-up-old.ts',
    off: [["    throw new AspenError('NO_BACKUP', inWords(error), { cause: error });\n", '']],
    tests: ['tests/main/grove/older-version.test.ts'],
  },
  {
    name: 'a journal that nobody looked at is not undone',
    file: 'src/main/store/connection/open-file.ts',
    off: [['options.mayUndo !== true && options.readonly !== true', "file === ''"]],
    tests: ['tests/main/probe/stale-journal.test.ts'],
  },
  {
    name: 'the journal of an older state is told from that of a crash',
    file: 'src/main/probe/classify-journal.ts',
    off: [['const isCounted = transactionsUndone <= 1;', 'const isCounted = transactionsUndone >= 0;']],
    tests: ['tests/main/probe/stale-journal.test.ts'],
  },
  {
    name: 'a journal without the count of changes undoes nothing unasked',
    file: 'src/main/probe/classify-journal.ts',
    off: [['(keepsCount || isSameBytes(asItStands, undone))', '(keepsCount || isSameBytes(undone, undone))']],
    tests: ['tests/main/probe/stale-journal.test.ts'],
  },
  {
    name: 'a file that was set back is told from one that was not',
    file: 'src/main/grove/file/known-heads.ts',
    off: [['known === null || holds(store, known)', 'known === null || known !== null']],
    tests: ['tests/main/grove/set-back.test.ts'],
  },
  {
    name: 'a journal that comes back is not undone in an open grove',
    file: store,
    off: [['!this.#strangeJournal.outlastsWaiting()', 'this.#strangeJournal.outlastsWaiting()']],
    tests: ['tests/main/store/connection/strange-journal.test.ts'],
  },
];
