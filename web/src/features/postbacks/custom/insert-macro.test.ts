import { describe, expect, it } from 'vitest';
import { insertMacro } from './insert-macro.ts';

const at = (place: number) => ({ start: place, end: place });

describe('a macro that is inserted', () => {
  // covers own-2.4
  it('stands where the cursor is, and the cursor stands after it', () => {
    expect(insertMacro('https://t.example/?a=&b=1', at(21), 'click_id')).toEqual({
      text: 'https://t.example/?a={click_id}&b=1',
      cursor: 31,
    });
  });

  // covers own-2.4
  it('replaces what is selected, whichever way it was selected', () => {
    expect(insertMacro('?a=OLD&b', { start: 3, end: 6 }, 'p1')).toEqual({ text: '?a={p1}&b', cursor: 7 });
    expect(insertMacro('?a=OLD&b', { start: 6, end: 3 }, 'p1')).toEqual({ text: '?a={p1}&b', cursor: 7 });
  });

  it('completes a brace that was begun instead of doubling it', () => {
    expect(insertMacro('?a={cli', at(7), 'click_id')).toEqual({ text: '?a={click_id}', cursor: 13 });
    expect(insertMacro('?a={}&b', at(4), 'payout')).toEqual({ text: '?a={payout}&b', cursor: 11 });
  });

  it('goes to the end when the place is past it, and leaves complete macros before it alone', () => {
    expect(insertMacro('?a={p1}', at(99), 'p2')).toEqual({ text: '?a={p1}{p2}', cursor: 11 });
    expect(insertMacro('', at(0), 'p2')).toEqual({ text: '{p2}', cursor: 4 });
  });
});
