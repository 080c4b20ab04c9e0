import { verifyLayers } from '../../main/grove/checking/verify-layers.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import { LAYERS_CHANGED, layersLead, withoutHash } from '../../ui-text/cli/doctor.ts';
import { type Finding, fails, holds, shorten } from './finding.ts';

/** Most faults that are sought. */
const MOST = 100;

/** The time lines: every text from the one before it and from its path, and every hash (`layers.md`). */
export function checkLayers(reader: Reader): Finding {
  const { layers, unaddressed, faults } = verifyLayers(reader, MOST);
  if (faults.length > 0) return fails(LAYERS_CHANGED, shorten(faults));
  const missing = unaddressed === 0 ? [] : [withoutHash(unaddressed)];
  return holds(layersLead(layers), missing);
}
