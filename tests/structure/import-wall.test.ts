import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Finding,
  findingsAt,
  type PlantedLine,
  type PlantedRepository,
  plantRepository,
} from './planted-repository.ts';

/** The rules of the table "Who may import whom" in house.md, and those about clocks, the grove's file and waiting in tests. */
const wallRules = [
  'lint/style/noRestrictedImports',
  'lint/style/noRestrictedGlobals',
  'lint/nursery/noJsRestrictedProperties',
  'plugin',
];

/** A row of the table: what files like this one may not contain, with the message, and what they may. */
function room(
  path: string,
  refused: readonly (readonly [line: string, says: string])[],
  allowed: readonly string[],
): PlantedLine[] {
  return [
    ...refused.map(([line, says]) => ({ sentence: `${path} rejects ${line}`, in: path, line, says })),
    ...allowed.map((line) => ({ sentence: `${path} accepts ${line}`, in: path, line })),
  ];
}

const clock = 'Take the time as an argument';

const lines: readonly PlantedLine[] = [
  ...room(
    'src/core/text/planted.ts',
    [
      ["import 'react';", 'core is pure'],
      ["import 'node:fs/promises';", 'core is pure'],
      ["import '@codemirror/state';", 'core is pure'],
      ["import 'ulid';", 'core is pure'],
      ["import { sha256 } from '@noble/hashes/sha2.js';", 'core is pure'],
      ["import type { R } from '../../main/store/connection/query.ts';", 'core knows no other room'],
      ["import type { W } from '../../ipc/wire/path.ts';", 'core knows no other room'],
      ["export * from '../../renderer/client.ts';", 'core knows no other room'],
      ["import '../../ui-text/errors.ts';", 'core knows no other room'],
      ["await import('../../renderer/client.ts');", 'core knows no other room'],
      ['Date.now();', 'core has no clock'],
      ['new Date();', 'core has no clock'],
      ['Math.random();', 'core has no randomness'],
      ['crypto.randomUUID();', 'core has no randomness'],
      ['setTimeout(() => {}, 1);', 'core does not wait'],
      ['Buffer.from([]);', 'use Uint8Array'],
    ],
    [
      "import './span.ts';",
      "import '../tree/path.ts';",
      "import 'diff-match-patch';",
      "import { sha256 } from '#sha256';",
      'Math.max(1, 2);',
    ],
  ),
  ...room(
    'src/core/provenance/sha256.ts',
    [
      ["import 'diff-match-patch';", 'covers @noble/hashes'],
      ["import '../../main/sha256.ts';", 'core knows no other room'],
    ],
    ["import { sha256 } from '@noble/hashes/sha2.js';"],
  ),
  ...room(
    'src/core/markdown/planted.ts',
    [
      ["import 'diff-match-patch';", 'imports nothing else from outside'],
      ["import type { W } from '../../ipc/wire/path.ts';", 'core knows no other room'],
      ['Date.now();', 'core has no clock'],
    ],
    ["import { parser } from '@lezer/markdown';", "import '@lezer/common';", "import '../text/span.ts';"],
  ),

  ...room(
    'src/ipc/planted.ts',
    [
      ["import { a } from '../core/errors.ts';", 'Only the types of core are known here'],
      ["import { type A } from '../core/errors.ts';", 'Only the types of core are known here'],
      ["import * as all from '../core/errors.ts';", 'Only the types of core are known here'],
      ["export { b } from '../core/errors.ts';", 'Only the types of core are known here'],
      ["export * from '../core/errors.ts';", 'Only the types of core are known here'],
      ["await import('../core/errors.ts');", 'Only the types of core are known here'],
      ["import 'valibot';", 'valibot in requests/ and preferences-schema.ts only'],
      ["import 'electron';", 'ipc is plain types'],
      ["import type { M } from '../main/log.ts';", 'ipc says what crosses'],
      ["import '../ui-text/errors.ts';", 'ipc says what crosses'],
    ],
    [
      "import type { C } from '../core/errors.ts';",
      "export type { D } from '../core/errors.ts';",
      "import './wire/path.ts';",
    ],
  ),
  ...room(
    'src/ipc/requests/planted.ts',
    [
      ["import 'kysely';", 'valibot and types, nothing else'],
      ["import { a } from '../../core/errors.ts';", 'Only the types of core are known here'],
    ],
    [
      "import 'valibot';",
      "import type { C } from '../../core/errors.ts';",
      "import { MAX_SPANS } from '../../core/text/limits.ts';",
      "import './fields.ts';",
    ],
  ),
  ...room(
    'src/ipc/contract.ts',
    [
      ["import './requests/tree-requests.ts';", 'Only the types of requests are known here'],
      ["export * from './requests/tree-requests.ts';", 'Only the types of requests are known here'],
      ["import { schemas } from './schemas.ts';", 'Only the types of requests are known here'],
    ],
    ["import type { TreeRequests } from './requests/tree-requests.ts';", "import './wire/path.ts';"],
  ),
  ...room(
    'src/ipc/wire/planted.ts',
    [["import { json } from '../preferences-schema.ts';", 'Only the types of requests are known here']],
    ["import type { Preferences } from '../preferences.ts';"],
  ),
  ...room('src/ipc/schemas.ts', [], ["import './requests/tree-requests.ts';"]),

  ...room(
    'src/ui-text/planted.ts',
    [
      ["import { MAX_SPANS } from '../core/text/limits.ts';", 'Only the types of core are known here'],
      ["import { a } from '../core/errors.ts';", 'Only the types of core are known here'],
      ["import { type A } from '../core/errors.ts';", 'Only the types of core are known here'],
      ["import 'electron';", 'ui-text is pure sentences'],
      ["import 'react';", 'ui-text is pure sentences'],
      ["import 'node:path';", 'ui-text is pure sentences'],
      ["import type { W } from '../ipc/wire/path.ts';", 'ui-text knows neither main nor the renderer'],
      ["import type { M } from '../main/log.ts';", 'ui-text knows neither main nor the renderer'],
      ["import '../renderer/client.ts';", 'ui-text knows neither main nor the renderer'],
    ],
    ["import type { C } from '../core/errors.ts';", "import './plural.ts';"],
  ),

  ...room(
    'src/preload/planted.ts',
    [
      ["import 'node:fs';", 'electron and ipc/contract.ts only'],
      ["import '../ipc/schemas.ts';", 'electron and ipc/contract.ts only'],
      ["import type { T } from '../ipc/requests/tree-requests.ts';", 'electron and ipc/contract.ts only'],
      ["import '../core/errors.ts';", 'electron and ipc/contract.ts only'],
      ["import 'valibot';", 'electron and ipc/contract.ts only'],
    ],
    ["import 'electron';", "import '../ipc/contract.ts';"],
  ),

  ...room(
    'src/main/store/tables/planted.ts',
    [
      ["import 'electron';", 'The store is SQL and the file'],
      ["import 'ulid';", 'The store is SQL and the file'],
      [
        "import type { W } from '../../../ipc/wire/path.ts';",
        'The store knows core and nothing else of main',
      ],
      [
        "import type { G } from '../../grove/open-grove.ts';",
        'The store knows core and nothing else of main',
      ],
      ["import '../../generation/start.ts';", 'The store knows core and nothing else of main'],
      ["import '../../handlers/tree-handlers.ts';", 'The store knows core and nothing else of main'],
      ["import '../../settings/settings.ts';", 'The store knows core and nothing else of main'],
      ["import '../../log.ts';", 'The store knows core and nothing else of main'],
      ["import '../../../ui-text/errors.ts';", 'The store knows core and nothing else of main'],
      [
        "import { readFile } from 'node:fs/promises';",
        "Nothing but store/connection/open-file.ts opens the grove's path",
      ],
      [
        "import { readFileSync, copyFileSync } from 'node:fs';",
        'Nothing but store/connection/open-file.ts opens',
      ],
      ["import { createReadStream } from 'node:fs';", 'Nothing but store/connection/open-file.ts opens'],
      ["import { open } from 'node:fs/promises';", 'Nothing but store/connection/open-file.ts opens'],
      ["import * as fs from 'node:fs';", 'Nothing but store/connection/open-file.ts opens'],
      ["import fs2 from 'node:fs';", 'Nothing but store/connection/open-file.ts opens'],
      ["import { DatabaseSync } from 'node:sqlite';", 'the only SQLite in the process'],
      ["import D from 'better-sqlite3';", 'Only store/connection/open-file.ts opens a grove'],
      ["import * as sqlite from 'better-sqlite3';", 'Only store/connection/open-file.ts opens a grove'],
      ["import { default as E } from 'better-sqlite3';", 'Only store/connection/open-file.ts opens a grove'],
      ["await import('better-sqlite3');", 'Only store/connection/open-file.ts opens a grove'],
      ["import { createHash } from 'node:crypto';", 'Ids and randomness are arguments'],
      ['Date.now();', clock],
      ['new Date();', clock],
      ['Math.random();', 'Take the random number'],
    ],
    [
      "import 'kysely';",
      "import type { Database } from 'better-sqlite3';",
      "import { SqliteError } from 'better-sqlite3';",
      "import type Database from 'better-sqlite3';",
      "import '../../../core/errors.ts';",
      "import './query.ts';",
      "import { statSync, renameSync } from 'node:fs';",
      "import type { Stats } from 'node:fs';",
      "import { gzipSync } from 'node:zlib';",
      "import { sha256 } from '#sha256';",
      'new Date(0);',
    ],
  ),
  ...room(
    'src/main/store/connection/open-file.ts',
    [["import { readFileSync } from 'node:fs';", 'Nothing but']],
    ["import Database from 'better-sqlite3'; new Database('a.aspen');"],
  ),
  ...room(
    'src/main/store/connection/migrate.ts',
    [
      ["import { copyFileSync } from 'node:fs';", 'Nothing but store/connection/open-file.ts opens'],
      ["import 'electron';", 'The store is SQL and the file'],
    ],
    ["import { readdirSync, readFileSync } from 'node:fs';", "import 'kysely';"],
  ),

  ...room(
    'src/main/grove/planted.ts',
    [
      ["import 'electron';", 'grove and generation import core'],
      ["import 'openai';", 'openai is for generation/providers'],
      ["import 'better-sqlite3';", 'grove and generation import core'],
      ["import 'ulid';", 'grove and generation import core'],
      ["import '../handlers/tree-handlers.ts';", 'events leave through an `emit` handed in'],
      ["import '../app/windows.ts';", 'events leave through an `emit` handed in'],
      ["import '../ipc/serve.ts';", 'events leave through an `emit` handed in'],
      ["import type { E } from '../ipc/serve.ts';", 'events leave through an `emit` handed in'],
      ["import '../settings/settings.ts';", 'settings and the log come in as arguments'],
      ["import '../index.ts';", 'grove and generation run anywhere'],
      ["import { CHANNEL } from '../../ipc/contract.ts';", 'Only the types of ipc are known here'],
      ["import { copyFile } from 'node:fs/promises';", 'Nothing but store/connection/open-file.ts opens'],
      ["import { randomUUID } from 'node:crypto';", 'Ids and randomness are arguments'],
      ['Date.now();', clock],
    ],
    [
      "import '../../core/errors.ts';",
      "import '../../ui-text/errors.ts';",
      "import '../store/connection/query.ts';",
      "import type { W } from '../../ipc/wire/path.ts';",
      "import { stat, rename } from 'node:fs/promises';",
      'setTimeout(() => {}, 1);',
    ],
  ),
  ...room(
    'src/main/grove/writing/planted.ts',
    [
      ["import 'openai';", 'openai is for generation/providers'],
      ["import '../../handlers/tree-handlers.ts';", 'events leave through an `emit` handed in'],
      ["import type { E } from '../../ipc/serve.ts';", 'events leave through an `emit` handed in'],
      ["import '../../index.ts';", 'grove and generation run anywhere'],
      ["import '../../log.ts';", 'settings and the log come in as arguments'],
      ["import { CHANNEL } from '../../../ipc/contract.ts';", 'Only the types of ipc are known here'],
      ['Date.now();', clock],
    ],
    [
      "import '../../../core/errors.ts';",
      "import '../../store/connection/query.ts';",
      "import '../../store/tables/log.ts';",
      "import '../open-grove.ts';",
      "import type { W } from '../../../ipc/wire/path.ts';",
    ],
  ),
  ...room(
    'src/main/grove/agents/planted.ts',
    [
      ["import 'node:child_process';", 'What commands reach is an argument'],
      ["import 'electron';", 'What commands reach is an argument'],
      ["import 'openai';", 'What commands reach is an argument'],
      ["import '../../settings/keys.ts';", 'no settings, keys, files, network or other groves'],
      ["import '../registry.ts';", 'no settings, keys, files, network or other groves'],
      ["import '../../store/copies/delete-tree.ts';", 'no settings, keys, files, network or other groves'],
      [
        "import '../../generation/providers/provider.ts';",
        'no settings, keys, files, network or other groves',
      ],
      ["import { CHANNEL } from '../../../ipc/contract.ts';", 'Only the types of ipc are known here'],
      ["void fetch('https://example.com');", 'Commands reach no network'],
      ['process.exit();', 'Commands know nothing of the computer'],
      ['Date.now();', clock],
    ],
    [
      "import '../../../core/errors.ts';",
      "import '../../../ui-text/errors.ts';",
      "import '../../store/connection/query.ts';",
      "import '../writing/tree-transactions.ts';",
      "import '../reading/node-reader.ts';",
      "import type { W } from '../../../ipc/wire/path.ts';",
    ],
  ),
  ...room(
    'src/main/generation/planted.ts',
    [
      ["import 'electron';", 'grove and generation import core'],
      ["import 'openai';", 'openai is for generation/providers'],
      ["import '../handlers/generation-handlers.ts';", 'events leave through an `emit` handed in'],
      ["import '../ipc/serve.ts';", 'events leave through an `emit` handed in'],
      ["import { CHANNEL } from '../../ipc/contract.ts';", 'Only the types of ipc are known here'],
      ['new Date();', clock],
    ],
    [
      "import '../../core/errors.ts';",
      "import '../store/connection/query.ts';",
      "import type { W } from '../../ipc/wire/path.ts';",
    ],
  ),
  ...room(
    'src/main/generation/providers/planted.ts',
    [
      ["import 'electron';", 'A provider imports openai'],
      ["import '../../ipc/serve.ts';", 'events leave through an `emit` handed in'],
      ["import '../../handlers/generation-handlers.ts';", 'events leave through an `emit` handed in'],
      ["import { CHANNEL } from '../../../ipc/contract.ts';", 'Only the types of ipc are known here'],
    ],
    [
      "import 'openai';",
      "import 'openai/resources';",
      "import '../jobs.ts';",
      "import '../../../core/errors.ts';",
      "import type { W } from '../../../ipc/wire/path.ts';",
    ],
  ),
  ...room(
    'src/main/handlers/planted.ts',
    [
      ["import 'electron';", 'Handlers run without Electron and without SQL'],
      ["import 'better-sqlite3';", 'Handlers run without Electron and without SQL'],
      ["import 'kysely';", 'Handlers run without Electron and without SQL'],
      ["import '../app/windows.ts';", 'Handlers do not know the bridge'],
      ["import '../ipc/serve.ts';", 'Handlers do not know the bridge'],
      ["import '../../ipc/schemas.ts';", 'Only the types of ipc are known here'],
      ["import { readFileSync } from 'node:fs';", 'Nothing but store/connection/open-file.ts opens'],
    ],
    [
      "import type { Handlers } from '../../ipc/contract.ts';",
      "import '../../core/errors.ts';",
      "import '../grove/registry.ts';",
      "import '../generation/start.ts';",
      "import '../store/connection/query.ts';",
      "import '../settings/settings.ts';",
      "import '../spelling/speller.ts';",
    ],
  ),
  ...room(
    'src/main/settings/planted.ts',
    [
      ["import 'electron';", 'the paths and the keychain are arguments'],
      ["import 'better-sqlite3';", 'settings imports core, ipc/preferences.ts, valibot and node:*'],
      ["import '../store/connection/query.ts';", 'settings knows core and ipc/preferences.ts only'],
      ["import '../../ipc/contract.ts';", 'settings knows core and ipc/preferences.ts only'],
    ],
    ["import 'valibot';", "import { readFile } from 'node:fs/promises';", "import '../../core/errors.ts';"],
  ),
  ...room(
    'src/main/probe/planted.ts',
    [
      ["import 'electron';", 'probe imports core, store, grove'],
      ["import 'better-sqlite3';", 'probe imports core, store, grove'],
      ["import type { W } from '../../ipc/wire/path.ts';", 'nothing of the program'],
      ["import '../handlers/tree-handlers.ts';", 'nothing of the program'],
    ],
    [
      "import '../store/connection/open-file.ts';",
      "import '../store/tables/log.ts';",
      "import '../grove/checking/verify-grove.ts';",
    ],
  ),

  ...room(
    'src/cli/planted.ts',
    [
      ["import 'electron';", 'where there is no Electron'],
      ["import '../main/app/windows.ts';", 'where there is no Electron'],
      ["import '../main/ipc/serve.ts';", 'where there is no Electron'],
      ["import 'better-sqlite3';", 'imports core, ipc, ui-text, main, kysely and node:*'],
    ],
    [
      "import '../main/services.ts';",
      "import '../main/handlers/exchange-handlers.ts';",
      "import type { W } from '../ipc/wire/path.ts';",
    ],
  ),
  ...room(
    'src/main/journal/planted.ts',
    [
      ["import 'kysely';", 'journal imports core, better-sqlite3, node:*'],
      ["import 'electron';", 'journal imports core, better-sqlite3, node:*'],
      ["import { openFile } from '../store/connection/open-file.ts';", 'it never opens a grove'],
      ["import type { G } from '../grove/open-grove.ts';", 'it never opens a grove'],
      ["import type { W } from '../../ipc/wire/path.ts';", 'it never opens a grove'],
      ["import D from 'better-sqlite3';", 'Only store/connection/open-file.ts opens a grove'],
      ['Date.now();', clock],
    ],
    ["import type { J } from '../grove/writing/recovery-journal.ts';", "import 'node:worker_threads';"],
  ),
  ...room(
    'src/main/backup/planted.ts',
    [
      ["import 'electron';", 'backup imports core, node:*'],
      ["import { openFile } from '../store/connection/open-file.ts';", 'it never opens a grove'],
      ["import type { G } from '../grove/open-grove.ts';", 'it never opens a grove'],
      ["import { DatabaseSync } from 'node:sqlite';", 'what is inside them the store reads'],
    ],
    ["import type { B } from '../grove/copies/backup-folder.ts';", "import { openSync } from 'node:fs';"],
  ),
  ...room(
    'src/main/exchange/planted.ts',
    [
      ["import 'electron';", 'exchange imports core, chardet, fflate, iconv-lite and node:*'],
      ["import '../store/connection/store.ts';", 'exchange knows files of text'],
      ["import '../grove/open-grove.ts';", 'exchange knows files of text'],
      ["import { DatabaseSync } from 'node:sqlite';", 'the only SQLite in the process'],
    ],
    ["import { open } from 'node:fs/promises';", "import '../../core/errors.ts';"],
  ),
  ...room(
    'src/main/spelling/planted.ts',
    [
      ["import 'electron';", "the dictionary's file is an argument"],
      ["import 'kysely';", 'spelling imports core, cspell-trie-lib and node:*'],
      ["import '../settings/settings.ts';", 'nothing of the program'],
      ["import '../../ipc/contract.ts';", 'nothing of the program'],
    ],
    [
      "import 'cspell-trie-lib';",
      "import { readFile } from 'node:fs/promises';",
      "import '../../core/errors.ts';",
    ],
  ),
  ...room(
    'src/main/planning/planted.ts',
    [
      ["import 'electron';", 'planning imports core and node:*'],
      ["import '../grove/proposals/ask-run.ts';", 'nothing of the program'],
      ["import '../../ipc/contract.ts';", 'nothing of the program'],
    ],
    ["import { Worker } from 'node:worker_threads';", "import '../../core/errors.ts';"],
  ),
  ...['app', 'ipc'].flatMap((folder) =>
    room(
      `src/main/${folder}/planted.ts`,
      [
        ["import '../store/connection/query.ts';", 'never the store'],
        ["import type { Store } from '../store/connection/store.ts';", 'never the store'],
        ["import '../generation/start.ts';", 'through main/handlers'],
        ["import { openGrove } from '../grove/open-grove.ts';", 'only the types of grove'],
        ["import 'better-sqlite3';", 'imports electron, ipc, main/handlers'],
        ["import 'react';", 'imports electron, ipc, main/handlers'],
        ["import '../../renderer/client.ts';", 'through main/handlers'],
      ],
      [
        "import 'electron';",
        "import '../../ipc/schemas.ts';",
        "import '../handlers/tree-handlers.ts';",
        "import type { OpenGrove } from '../grove/open-grove.ts';",
        "import '../ipc/serve.ts';",
        "import '../../core/errors.ts';",
        "import 'node:path';",
      ],
    ),
  ),
  ...room(
    'src/main/app/dialogs/planted.ts',
    [
      ["show({ message: 'The disk is full.' });", 'belongs in src/ui-text'],
      ['show({ detail: `Nothing was changed.` });', 'belongs in src/ui-text'],
      ["show({ title: isNew ? 'New grove' : 'Open' });", 'belongs in src/ui-text'],
      ["show({ label: 'Close window' });", 'belongs in src/ui-text'],
      ["show({ buttonLabel: 'Merge' });", 'belongs in src/ui-text'],
      ["show({ buttons: ['Keep open', 'Close'] });", 'belongs in src/ui-text'],
      ["show({ buttons: [CLOSE, 'Keep open'] });", 'belongs in src/ui-text'],
      ["window.setTitle('Aspen Grove');", 'belongs in src/ui-text'],
      ["dialog.showErrorBox('Aspen Grove', '');", 'belongs in src/ui-text'],
    ],
    [
      "show({ type: 'warning', message: diskFull(), buttons: [CLOSE, KEEP_OPEN] });",
      "show({ role: 'close', label: CLOSE_WINDOW });",
      "show({ defaultPath: 'a.aspen', properties: ['openFile'] });",
      "window.setTitle(groveWindowTitle('Salt', null));",
      "log.error('The menu could not be built');",
    ],
  ),
  ...room('src/main/ipc/parse.ts', [], ["import 'valibot';"]),
  ...room(
    'src/main/log.ts',
    [
      ["import 'electron';", 'take what you need of it as an argument'],
      ["import 'react';", 'There is no document in main'],
      ["import '../renderer/client.ts';", 'main does not know its windows'],
    ],
    ["import { appendFile } from 'node:fs/promises';", "import '../core/errors.ts';"],
  ),
  ...room(
    'src/main/index.ts',
    [],
    [
      "import 'electron';",
      "import 'ulid';",
      "import './store/connection/open-file.ts';",
      "import './app/windows.ts';",
      'Date.now();',
    ],
  ),

  ...room(
    'src/renderer/surface.ts',
    [
      [
        "import './client.ts';",
        'surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts import types of core only',
      ],
      [
        "import type { E } from './editor/manuscript.ts';",
        'surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts import types of core only',
      ],
      [
        "import type { S } from './session/tree/tree-desk.ts';",
        'surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts import types of core only',
      ],
      [
        "import type { W } from '../ipc/wire/path.ts';",
        'surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts import types of core only',
      ],
      [
        "import '@codemirror/state';",
        'surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts import types of core only',
      ],
      ["import { a } from '../core/errors.ts';", 'Only the types of core are known here'],
    ],
    ["import type { Draft } from '../core/buffer/draft.ts';"],
  ),
  ...room(
    'src/renderer/message-surface.ts',
    [
      [
        "import '@codemirror/state';",
        'surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts import types of core only',
      ],
      ["import { a } from '../core/errors.ts';", 'Only the types of core are known here'],
    ],
    ["import type { SpannedText } from '../core/text/span.ts';"],
  ),
  ...room(
    'src/renderer/past-surface.ts',
    [
      [
        "import '@codemirror/state';",
        'surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts import types of core only',
      ],
      ["import { a } from '../core/errors.ts';", 'Only the types of core are known here'],
    ],
    ["import type { SpannedText } from '../core/text/span.ts';"],
  ),
  ...room(
    'src/renderer/editor/planted.ts',
    [
      ["import 'react';", 'no React, no requests'],
      [
        "import '../client.ts';",
        'The editor knows core and the types of renderer/surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts only',
      ],
      [
        "import '../session/manuscript/draft-session.ts';",
        'The editor knows core and the types of renderer/surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts only',
      ],
      [
        "import '../views/manuscript/Manuscript.tsx';",
        'The editor knows core and the types of renderer/surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts only',
      ],
      [
        "import '../app/commands.ts';",
        'The editor knows core and the types of renderer/surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts only',
      ],
      [
        "import type { W } from '../../ipc/wire/path.ts';",
        'The editor knows core and the types of renderer/surface.ts, message-surface.ts, passage-surface.ts, phrase-surface.ts, proposal-surface.ts and past-surface.ts only',
      ],
      ["import 'node:fs';", 'The editor imports core'],
      ["import 'electron';", 'The editor imports core'],
    ],
    [
      "import '@codemirror/state';",
      "import '../../core/buffer/segments.ts';",
      "import type { S } from '../surface.ts';",
      "import './extensions.ts';",
    ],
  ),
  ...room(
    'src/renderer/session/planted.ts',
    [
      ["import '@codemirror/state';", 'A session imports no library'],
      ["import 'react';", 'React is for session/hooks.ts'],
      ["import '../editor/index.ts';", 'A session is a mirror of main'],
      ["import '../views/map/Map.tsx';", 'A session is a mirror of main'],
      ["import { CHANNEL } from '../../ipc/contract.ts';", 'Only the types of ipc are known here'],
      ["import type { S } from '../../ipc/schemas.ts';", 'A session is a mirror of main'],
      ["import type { T } from '../../ipc/requests/tree-requests.ts';", 'A session is a mirror of main'],
      ["import '../../main/log.ts';", 'A session is a mirror of main'],
    ],
    [
      "import '../client.ts';",
      "import type { S } from '../surface.ts';",
      "import '../../core/tree/path.ts';",
      "import '../../ui-text/errors.ts';",
      "import type { W } from '../../ipc/wire/path.ts';",
      "import './path/path-session.ts';",
    ],
  ),
  ...room(
    'src/renderer/session/hooks.ts',
    [["import '@codemirror/view';", 'react and the sessions, nothing else']],
    ["import 'react';", "import './path/path-session.ts';"],
  ),
  ...room(
    'src/renderer/views/manuscript/Planted.tsx',
    [
      ["import '../../client.ts';", 'Views ask for nothing themselves'],
      ["import '../../app/commands.ts';", 'Views ask for nothing themselves'],
      ["import type { W } from '../../../ipc/wire/path.ts';", 'Views ask for nothing themselves'],
      ["import '../../editor/segments-field.ts';", 'Views see the editor through editor/index.ts'],
      ["import '@codemirror/view';", 'CodeMirror with renderer/editor'],
      ["import '@base-ui/react';", 'cover a library with a component in renderer/ui'],
    ],
    [
      "import 'react';",
      "import '../../session/hooks.ts';",
      "import '../../ui/Button.tsx';",
      "import '../../editor/index.ts';",
      "import '../../../core/tree/path.ts';",
      "import '../status-bar/StatusBar.tsx';",
      "import './Planted.module.css';",
    ],
  ),
  ...room(
    'src/renderer/ui/Planted.tsx',
    [
      ["import '../session/hooks.ts';", 'A ui component knows no grove'],
      ["import '../../core/errors.ts';", 'A ui component knows no grove'],
      ["import '../client.ts';", 'A ui component knows no grove'],
      ["import '@codemirror/view';", 'imports nothing else'],
      ["import 'react-dom';", 'imports nothing else'],
    ],
    [
      "import 'react';",
      "import '@base-ui/react/dialog';",
      "import '@tanstack/react-virtual';",
      "import './Planted.module.css';",
    ],
  ),
  ...room(
    'src/renderer/app/Planted.tsx',
    [
      ["import '../../ipc/schemas.ts';", 'Messages are checked in main'],
      ["import '../../ipc/requests/tree-requests.ts';", 'Messages are checked in main'],
      ["import 'valibot';", 'Messages are checked in main'],
      ["import 'electron';", 'The renderer has no Node'],
      ["import 'node:fs/promises';", 'The renderer has no Node'],
      ["import '../../main/log.ts';", 'The renderer has no Node'],
    ],
    [
      "import 'react';",
      "import '../client.ts';",
      "import '../session/hooks.ts';",
      "import '../editor/index.ts';",
      "import '../views/manuscript/Manuscript.tsx';",
      "import type { Requests } from '../../ipc/contract.ts';",
    ],
  ),
  ...room(
    'src/renderer/client.ts',
    [["import 'electron';", 'The renderer has no Node']],
    ["import type { Requests } from '../ipc/contract.ts';"],
  ),

  ...['scripts/planted.ts', 'tests/planted.ts'].flatMap((path) =>
    room(
      path,
      [],
      [
        "import 'electron';",
        "import { readFileSync } from 'node:fs';",
        "import '../src/main/store/connection/query.ts';",
        "import '../src/renderer/client.ts';",
        "import Database from 'better-sqlite3';",
        'Date.now();',
      ],
    ),
  ),
  ...room(
    'tests/e2e/planted.spec.ts',
    [
      ['await page.waitForTimeout(10);', 'Wait for what is to happen'],
      ["expect(await writer.text()).toBe('');", 'This reads the page once'],
      ['expect((await page.locator("p").count()) + 1).toBe(2);', 'This reads the page once'],
      ["await writer.press('F1'); await page.keyboard.type('a');", 'Tell press which field'],
    ],
    [
      "await expect.poll(() => writer.text()).toBe('');",
      'expect(await axeViolations(writer)).toEqual([]);',
      "await writer.press('Control+End'); await page.keyboard.type('a');",
      "await writer.press('F1', writer.palette); await page.keyboard.type('a');",
    ],
  ),
];

/** Guarantees of the other lint rules for every file (house.md, "Two walls keep it"). */
const styleRules: readonly PlantedLine[] = [
  {
    sentence: 'a cycle of imports',
    in: 'src/core/hen.ts',
    line: "export { egg } from './egg.ts';",
    says: 'cycle',
  },
  {
    sentence: 'a floating promise',
    in: 'src/core/style.ts',
    line: 'async function f(): Promise<void> {} f();',
    says: 'Promise',
  },
  { sentence: 'any', in: 'src/core/style.ts', line: 'export const a: any = 1;', says: 'any' },
  {
    sentence: 'a non-null assertion',
    in: 'src/core/style.ts',
    line: 'export const b = (c: string | undefined): string => c!;',
    says: 'non-null',
  },
  {
    sentence: 'an import without its extension',
    in: 'src/core/style.ts',
    line: "import './hen';",
    says: 'extension',
  },
  { sentence: 'console output', in: 'src/main/style.ts', line: "console.log('');", says: 'console' },
];
const neighbours: readonly PlantedLine[] = [
  { sentence: '', in: 'src/core/egg.ts', line: "import { hen } from './hen.ts'; export const egg = hen;" },
];

let planted: PlantedRepository;
let findings: readonly Finding[];
const everything = [...lines, ...styleRules, ...neighbours];
beforeAll(async () => {
  planted = plantRepository(everything);
  findings = await planted.lint();
}, 60_000);
afterAll(() => planted.remove());

const ofTheWall = (row: PlantedLine) =>
  findingsAt(row, everything, findings).filter((finding) => wallRules.includes(finding.rule));

describe('who may import whom', () => {
  test.each(lines.filter((row) => row.says !== undefined))('$sentence', (row) => {
    const messages = ofTheWall(row).map((finding) => finding.message);
    expect(messages).toContainEqual(expect.stringContaining(row.says ?? ''));
  });

  test.each(lines.filter((row) => row.says === undefined))('$sentence', (row) => {
    expect(ofTheWall(row)).toEqual([]);
  });
});

describe('no file may contain', () => {
  test.each(styleRules)('$sentence', (row) => {
    const messages = findingsAt(row, everything, findings).map((finding) => finding.message);
    expect(messages).toContainEqual(expect.stringContaining(row.says ?? ''));
  });
});
