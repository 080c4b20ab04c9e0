/** The editor as the rest of the renderer sees it. */

export type {
  CommitResult,
  CommittedSegment,
  DraftEvent,
  FindReport,
  ManuscriptContent,
  ManuscriptRequest,
  ManuscriptSummary,
  PathNode,
  RefusedText,
  SealedSegment,
  StreamingText,
  TextSnapshot,
} from '../surface.ts';
export type { CoveredCorner } from './caret/covered-corner.ts';
export type { SuggestionList } from './content-attributes.ts';
export { createManuscript } from './create-manuscript.ts';
export { rememberCopied } from './input/clipboard.ts';
export { isTextFile } from './input/file-drop.ts';
export { WheelSteps } from './input/wheel-steps.ts';
export type { LinkQuery } from './links/link-completion.ts';
export type {
  CheckWords,
  Manuscript,
  ManuscriptAuthor,
  ManuscriptOptions,
  ManuscriptWord,
} from './manuscript.ts';
export type { MessageEditor, MessageEditorOptions } from './message/create-message-editor.ts';
export { createMessageEditor } from './message/create-message-editor.ts';
export { type MessageMatch, MessageSearch } from './message/message-search.ts';
export { createPastManuscript, type PastManuscript } from './past/past-manuscript.ts';
export type { ManuscriptPreferences } from './preferences.ts';
