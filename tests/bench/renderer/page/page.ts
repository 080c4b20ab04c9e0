/** The page of the benchmarks: the functions in `rows` can be called from outside. */
import '../../../../src/renderer/styles/fonts.css';
import '../../../../src/renderer/styles/tokens.css';
import '../../../../src/renderer/styles/reset.css';
import { countWrongAuthors } from './authors.ts';
import { timeAlternatives, timeComposer, timeConversationOpening, timeReply } from './conversation.tsx';
import { timeDocument, timeKeystrokes, timeLoreKeys, timeOverlay, timeParagraph } from './keystrokes.ts';
import { timeOpening } from './opening.ts';
import { timeParts } from './parts.ts';
import {
  timeKeystrokesBeside,
  timeKeystrokesWithLore,
  timeOutbox,
  timeProgramKeystrokes,
  timeProgramOpening,
  timeStreams,
} from './program.tsx';
import { timeAnswerSteps } from './rewrites.tsx';
import { timeSceneMoves, timeScenesOpening } from './scenes.ts';
import { countSpans, timeScrolling } from './scrolling.ts';
import { timeAcceptAll } from './suggestions.ts';
import { timeSiblingSwitch, timeVersionSwitch } from './switches.ts';
import { timeTrace } from './trace.ts';
import { timeMapPan, timeOutlineScroll } from './whole-tree.tsx';

const rows = {
  countSpans,
  countWrongAuthors,
  timeAcceptAll,
  timeAlternatives,
  timeAnswerSteps,
  timeComposer,
  timeConversationOpening,
  timeDocument,
  timeKeystrokes,
  timeKeystrokesBeside,
  timeKeystrokesWithLore,
  timeLoreKeys,
  timeMapPan,
  timeOpening,
  timeOutbox,
  timeOutlineScroll,
  timeOverlay,
  timeParagraph,
  timeParts,
  timeProgramKeystrokes,
  timeProgramOpening,
  timeReply,
  timeSceneMoves,
  timeScenesOpening,
  timeScrolling,
  timeSiblingSwitch,
  timeStreams,
  timeTrace,
  timeVersionSwitch,
};

export type PageRows = typeof rows;

declare global {
  interface Window {
    benchRows?: PageRows;
  }
}

window.benchRows = rows;
