import { POSTBACK_VERDICTS, type PostbackVerdict } from '@muneem/contract/postbacks';
import { expect, it } from 'vitest';
import { verdictLook } from './verdict-look.ts';

it('shows every rejected postback in red', () => {
  const verdicts = Object.keys(POSTBACK_VERDICTS) as PostbackVerdict[];
  expect(verdicts.filter((verdict) => verdictLook(verdict).color === 'green')).toEqual(['accepted']);
  for (const verdict of verdicts) {
    expect(verdictLook(verdict).color === 'red', verdict).toBe(POSTBACK_VERDICTS[verdict].status >= 400);
  }
});
