import type { Guard } from './guard.ts';

const store = 'src/main/store/connection/store.ts';
const resolveFile = 'src/main/store/connection/resolve-file.ts';
const partialFile = 'src/main/store/connection/partial-file.ts';
const fileLocation = 'src/main/grove/file/file-location.ts';
const treeSession = 'src/main/grove/writing/tree-session.ts';
const intentWriter = 'src/main/grove/writing/intent-writer.ts';
const saveCopy = 'src/main/store/copies/save-copy.ts';
const groveCopies = 'src/main/grove/copies/grove-copies.ts';
const thinBackups = 'src/main/grove/copies/backups.ts';
const links = 'tests/main/grove/file/links.test.ts';
const conversationRecovery = 'tests/main/grove/conversation-recovery.test.ts';
const openingCheck = 'tests/main/grove/checking/opening-check.test.ts';
const conversationRandom = 'tests/renderer/session/dialogue/conversation-random.test.ts';
const sendScheduler = 'src/renderer/session/draft/outbox-queue.ts';

/** The safeguards of `storage.md`, `domain.md` and `proof.md` that a test could miss. */
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
    name: 'foreign keys are enforced',
    file: 'src/main/store/connection/connection-settings.ts',
    off: [["['foreign_keys', 'ON', 1]", "['foreign_keys', 'OFF', 0]"]],
    tests: ['tests/main/store/connection/open-file.test.ts'],
  },
  {
    name: 'a transaction begins at the known head of the log',
    file: store,
    off: [['isSameHead(found, known)', 'true']],
    tests: ['tests/main/store/connection/sqlite-errors.test.ts'],
  },
  {
    name: 'a file that something else has touched is examined before it is written',
    file: store,
    off: [['    else this.examine();\n', '']],
    tests: ['tests/main/grove/overwritten.test.ts'],
  },
  {
    name: 'a file is not trusted for having the same log',
    file: 'src/main/store/tables/sessions.ts',
    off: [["hasSession ? null : 'olderState'", 'null']],
    tests: ['tests/main/grove/overwritten.test.ts'],
  },
  {
    name: 'a draft does not grow beyond its bound',
    file: 'src/main/grove/writing/draft-state.ts',
    off: [['    requireWithinBounds(draft);\n', '']],
    tests: ['tests/main/grove/bounds.test.ts'],
  },
  {
    name: 'the length of a list is checked before its items',
    file: 'src/ipc/requests/bounded.ts',
    off: [['Array.isArray(input) && input.length <= most', 'Array.isArray(input)']],
    tests: ['tests/main/grove/bounds.test.ts'],
  },
  {
    name: 'the editor refuses what makes the draft too long',
    file: 'src/renderer/editor/input/text-bounds.ts',
    off: [['transaction.docChanged ? findRefusal(transaction, mayCommit) : null', 'null']],
    tests: ['tests/renderer/editor/input/text-bounds.test.ts'],
  },
  {
    name: 'an answer that is too long ends its request',
    file: 'src/main/generation/run-continuation.ts',
    off: [['    this.#isFull ||= shown.length < text.length;\n', '']],
    tests: ['tests/main/generation/run-continuation.test.ts'],
  },
  {
    name: 'a recovered copy has no text that is too long',
    file: 'src/main/probe/recover.ts',
    off: [['const divided = divideTexts(into, newId)', 'const divided = new Set<string>()']],
    tests: ['tests/main/grove/bounds.test.ts'],
  },
  {
    name: 'a recovered split is the beginning of the node that it divides',
    file: 'src/main/store/copies/repair-splits.ts',
    off: [['if (fault !== null) forget', 'if (false) forget']],
    tests: ['tests/main/store/copies/repair-splits.test.ts'],
  },
  {
    name: 'Verify compares a split with the node that it divides',
    file: 'src/core/tree/check-tree.ts',
    off: [['whole.startsWith(text) &&', 'true &&']],
    tests: ['tests/main/store/copies/repair-splits.test.ts'],
  },
  {
    name: 'a change that reaches the last character before a fork stays in its node',
    file: 'src/core/buffer/family-edits.ts',
    off: [['to <= lastShared', 'to <= shared']],
    tests: ['tests/core/buffer/family-edits.test.ts'],
  },
  {
    name: 'a draft of an earlier version that is too long becomes branches',
    file: 'src/main/grove/rescue/recover-drafts.ts',
    off: [['branchLongDrafts(store, idsAndClock) > 0', 'false']],
    tests: ['tests/main/grove/bounds.test.ts'],
  },
  {
    name: 'what the journal has of a draft that is too long becomes a branch',
    file: 'src/main/grove/rescue/recover-drafts.ts',
    off: [['if (!isWithinBounds([draft.buffer, ...draft.edits])) {', 'if (draft.head === null) {']],
    tests: ['tests/main/grove/recovery.test.ts'],
  },
  {
    name: 'other agents’ paths leave what is pruned',
    file: 'src/main/grove/writing/tree-transactions.ts',
    off: [['...moveOthers(tx, treeId, own, change, recorder)', '']],
    tests: ['tests/main/grove/writing/tree-sessions.test.ts'],
  },
  {
    name: 'a message that cannot be sent stays in the composer',
    file: 'src/main/grove/writing/intent-writer.ts',
    off: [['    this.#require(check);\n', '']],
    tests: ['tests/main/handlers/conversations.test.ts'],
  },
  {
    name: 'the open edits of a conversation are not sent',
    file: 'src/main/grove/writing/shown-text.ts',
    off: [['new Map(isDialogue ? [] : edits.map(', 'new Map(edits.map(']],
    tests: ['tests/main/handlers/conversations.test.ts'],
  },
  {
    name: 'an answer with nothing but calls of tools is no answer',
    file: 'src/core/answers/wire-reader.ts',
    off: [
      [
        'if (reason === null || state.hasEnded || (state.calls && state.pieces.length === 0)) return;',
        'if (reason === null || state.hasEnded) return;',
      ],
    ],
    tests: ['tests/main/handlers/conversations.test.ts'],
  },
  {
    name: 'an answer that an earlier program journaled has a document',
    file: 'src/main/grove/rescue/recover-partials.ts',
    off: [
      [
        "if (input?.kind === 'messages' || input?.suffix !== undefined) return ask;",
        'if (input !== ask) return ask;',
      ],
    ],
    tests: ['tests/main/journal/answers.test.ts'],
  },
  {
    name: 'an edit keeps the speaker of the message it was made of',
    file: 'src/core/context/message-origin.ts',
    off: [['return (origins.get(message.id) ?? message).authorId;', 'return message.authorId;']],
    tests: ['tests/core/context/message-origin.test.ts'],
  },
  {
    name: 'the name that a service gives its model is cut',
    file: 'src/core/answers/wire-reader.ts',
    off: [['cutText(value.model, MAX_MODEL_LENGTH)', 'value.model']],
    tests: ['tests/main/generation/openai-compatible.test.ts'],
  },
  {
    name: 'the name that an earlier program journaled for a model is cut',
    file: 'src/main/grove/writing/store-answer.ts',
    off: [['cutText(answer.model, MAX_MODEL_LENGTH)', 'answer.model']],
    tests: ['tests/main/journal/answers.test.ts'],
  },
  {
    name: 'a text that is too long does not go into another grove',
    file: 'src/main/store/copies/copy-tree.ts',
    off: [['if (isWithinBounds([{ text: textOf(content), spans }])) return;', 'return;']],
    tests: ['tests/main/grove/bounds.test.ts'],
  },
  {
    name: 'an overwritten grove is written to the backups without asking',
    file: 'src/main/grove/file/save-health.ts',
    off: [['    this.#overwritten.keep();\n', '']],
    tests: ['tests/main/grove/overwritten.test.ts'],
  },
  {
    name: 'what overwrote a grove is kept before it is replaced',
    file: 'src/main/grove/rescue/overwritten-grove.ts',
    off: [
      ['        await keepFile(path, folder.pathFor(groveId, folder.originOf(path), now(), true));\n', ''],
    ],
    tests: ['tests/main/grove/overwritten.test.ts'],
  },
  {
    name: 'a commit that reached the file counts as done, even though it failed',
    file: store,
    off: [['isSameHead(found, head) && head.seq !== this.#head.seq', 'found.seq < 0']],
    tests: ['tests/main/grove/commit-outcome.test.ts'],
  },
  {
    name: 'a moved file is not reopened at its old path',
    file: store,
    off: [['    if (!this.#source.isUnmoved())\n', '    if (this.path === "")\n']],
    tests: ['tests/main/store/connection/sqlite-errors.test.ts'],
  },
  {
    name: 'an intent for another path is rejected',
    file: intentWriter,
    off: [['    this.#path.requireVersion(pathVersion);\n', '']],
    tests: ['tests/main/handlers/refusals.test.ts'],
  },
  {
    name: 'nothing but Send commits the composer of a conversation',
    file: 'src/core/buffer/commit-policy.ts',
    off: [["dialogue: { save: 'buffer', move: 'none'", "dialogue: { save: 'buffer', move: 'buffer'"]],
    tests: ['tests/main/handlers/messages.test.ts'],
  },
  {
    name: 'a conversation’s draft is compared with the journal part by part',
    file: treeSession,
    off: [["tree.tree.mode === 'dialogue' && ", "tree.tree.id === '' && "]],
    tests: [conversationRecovery],
  },
  {
    name: 'what was sent before a crash is not in the composer after it',
    file: 'src/main/grove/rescue/reconcile-draft.ts',
    off: [['const buffer = isSent(', 'const buffer = !isSent(']],
    tests: [conversationRecovery],
  },
  {
    name: 'undo leaves the edits that wait in a conversation',
    file: 'src/main/grove/writing/path-moves.ts',
    off: [[', ...this.#waitingBeside(draft.edits)]', ', ...this.#waitingBeside(draft.edits).slice(0, 0)]']],
    tests: ['tests/main/handlers/messages.test.ts'],
  },
  {
    name: 'notes and the root are not edited in a draft',
    file: 'src/main/grove/writing/draft-state.ts',
    off: [[" && findEdgeInto(store, nodeId)?.type === 'continuation'", '']],
    tests: ['tests/main/handlers/messages.test.ts'],
  },
  {
    name: 'a version of a message is its writer’s',
    file: 'src/core/tree/check-tree.ts',
    off: [["mode === 'dialogue' && first !== index", 'first > ids.length']],
    tests: ['tests/core/tree/check-tree.test.ts'],
  },
  {
    name: 'a repeated commit writes nothing',
    file: intentWriter,
    off: [['    if (cached !== undefined) return cached;\n', '']],
    tests: ['tests/main/grove/writing/tree-session.test.ts'],
  },
  {
    name: 'a message is parsed with its schema',
    file: 'src/main/ipc/serve.ts',
    off: [['if (!parsed.success) {', 'if (!parsed.success && name === "app.info" && input === undefined) {']],
    tests: ['tests/main/handlers/refusals.test.ts'],
  },
  {
    name: 'typing is sent by a throttle, never a debounce',
    file: sendScheduler,
    off: [['sendTimer ??= setTimeout(', 'clearTimeout(sendTimer);\n    sendTimer = setTimeout(']],
    tests: ['tests/renderer/session/draft/draft-session.test.ts'],
  },
  {
    name: 'typing that main refuses for good is handed over',
    file: 'src/renderer/session/draft/draft-resend.ts',
    off: [["    if (!REFUSALS.has(code)) return 'none';\n", "    if (code !== 'INTERNAL') return 'none';\n"]],
    tests: ['tests/renderer/session/kept-text.test.ts'],
  },
  {
    name: 'a lot of typing is sent immediately',
    file: sendScheduler,
    off: [['typedLength >= SEND_LENGTH', 'typedLength < 0']],
    tests: ['tests/renderer/session/draft/draft-session.test.ts'],
  },
  {
    name: 'the draft is in the file within five seconds of continuous typing',
    file: 'src/main/grove/writing/draft-flusher.ts',
    off: [['const MAX_DELAY = 5_000;', 'const MAX_DELAY = 500_000;']],
    tests: ['tests/main/grove/writing/draft-flusher.test.ts'],
  },
  {
    name: 'typing is acknowledged only once the journal has it',
    file: treeSession,
    off: [['this.draftState.save() : undefined', 'undefined : undefined']],
    tests: ['tests/main/grove/writing/tree-session.test.ts'],
  },
  {
    name: 'a tree is deleted only once the journal has nothing of its draft',
    file: 'src/main/grove/grove-trees.ts',
    off: [['      await sessions.find(id)?.draftState.flushAndForget();\n', '']],
    tests: ['tests/main/handlers/trees.test.ts'],
  },
  {
    name: 'a moved tree is compared with its copy before it leaves',
    file: 'src/main/grove/copies/move-tree.ts',
    off: [['    requireSame(difference);\n', '']],
    tests: ['tests/main/handlers/trees.test.ts'],
  },
  {
    name: 'a tree that changes while it moves is copied again',
    file: 'src/main/grove/copies/move-tree.ts',
    off: [['      trees.some(({ id }) => hasChangedSince(from.store, id, seq))\n', '      false\n']],
    tests: ['tests/main/handlers/trees.test.ts'],
  },
  {
    name: 'a grove does not close while a tree is arriving',
    file: 'src/main/grove/open-grove.ts',
    off: [['      await this.#parts.trees.arrivals.stop();\n', '']],
    tests: ['tests/main/handlers/trees.test.ts'],
  },
  {
    name: 'ids made after a tree arrived sort after its own',
    file: 'src/main/grove/grove-trees.ts',
    off: [['    raiseIds();\n', '']],
    tests: ['tests/main/handlers/trees.test.ts'],
  },
  {
    name: 'a caret where a line wraps does not take the focus from a field',
    file: 'src/renderer/editor/caret/wrapped-caret.ts',
    off: [['if (!hasFocus(view)) requestCaretSide(view, false);', 'hasFocus(view);']],
    tests: ['tests/renderer/editor/caret/wrapped-caret.test.ts'],
  },
  {
    name: 'a stream that ends without a finish reason is not complete',
    file: 'src/main/generation/run-continuation.ts',
    off: [["isStopped(choice) ? 'stopped' : 'interrupted'", "isStopped(choice) ? 'stopped' : 'stop'"]],
    tests: [
      'tests/main/generation/provider-faults.test.ts',
      'tests/main/generation/run-continuation.test.ts',
    ],
  },
  {
    name: 'a withheld or cut-off answer does not become the page’s text by itself',
    file: 'src/core/tree/tree-node.ts',
    off: [
      ["finishReason === 'content_filter' || finishReason === 'interrupted'", 'finishReason === undefined'],
    ],
    tests: [
      'tests/core/tree/path.test.ts',
      'tests/main/grove/writing/tree-session.test.ts',
      'tests/renderer/session/manuscript/buffer-desk.test.ts',
    ],
  },
  {
    name: 'main refuses the arrival of a withheld or cut-off answer',
    file: 'src/main/grove/writing/path-moves.ts',
    off: [['isHeldBack(getNode(tree, firstNodeAt(positionId)).finishReason)', 'isHeldBack(null)']],
    tests: ['tests/main/grove/writing/tree-session.test.ts'],
  },
  {
    name: 'no message contains an API key',
    file: 'src/main/generation/providers/guarded-fetch.ts',
    off: [['secrets.length === 0 ? value : redactBytes(redactor, value)', 'value']],
    tests: ['tests/main/generation/canary-key.test.ts'],
  },
  {
    name: 'no header that a record keeps contains an API key',
    file: 'src/main/generation/providers/guarded-fetch.ts',
    off: [['[name, redact(value, secrets)]', '[name, value]']],
    tests: ['tests/main/generation/canary-key.test.ts'],
  },
  {
    name: 'what is no index belongs to no choice',
    file: 'src/core/answers/wire-reader.ts',
    off: [['number >= 0 ? number : null', 'number >= 0 ? number : 0']],
    tests: ['tests/main/generation/odd-answers.test.ts'],
  },
  {
    name: 'only the beginning of a failed answer is read',
    file: 'src/main/generation/providers/openai-compatible.ts',
    off: [['withShortFailures(fetchWith(base))', 'fetchWith(base)']],
    tests: ['tests/main/generation/odd-answers.test.ts'],
  },
  {
    name: 'the development server counts only in a checkout',
    file: 'src/main/app/page.ts',
    off: [['isLocal && isCheckout', 'isLocal']],
    tests: ['tests/main/app/page.test.ts'],
  },
  {
    name: 'text is made well-formed where it enters',
    file: 'src/core/text/normalise.ts',
    off: [['text.isWellFormed() ? text : text.toWellFormed()', 'text']],
    tests: ['tests/core/text', 'tests/main/handlers'],
  },
  {
    name: 'a commit deletes the draft in the same transaction',
    file: intentWriter,
    off: [['this.#draftState.writeTo(tx, left);', '']],
    tests: ['tests/main/grove/writing/tree-session.test.ts'],
  },
  {
    name: 'an invalid id is not incremented',
    file: 'src/main/id-factory.ts',
    off: [["last !== '' && !isUsableId(last)", "last === '?'"]],
    tests: ['tests/main/id-factory.test.ts'],
  },
  {
    name: 'no grove whose ids lead elsewhere is opened',
    file: 'src/main/probe/inspect.ts',
    off: [['if (unusable !== undefined)', "if (unusable === '')"]],
    tests: ['tests/main/probe/odd-values.test.ts'],
  },
  {
    name: 'JSON that is nested too deeply is not parsed',
    file: 'src/main/store/tables/json-column.ts',
    off: [['if (isTooDeep(json))', "if (isTooDeep('') && json === '')"]],
    tests: ['tests/main/probe/odd-values.test.ts'],
  },
  {
    name: 'a copy is checked before it is moved into place',
    file: saveCopy,
    off: [['    requireNoFaults(await check(partial.path), target);\n', '    await check(partial.path);\n']],
    tests: ['tests/main/store/copies/save-copy.test.ts'],
  },
  {
    name: 'a copy has the head of the grove',
    file: saveCopy,
    off: [['!isSameHead(copy.head, head) || ', '']],
    tests: ['tests/main/store/copies/save-copy.test.ts'],
  },
  {
    name: 'a copy has the ids of the grove',
    file: saveCopy,
    off: [[' || !hasSameIds(store, copy)', '']],
    tests: ['tests/main/store/copies/save-copy.test.ts'],
  },
  {
    name: 'a copy gets its name only once its bytes are on the disk',
    file: 'src/main/backup/backup-folder.ts',
    off: [["  sync(partial, 'r+');\n", '']],
    tests: ['tests/main/backup/backup-folder.test.ts'],
  },
  {
    name: 'a record deletes only a partial file of its own process',
    file: 'src/main/partial-records.ts',
    off: [[' || !path.endsWith(ending)', '']],
    tests: ['tests/main/partial-records.test.ts'],
  },
  {
    name: 'a partial file is recorded before it is written',
    file: 'src/main/store/connection/partial-file.ts',
    off: [['  records?.begun(absolutePath);\n', '']],
    tests: ['tests/main/partial-records.test.ts'],
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
    name: 'the backups of each file are thinned separately',
    file: 'src/main/grove/copies/backups.ts',
    off: [['all.filter((file) => file.origin === origin)', 'all']],
    tests: ['tests/main/grove/copies/backups.test.ts'],
  },
  {
    name: 'a backup is made before a merge',
    file: groveCopies,
    off: [['      await this.#backups.makeNow(signal);\n', '']],
    tests: ['tests/main/grove/merging.test.ts'],
  },
  {
    name: 'a commit made during “save as” is in the new file',
    file: groveCopies,
    off: [['while (!isSameHead(copy.head, store.head)) {', 'while (false) {']],
    tests: ['tests/main/grove/copies.test.ts'],
  },
  {
    name: 'text typed during “save as” is in the new file',
    file: groveCopies,
    off: [['writerId);\n    sessions.writeDrafts(tx);\n', 'writerId);\n']],
    tests: ['tests/main/grove/copies.test.ts'],
  },
  {
    name: 'a foreign schema is not opened',
    file: 'src/main/store/connection/open-file.ts',
    off: [['expectedSchema(migrations, header.version, options)', 'schemaOf(database)']],
    tests: ['tests/main/store/connection/open-file.test.ts'],
  },
  {
    name: 'a migration requires a backup',
    file: 'src/main/grove/copies/backups.ts',
    off: [["    throw new AspenError('NO_BACKUP', backupReason(error), { cause: error });\n", '']],
    tests: ['tests/main/grove/older-version.test.ts'],
  },
  {
    name: 'an older grove that cannot be backed up is migrated only if the writer goes on',
    file: 'src/main/grove/open-grove-file.ts',
    off: [["options.ifNoBackup !== 'migrate' || !isNoBackup(error)", '!isNoBackup(error)']],
    tests: ['tests/main/grove/older-version.test.ts'],
  },
  {
    name: 'a file is checked again before it is migrated without a backup',
    file: 'src/main/grove/file/file-location.ts',
    off: [["if (await checkFile(file, 'opening', help)) ", '']],
    tests: ['tests/main/grove/older-version.test.ts'],
  },
  {
    name: 'a grove is opened by its real path',
    file: resolveFile,
    off: [['real: realpathSync.native(given) }', 'real: given }']],
    tests: [links],
  },
  {
    name: 'a link that leads nowhere is refused',
    file: resolveFile,
    off: [['if (!isLink) return', 'return']],
    tests: [links],
  },
  {
    name: 'a copy over a link replaces the file that the link leads to',
    file: partialFile,
    off: [['resolveTarget(chosenTarget)', 'chosenTarget']],
    tests: [links],
  },
  {
    name: 'no file is put beside an old journal',
    file: partialFile,
    off: [['if (isNonEmpty(', "if (target === '' && isNonEmpty("]],
    tests: ['tests/main/store/copies/save-copy.test.ts'],
  },
  {
    name: 'a grove is not saved at its old path beside an old journal',
    file: fileLocation,
    off: [[' && !isNonEmpty(', ' || isNonEmpty(']],
    tests: ['tests/main/grove/file/file-location.test.ts'],
  },
  {
    name: 'a link that leads elsewhere is noticed while the grove is open',
    file: fileLocation,
    off: [['await stat(givenPath, { bigint: true })', 'await stat(store.path, { bigint: true })']],
    tests: [links],
  },
  {
    name: 'a file with several hard links is checked completely',
    file: 'src/main/probe/inspect.ts',
    off: [['  if (hasOtherNames(store.path)) return false;\n', '']],
    tests: [links],
  },
  {
    name: 'an unexamined journal is not rolled back',
    file: 'src/main/store/connection/open-file.ts',
    off: [['options.allowRollback !== true && options.readonly !== true', "file === ''"]],
    tests: ['tests/main/probe/stale-journal.test.ts'],
  },
  {
    name: 'the journal of an older state is distinguished from that of a crash',
    file: 'src/main/probe/inspect.ts',
    off: [
      ['const isCounted = transactionsRolledBack <= 1;', 'const isCounted = transactionsRolledBack >= 0;'],
    ],
    tests: ['tests/main/probe/stale-journal.test.ts'],
  },
  {
    name: 'a journal without the change counter is not rolled back without asking',
    file: 'src/main/probe/inspect.ts',
    off: [
      [
        '(restoresCounter || hasSameBytes(current, rolledBack))',
        '(restoresCounter || hasSameBytes(rolledBack, rolledBack))',
      ],
    ],
    tests: ['tests/main/probe/stale-journal.test.ts'],
  },
  {
    name: 'a rolled-back file is distinguished from an intact one',
    file: 'src/main/grove/file/known-heads.ts',
    off: [['known === null || hasKnown(store, known)', 'known === null || known !== null']],
    tests: ['tests/main/grove/set-back.test.ts'],
  },
  {
    name: 'a journal that reappears is not rolled back in an open grove',
    file: 'src/main/store/connection/store.ts',
    off: [['!this.#foreign.persistsAfterWait()', 'this.#foreign.persistsAfterWait()']],
    tests: ['tests/main/store/connection/foreign-journal.test.ts'],
  },
  {
    name: 'nothing is written to a large grove before its texts are verified',
    file: 'src/main/grove/open-grove-file.ts',
    off: [
      ['new WriteHold(options.checksFirst === true && options.readOnly !== true)', 'new WriteHold(false)'],
    ],
    tests: [openingCheck],
  },
  {
    name: 'the store refuses what does not wait for the check by itself',
    file: 'src/main/store/connection/store.ts',
    off: [
      [
        "if (this.#isOn) throw new AspenError('CHECKING'",
        "if (this.#isOn === null) throw new AspenError('CHECKING'",
      ],
    ],
    tests: [openingCheck],
  },
  {
    name: 'a request that writes waits for the check',
    file: 'src/main/handlers/access/wait-for-check.ts',
    off: [["  'position.prune',\n", '']],
    tests: ['tests/main/handlers/waiting-requests.test.ts'],
  },
  {
    name: 'a tree that was never entered is entered only after the check',
    file: 'src/main/handlers/access/wait-for-check.ts',
    off: [["  'tree.show',\n", '']],
    tests: ['tests/main/handlers/waiting-requests.test.ts'],
  },
  {
    name: 'closing before the check has ended writes nothing',
    file: 'src/main/grove/open-grove.ts',
    off: [['this.isOverwritten || this.#parts.check.isWaiting', 'this.isOverwritten']],
    tests: [openingCheck],
  },
  {
    name: 'the known head names a session that the file records',
    file: 'src/main/grove/file/known-heads.ts',
    off: [
      [
        'findSession(store, own.id) ?? listSessions(store)[0]',
        'findSession(store, own.id) ?? { ...listSessions(store)[0], id: own.id, closedAt: null }',
      ],
    ],
    tests: [openingCheck],
  },
  {
    name: 'a draft that waits for the check is not reported as unsaved',
    file: 'src/main/grove/writing/draft-flusher.ts',
    off: [["if (described.code === 'CHECKING') {", 'if (now < 0) {']],
    tests: ['tests/main/grove/writing/draft-flusher.test.ts'],
  },
  {
    name: 'the check begins with what the writer sees',
    file: 'src/main/grove/checking/hash-pass.ts',
    off: [['this.#firstNodes = firstNodes();', 'this.#firstNodes = firstNodes().slice(0, 0);']],
    tests: [openingCheck],
  },
  {
    name: 'the check pauses only while the writer types',
    file: 'src/main/grove/run-in-slices.ts',
    off: [['mustPause() ? PAUSE : 0', 'mustPause() ? PAUSE : PAUSE']],
    tests: ['tests/main/grove/run-in-slices.test.ts'],
  },
  {
    name: 'a small file is checked in full before it is opened',
    file: 'src/main/probe/inspect.ts',
    off: [['statSync(store.path).size <= FULL_CHECK_BYTES', 'statSync(store.path).size < 0']],
    tests: ['tests/main/probe/probe.test.ts'],
  },
  {
    name: 'a grove that its writer has never been in is checked in full before it is opened',
    file: 'src/main/probe/inspect.ts',
    off: [['writerId === undefined || hasVisited(store, writerId)', 'writerId !== null']],
    tests: ['tests/main/probe/probe.test.ts'],
  },
  {
    name: 'a grove with text in the journal is checked in full before it is opened',
    file: 'src/main/probe/probe.ts',
    off: [
      [
        'if (!(await hasJournaled(inspection.groveId))) return',
        'if ((await hasJournaled(inspection.groveId)) !== null) return',
      ],
    ],
    tests: ['tests/main/probe/probe.test.ts'],
  },
  {
    name: 'a file that has changed since it was closed is inspected',
    file: 'src/main/grove/registry.ts',
    off: [
      ['closed.file !== describeFile(file.real, migrations)', 'describeFile(file.real, migrations) === null'],
    ],
    tests: ['tests/main/grove/file/left-files.test.ts'],
  },
  {
    name: 'a migration is tried on a copy',
    file: 'src/main/probe/inspect.ts',
    off: [
      [
        'return tryMigration(options);',
        "return tryMigration(options).kind === null ? { kind: 'older' } : { kind: 'older' };",
      ],
    ],
    tests: ['tests/main/grove/older-version.test.ts'],
  },
  {
    name: 'an intent waits for the check before anything is sealed for it',
    file: 'src/renderer/session/draft/draft-session.ts',
    off: [['      if (prepared !== null && this.#check.mustWait()) break;\n', '']],
    tests: ['tests/renderer/session/draft/draft-session.test.ts'],
  },
  {
    name: 'editing another node commits nothing during the check',
    file: 'src/renderer/editor/path/text-change.ts',
    off: [['!mustSeal(path, changed) || !mayCommit()', '!mustSeal(path, changed) || mayCommit() === null']],
    tests: ['tests/renderer/editor/committing.test.ts'],
  },
  {
    name: 'undo makes changes by others again on the text that it restores',
    file: 'src/renderer/editor/restore-structure.ts',
    off: [
      [
        'const structure = others && rebase(transaction, others);',
        'const structure = null as MissedStructure | null;',
      ],
    ],
    tests: ['tests/renderer/editor/history.test.ts'],
  },
  {
    name: 'undo corrects what history’s mapping of changes by others gets wrong',
    file: 'src/renderer/editor/restore-structure.ts',
    off: [
      [
        'structure.doc.eq(newDoc) ? restored(structure) : structureMissed.of(structure)',
        'restored(structure)',
      ],
    ],
    tests: ['tests/renderer/editor/history.test.ts'],
  },
  {
    name: 'text that undo brings back in nodes that left the path goes into no others',
    file: 'src/renderer/editor/path/replace-again.ts',
    off: [['!was.eq(now) && continuesText(nodes)', '!was.eq(now) && continuesText(nodes) !== null']],
    tests: ['tests/renderer/editor/history.test.ts'],
  },
  {
    name: 'nodes that others took off the path take no working buffer with them',
    file: 'src/renderer/editor/path/replace-again.ts',
    off: [['(to === list.count) === (after === null) ?', 'to <= list.count || after === null ?']],
    tests: ['tests/renderer/editor/history.test.ts'],
  },
  {
    name: 'text that both undo and a version bring is there once',
    file: 'src/renderer/editor/path/merge-text.ts',
    off: [['if (runs.length === 0 || step', 'if (runs.length >= 0 || step']],
    tests: ['tests/renderer/editor/merge-text.test.ts'],
  },
  {
    name: 'other work has its turn while a service streams at full speed',
    file: 'src/main/generation/providers/guarded-fetch.ts',
    off: [['      await yieldToEventLoop();\n', '']],
    tests: ['tests/main/generation/long-answers.test.ts'],
  },
  {
    name: 'a stopped answer reads nothing more of what is queued',
    file: 'src/main/generation/providers/openai-compatible.ts',
    off: [['          signal.throwIfAborted();\n', '']],
    tests: ['tests/main/generation/long-answers.test.ts'],
  },
  {
    name: 'a part of an answer that the journal refused is sent again',
    file: 'src/main/generation/partial-journal.ts',
    off: [
      [
        '        await this.#journal.append(nodeId, this.#nextOrdinal, part);\n',
        '        await this.#journal.append(nodeId, this.#nextOrdinal, part).catch(() => undefined);\n',
      ],
    ],
    tests: ['tests/main/generation/long-answers.test.ts'],
  },
  {
    name: 'an answer that an error of ours keeps from being stored stays in the journal',
    file: 'src/main/generation/generator.ts',
    off: [['      await saver.onStoreFailed({ choices: [] });\n', '      saver.onStored();\n']],
    tests: ['tests/main/generation/long-answers.test.ts'],
  },
  {
    name: 'a file of another program is not upgraded as a journal',
    file: 'src/main/journal/journal-file.ts',
    off: [["  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) return;\n", '']],
    tests: ['tests/main/journal/upgrade.test.ts'],
  },
  {
    name: 'a damaged part ends an answer in the journal',
    file: 'src/main/journal/journal-file.ts',
    off: [['digestOf(nodeId, String(ordinal), body, bytes) !== sha256', "sha256 === ''"]],
    tests: ['tests/main/journal/answers.test.ts'],
  },
  {
    name: 'an edit whose message is not on the path that is read again waits',
    file: 'src/renderer/session/draft/draft-resend.ts',
    off: [['waiting: all.filter(({ nodeId }) => !indexes.has(nodeId)),', 'waiting: [],']],
    tests: [conversationRandom],
  },
  {
    name: 'an edit that main has committed is not open when its reply was lost',
    file: 'src/renderer/session/draft/draft-resend.ts',
    off: [['if (!isCommitted(edit)) merged', 'if (!isCommitted(edit) || edits.length > 0) merged']],
    tests: [conversationRandom],
  },
  {
    name: 'a message is not edited while its edit is being saved',
    file: 'src/renderer/session/dialogue/conversation.ts',
    off: [[' || this.#seals.has(nodeId)) return null;', ') return null;']],
    tests: [conversationRandom],
  },
  {
    name: 'a path that another agent moved is read until main answers',
    file: 'src/renderer/session/draft/draft-session.ts',
    off: [['    this.#hasPathMoved = true;\n    this.#scheduler.retryLater();\n', '']],
    tests: [conversationRandom],
  },
  {
    name: 'strings of requests are well-formed',
    file: 'src/ipc/requests/bounded.ts',
    off: [['v.transform((text) => text.toWellFormed()),', 'v.transform((text) => text),']],
    tests: ['tests/ipc/well-formed-strings.test.ts'],
  },
  {
    name: 'what undoes a turn is what the log has a digest of',
    file: 'src/main/grove/agents/undo/undo-turn.ts',
    off: [['?.digest !== loggedTurn(reader, turnId).digest)', ' === undefined)']],
    tests: ['tests/main/grove/agents/undo/undo-turn.test.ts'],
  },
  {
    name: 'what undoes a turn is newer than the turn',
    file: 'src/main/grove/agents/undo/undo-turn.ts',
    off: [['made.some((id) => (id as string) < turnId)', 'made.some((id) => (id as string) === turnId)']],
    tests: ['tests/main/grove/agents/undo/undo-turn.test.ts'],
  },
  {
    name: 'an agent of elsewhere asks',
    file: 'src/main/grove/agents/turns/turn-run.ts',
    off: [['permitted(getAgent(store, agent.id)).permissions', 'getAgent(store, agent.id).permissions']],
    tests: ['tests/main/grove/elsewhere-agents.test.ts'],
  },
  {
    name: 'a grove with agents is not taken for a new one',
    file: 'src/main/grove/grove-parts.ts',
    off: [['store.head.seq === 0 && listAgents(store).length === 0', 'store.head.seq === 0']],
    tests: ['tests/main/grove/elsewhere-agents.test.ts'],
  },
  {
    name: 'records are compared before anything is written',
    file: 'src/main/grove/checking/opening-check.ts',
    off: [
      [
        '    if (!this.#options.hold.isOn) {\n',
        '    this.#release();\n    if (!this.#options.hold.isOn) {\n',
      ],
    ],
    tests: [openingCheck],
  },
];
