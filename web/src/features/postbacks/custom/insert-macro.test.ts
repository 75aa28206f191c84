import { describe, expect, it } from 'vitest';
import { insertMacro } from './insert-macro.ts';

const at = (index: number) => ({ start: index, end: index });

describe('inserting a macro', () => {
  it('inserts at the cursor and moves the cursor after it', () => {
    expect(insertMacro('https://t.example/?a=&b=1', at(21), 'click_id')).toEqual({
      text: 'https://t.example/?a={click_id}&b=1',
      cursor: 31,
    });
  });

  it('replaces the selection in both directions', () => {
    expect(insertMacro('?a=OLD&b', { start: 3, end: 6 }, 'p1')).toEqual({ text: '?a={p1}&b', cursor: 7 });
    expect(insertMacro('?a=OLD&b', { start: 6, end: 3 }, 'p1')).toEqual({ text: '?a={p1}&b', cursor: 7 });
  });

  it('completes a started brace instead of doubling it', () => {
    expect(insertMacro('?a={cli', at(7), 'click_id')).toEqual({ text: '?a={click_id}', cursor: 13 });
    expect(insertMacro('?a={}&b', at(4), 'payout')).toEqual({ text: '?a={payout}&b', cursor: 11 });
  });

  it('inserts at the end if the position is past it, and keeps complete macros before it', () => {
    expect(insertMacro('?a={p1}', at(99), 'p2')).toEqual({ text: '?a={p1}{p2}', cursor: 11 });
    expect(insertMacro('', at(0), 'p2')).toEqual({ text: '{p2}', cursor: 4 });
  });
});
