/** What the writer is asked about a file before it is imported. */

export const IMPORT_QUESTION = {
  title: (fileName: string) => `Import ${fileName}`,
  encoding: 'Encoding',
  unclear:
    'This text is not in Unicode, and the file does not say in which encoding it is. Choose the one in which these lines read as they should.',
  save: 'Aspen Grove does not read this format. As text, everything in the file comes in as it is there, by Unknown (import): it does not count as your writing.',
  preview: 'How it reads',
  import: 'Import',
  importSave: 'Import as text',
} as const;
