import { AspenError } from '../../../core/errors.ts';
import type { AgentId } from '../../../core/ids.ts';
import { damagedTexts } from '../../../ui-text/save-trouble.ts';
import { hasVisited } from '../../store/tables/path-state.ts';
import type { GroveFile } from '../open-grove-file.ts';
import { HashPass } from './hash-pass.ts';

/**
 * Verifies all texts at once if the writer has no path yet, since opening must then write one, which cannot wait.
 * @throws {AspenError} CORRUPT if a text does not match its hash
 */
export function verifyFirstVisit({ store, hold }: GroveFile, writerId: AgentId): void {
  if (!hold.isOn || hasVisited(store, writerId)) return;
  const pass = new HashPass({ reader: store, firstNodes: () => [] });
  while (!pass.isDone) pass.step();
  const damaged = pass.countDamaged();
  if (damaged > 0) throw new AspenError('CORRUPT', damagedTexts(damaged));
  hold.lift();
}
