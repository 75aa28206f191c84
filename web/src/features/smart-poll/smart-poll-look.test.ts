import type { SmartPoll } from '@muneem/contract/smart-poll';
import { describe, expect, it } from 'vitest';
import { recoveredFirst, intervalText, pollOutcome, runStatus, uptimeText } from './smart-poll-look.ts';

describe('runs and responses', () => {
  it('a completed run with failed calls is not green', () => {
    expect(runStatus({ status: 'completed', failed: 0 })).toEqual({ label: 'Completed', color: 'green' });
    expect(runStatus({ status: 'completed', failed: 1 })).toEqual({ label: 'With errors', color: 'yellow' });
    expect(runStatus({ status: 'failed', failed: 0 }).color).toBe('red');
  });

  it('only calls without a usable response are red', () => {
    expect(pollOutcome('recovered')).toEqual({ label: 'Recovered', color: 'green' });
    expect(pollOutcome('nothing_new').color).toBe('gray');
    expect(pollOutcome('event_unknown').color).toBe('yellow');
    expect(pollOutcome('recorded_unpaid').color).toBe('yellow');
    expect(pollOutcome('timeout').color).toBe('red');
    expect(pollOutcome('blocked_address').color).toBe('red');
  });

  it('recovered polls come first, then failed ones', () => {
    const poll = (outcome: SmartPoll['outcome'], askedAt: string) => ({ outcome, askedAt }) as SmartPoll;
    const sorted = recoveredFirst([
      poll('nothing_new', '1'),
      poll('timeout', '2'),
      poll('event_unknown', '3'),
      poll('recovered', '5'),
      poll('recovered', '4'),
    ]);
    expect(sorted.map(({ askedAt }) => askedAt)).toEqual(['4', '5', '2', '3', '1']);
  });

  it.each([
    [40, '40.0 s'],
    [5 * 3600 + 12 * 60 + 7, '5 h 12 min'],
    [86_400, '1 day 0 h'],
    [3 * 86_400 + 4 * 3600, '3 days 4 h'],
  ])('an uptime of %i seconds is %s', (seconds, text) => {
    expect(uptimeText(seconds)).toBe(text);
  });

  it.each([
    [120, '2 minutes'],
    [60, '1 minute'],
    [90, '90 seconds'],
  ])('an interval of %i seconds is %s', (seconds, text) => {
    expect(intervalText(seconds)).toBe(text);
  });
});
