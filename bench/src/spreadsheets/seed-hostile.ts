import { sql, type Database } from '@muneem/server/platform/database/index.ts';

/** Texts that made spreadsheet programs execute, cut, convert or reject a cell. */
const TEXTS = [
  '=HYPERLINK("https://evil.example","open")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1-1',
  '@SUM(A1:A9)',
  '\ttab in front',
  'tab\tinside',
  'two\nlines',
  ' =1+1',
  "'=1+1",
  '12345678901234567890',
  '0012',
  '1e5',
  '1/2',
  '2026-11-21',
  '₹1,234.50',
  'TRUE',
  '#REF!',
  '  blanks  around  ',
  '_x003D_1+1',
  '<b>&amp;</b>]]>',
  'comma, "quotes"; semicolon',
  'नमस्ते 😀👨‍👩‍👧‍👦 e\u0301',
  'مرحبا \u202eright to left',
  'zero\u200bwidth\u2028line',
  'not a character\uffff',
  'x'.repeat(5_000),
] as const;

/**
 * Overwrites fields with hostile texts: names and genders of users, ids of the oldest users, titles of offers, cities
 * of conversions. Amounts get odd values. It bypasses the contract, because a database may contain texts that the
 * contract refuses.
 */
export async function seedHostile(database: Database): Promise<void> {
  const texts = [...TEXTS];
  await database.execute(sql`
    update users set name = text, gender = text
    from unnest(${texts}::text[]) with ordinality t(text, n)
    where id % ${texts.length}::int + 1 = n and (id <= ${texts.length}::int or id in (select user_id from conversions))`);
  await database.execute(sql`
    update users set uid = left(text, 100) from unnest(${texts}::text[]) with ordinality t(text, n) where id = n`);
  await database.execute(sql`
    update offers set title = text from unnest(${texts}::text[]) with ordinality t(text, n)
    where abs(hashtext(id)) % ${texts.length}::int + 1 = n`);
  await database.execute(sql`alter table conversions disable trigger user`);
  await database.execute(sql`
    update conversions set city = text, state = text,
      user_payout_paise = abs(hashtext(id)::bigint) * 7, referral_payout_paise = abs(hashtext(id)) % 1000
    from unnest(${texts}::text[]) with ordinality t(text, n)
    where abs(hashtext(id)) % ${texts.length}::int + 1 = n`);
  await database.execute(sql`alter table conversions enable trigger user`);
}
