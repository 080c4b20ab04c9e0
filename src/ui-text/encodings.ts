import type { Encoding } from '../core/exchange/encodings.ts';

/** Names of encodings: the languages, and the name that other programs show. */
export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Russian (KOI8-R)',
  'koi8-u': 'Ukrainian (KOI8-U)',
  ibm866: 'Cyrillic (DOS, 866)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'iso-8859-15': 'Western (ISO 8859-15)',
  macintosh: 'Western (old Mac)',
  'x-mac-cyrillic': 'Cyrillic (old Mac)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  gb18030: 'Chinese, simplified (GB18030)',
  big5: 'Chinese, traditional (Big5)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
  'utf-16le': 'Unicode (UTF-16, little-endian)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
};

/** The question about a file before it is imported. */
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
