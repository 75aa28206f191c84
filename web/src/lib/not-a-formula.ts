/** Characters that make a spreadsheet run a text as a formula (OWASP, CSV Injection). The server has the same list. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** Puts an apostrophe before a text that looks like a formula, so that it stays a text. */
export const notAFormula = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);
