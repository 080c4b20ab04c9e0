import type { Agent } from '../../../core/tree/agent.ts';
import { templateSaved, templateUpdated } from '../../../ui-text/settings/presets.ts';
import { findTemplate, revertTemplate, saveTemplate } from '../settings/agent-templates.ts';
import type { AppSession } from './app-session.ts';

/** Makes an agent a template for all groves, and announces it; replacing the one of its name can be undone. */
export function keepTemplate(
  session: Pick<AppSession, 'preferences' | 'setPreferences' | 'newId' | 'notices'>,
  agent: Agent,
): void {
  const templates = () => session.preferences.get().agentTemplates;
  const before = findTemplate(templates(), agent);
  session.setPreferences({ agentTemplates: saveTemplate(templates(), agent, session.newId()) });
  if (before === undefined) session.notices.tell(templateSaved(agent.name));
  else
    session.notices.tellUndoable(templateUpdated(agent.name), () =>
      session.setPreferences({ agentTemplates: revertTemplate(templates(), before) }),
    );
}
