/** The blocks of nine Indic scripts, from Devanagari to Malayalam, have the same letters at the same offsets. */
const FIRST = 0x0900;
const LAST = 0x0d7f;
const BLOCK = 0x80;
/** Scripts that write no sign for the vowel at the end of a name like "Ram", by their number: Hindi, Bengali, Punjabi, Gujarati. */
const SILENT_END = new Set([0, 1, 2, 3]);

const table = (first: number, letters: string): ReadonlyMap<number, string> =>
  new Map(letters.split(' ').map((letter, index) => [first + index, letter]));
const VOWELS = table(0x05, 'a a i i u u ri l e e e ai o o o au');
const CONSONANTS = table(
  0x15,
  'k kh g gh ng ch chh j jh ny t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h',
);
const SIGNS = table(0x3e, 'a i i u u ri ri e e e ai o o o au');
const ENDS: ReadonlyMap<number, string> = new Map([
  [0x01, 'n'],
  [0x02, 'n'],
  [0x03, 'h'],
  [0x70, 'n'],
  // Malayalam writes a consonant without a vowel as one letter.
  [0x7a, 'n'],
  [0x7b, 'n'],
  [0x7c, 'r'],
  [0x7d, 'l'],
  [0x7e, 'l'],
  [0x7f, 'k'],
]);
const VIRAMA = 0x4d;
const NUKTA = 0x3c;

/** Writes Indic letters in Latin ones, as in names: प्रिया becomes Priya. Leaves all other text as it is. */
export const romanise = (text: string): string =>
  text.replaceAll(/[\u0900-\u0d7f]+/g, (word) => {
    const latin = romaniseWord(word);
    return latin.charAt(0).toUpperCase() + latin.slice(1);
  });

function romaniseWord(word: string): string {
  let latin = '';
  let open = false;
  let consonants = 0;
  let isSilent = false;
  for (const character of word) {
    const code = character.codePointAt(0) ?? 0;
    if (code < FIRST || code > LAST) continue;
    const offset = code % BLOCK;
    const consonant = CONSONANTS.get(offset);
    const sign = SIGNS.get(offset);
    if (offset === NUKTA) continue;
    if (sign !== undefined || offset === VIRAMA) open = false;
    else if (open) latin += 'a';
    if (offset !== VIRAMA) open = consonant !== undefined;
    if (consonant !== undefined) {
      consonants += 1;
      isSilent = SILENT_END.has(Math.floor((code - FIRST) / BLOCK));
    }
    latin += consonant ?? sign ?? VOWELS.get(offset) ?? ENDS.get(offset) ?? '';
  }
  return open && !(isSilent && consonants > 1) ? `${latin}a` : latin;
}
