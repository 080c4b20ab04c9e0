/** The page of the benchmarks: what is in `rows` can be asked for from outside. */
import '../../../../src/renderer/styles/fonts.css';
import '../../../../src/renderer/styles/tokens.css';
import '../../../../src/renderer/styles/reset.css';
import { timeKeystrokes } from './keystrokes.ts';

const rows = { timeKeystrokes };

export type PageRows = typeof rows;

declare global {
  interface Window {
    benchRows?: PageRows;
  }
}

window.benchRows = rows;
