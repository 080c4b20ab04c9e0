/**
 * Returns true if an export has the prompt fences of the text (`layers.md`, *Dimensions and roll-off*).
 * @param exported the writer's choice
 * @param hasMarks the format has every mark of the text, as Markdown has
 */
export function exportsFences(exported: 'markdown' | 'always' | 'never', hasMarks: boolean): boolean {
  return exported === 'always' || (exported === 'markdown' && hasMarks);
}
