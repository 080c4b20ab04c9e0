import type { Guard } from './guard.ts';

const store = 'src/main/store/store.ts';
const treeSession = 'src/main/grove/tree-session.ts';
const intentWriter = 'src/main/grove/intent-writer.ts';
const sendClock = 'src/renderer/session/send-clock.ts';

/** The guards of `storage.md`, `domain.md` and `proof.md` that a test can miss. */
export const GUARDS: readonly Guard[] = [
  {
    name: 'synchronous is EXTRA',
    file: 'src/main/store/connection-settings.ts',
    off: [["['synchronous', 'EXTRA', 3]", "['synchronous', 'NORMAL', 1]"]],
    tests: ['tests/main/store/open-file.test.ts'],
  },
  {
    name: 'the journal mode is TRUNCATE',
    file: 'src/main/store/connection-settings.ts',
    off: [
      ["'journal_mode = TRUNCATE'", "'journal_mode = WAL'"],
      ["mode === 'truncate'", "mode === 'wal'"],
    ],
    tests: ['tests/main/store/open-file.test.ts'],
  },
  {
    name: 'references are enforced',
    file: 'src/main/store/connection-settings.ts',
    off: [["['foreign_keys', 'ON', 1]", "['foreign_keys', 'OFF', 0]"]],
    tests: ['tests/main/store/open-file.test.ts'],
  },
  {
    name: 'a transaction begins at the head of the log that is known',
    file: store,
    off: [['found.seq === known.seq && found.hash === known.hash', 'true']],
    tests: ['tests/main/store/sqlite-errors.test.ts'],
  },
  {
    name: 'a commit that reached the file though it failed is done',
    file: store,
    off: [['found.seq === seq && found.hash === hash && seq !== this.#head.seq', 'found.seq < 0']],
    tests: ['tests/main/store', 'tests/main/grove'],
  },
  {
    name: 'a file that was moved is not opened again elsewhere',
    file: store,
    off: [['    if (!this.#source.isUnmoved())\n', '    if (this.path === "")\n']],
    tests: ['tests/main/store/sqlite-errors.test.ts'],
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
    tests: ['tests/renderer/session/draft-session.test.ts'],
  },
  {
    name: 'much that is typed is sent at once',
    file: sendClock,
    off: [['this.#typedLength >= SEND_LENGTH', 'this.#typedLength < 0']],
    tests: ['tests/renderer/session/draft-session.test.ts'],
  },
  {
    name: 'the draft is in the file after five seconds of typing',
    file: 'src/main/grove/draft-writer.ts',
    off: [['const LONGEST = 5_000;', 'const LONGEST = 500_000;']],
    tests: ['tests/main/grove/draft-writer.test.ts'],
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
    name: 'a foreign schema is not opened',
    file: 'src/main/store/open-file.ts',
    off: [['expectedSchema(migrations, header.version, options)', 'schemaOf(database)']],
    tests: ['tests/main/store/open-file.test.ts'],
  },
];
