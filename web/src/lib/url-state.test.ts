import { describe, expect, it } from 'vitest';
import {
  day,
  flag,
  oneOf,
  parseSearch,
  readUrlState,
  stringifySearch,
  text,
  wholeNumber,
  withoutPrefix,
  writeUrlState,
} from './url-state.ts';

const codecs = {
  tab: oneOf(['pending', 'all'], 'pending'),
  page: wholeNumber(1, { min: 1 }),
  search: text(),
  from: day(),
  mine: flag(),
};

describe('state in the URL', () => {
  it('reads back what it writes', () => {
    const values = { tab: 'all', page: 7, search: '98% & "more"', from: '2026-11-21', mine: true } as const;
    const address = stringifySearch(writeUrlState(codecs, values));
    expect(readUrlState(codecs, parseSearch(address))).toEqual(values);
  });

  it('omits defaults', () => {
    expect(stringifySearch(writeUrlState(codecs, { tab: 'pending', page: 1, search: '', from: '', mine: false }))).toBe(
      '',
    );
  });

  it('reads an invalid value as the default', () => {
    const values = readUrlState(codecs, parseSearch('?tab=<script>&page=-3&from=2026-13-45&mine=yes'));
    expect(values).toEqual({ tab: 'pending', page: 1, search: '', from: '', mine: false });
  });

  it('keeps digits as text', () => {
    expect(parseSearch('?token=0012345678901234567890')).toEqual({ token: '0012345678901234567890' });
  });

  it('removes only the parameters of a closed window', () => {
    expect(withoutPrefix({ search: 'asha', 'h-status': 'rejected', 'h-page': '3', history: '1' }, 'h-')).toEqual({
      search: 'asha',
      history: '1',
    });
  });

  it('changes only the given names', () => {
    expect(writeUrlState(codecs, { page: 2 })).toEqual({ page: '2' });
  });
});
