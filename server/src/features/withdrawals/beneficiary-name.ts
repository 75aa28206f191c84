import { romanise } from './romanise.ts';

/** Letters that Unicode does not split into a Latin letter and its marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'ng',
  Ŋ: 'Ng',
  ŧ: 't',
  Ŧ: 'T',
  ə: 'e',
  Ə: 'E',
};
const MAX_LENGTH = 50;

/**
 * Returns a name in the characters that banks accept: letters, digits, spaces and dots. Accents are dropped, and Indic
 * scripts are written in Latin letters. A name without any such letter becomes the user's id, which the payment shows.
 */
export function beneficiaryName({ name, uid }: { readonly name: string | null; readonly uid: string }): string {
  const latin = romanise((name ?? '').normalize('NFC'))
    .normalize('NFKD')
    .replaceAll(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/\p{M}/gu, '');
  return plain(latin, MAX_LENGTH) || plain(`User ${uid}`, MAX_LENGTH);
}

const plain = (text: string, maxLength: number): string =>
  text
    .replaceAll(/[^A-Za-z0-9.]+/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim();
