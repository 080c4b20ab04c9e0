import { isJsonObject, type JsonValue } from '../provenance/canonical-json.ts';
import type { OperationalMemory } from './fold-memory.ts';

/** In place of words of a document that its reader may not read. */
export const WITHHELD = '(of a document; doc_read not enabled)';

/**
 * Returns true if a command or its result may contain words of documents, titles included, whatever tree it is given
 * in.
 * @param command as its row in the trace has it
 */
export function isAboutDocument(command: JsonValue): boolean {
  if (!isJsonObject(command)) return false;
  const { verb, what, target = null, document = null } = command;
  if (verb === 'read' || verb === 'write' || document !== null) return true;
  if (verb === 'link') return isJsonObject(target) && target.kind === 'document';
  return what === 'document' || what === 'documents' || what === 'links';
}

/** The same, and whether it shows remembered words of them. */
export function mayShowDocuments(command: JsonValue): boolean {
  if (isAboutDocument(command)) return true;
  return isJsonObject(command) && (command.verb === 'recall' || command.verb === 'memory');
}

/** The first line of a command whose words and result are withheld. */
export function withheldLine(command: JsonValue, because: string): string {
  const verb = isJsonObject(command) && typeof command.verb === 'string' ? `${command.verb} ` : '';
  return `→ ${verb}${because}`;
}

/** Memory for a reader without permission for documents (`documents.md`), whose names are withheld on look-up. */
export function withholdDocuments(memory: OperationalMemory): OperationalMemory {
  return {
    ...memory,
    stashes: memory.stashes.map((stash) => (stash.isOfDocument ? { ...stash, text: null } : stash)),
    lastActions: memory.lastActions.map((action) =>
      action.isOfDocument
        ? { ...action, isWithheld: true, line: withheldLine({ verb: action.verb }, WITHHELD), result: '' }
        : action,
    ),
  };
}
