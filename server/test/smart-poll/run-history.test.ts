import { beforeEach, describe, expect, it } from 'vitest';
import { listPolls } from '#features/smart-poll/index.ts';
import { purgeSmartPolls } from '#features/smart-poll/smart-poll.module.ts';
import { createSmartPollApp, eventually } from './smart-poll-app.ts';

const app = await createSmartPollApp({}, { now: '2026-11-02T06:00:00.000Z' });

describe('the history of smart poll runs', () => {
  beforeEach(() => app.emptyQueue());

  // covers 001-9.8
  it('shows the progress of a run, and times out a call after 10 seconds', async () => {
    const offerId = await app.polledOffer();
    const fast = await app.click(offerId);
    const slow = await app.click(offerId);
    app.network.says(slow, 'hang');
    const forced = app.force();
    await eventually(async () => (await app.status()).currentRun).toMatchObject({
      kind: 'force',
      status: 'running',
      clicks: 2,
      asked: 1,
      startedBy: 'admin@example.com',
    });
    expect((await app.status()).cronJobStats.smartPoll.isRunning).toBe(true);
    const { currentRun } = await app.status();
    expect((await app.runInFull(currentRun?._id ?? '')).polls.map(({ clickId }) => clickId)).toEqual([fast]);
    const { run } = await forced;
    expect(run).toMatchObject({ status: 'completed', asked: 2, failed: 1 });
    // Each call times out after 10 s.
    const late = (await app.runInFull(run._id)).polls.find(({ clickId }) => clickId === slow);
    expect(late).toMatchObject({ outcome: 'timeout', httpStatus: null });
    expect(late?.ms).toBeGreaterThan(9_900);
    expect(late?.ms).toBeLessThan(25_000);
    expect((await app.status()).currentRun).toBeNull();
  });

  it('stores the requests and results of each run, in pages, by run and by click', async () => {
    const offerId = await app.polledOffer({ title: 'History' });
    const clickId = await app.click(offerId, await app.newUser());
    app.network.says(clickId, { body: { events: ['install', 'level_9'] } });
    const { run } = await app.force();
    const full = await app.runInFull(run._id);
    expect(full.run).toEqual(run);
    expect(full.polls).toEqual([
      {
        _id: expect.stringMatching(/^spl_/),
        runId: run._id,
        clickId,
        offerId,
        offerTitle: 'History',
        askedAt: expect.any(String),
        url: `${app.network.url}/status?click=${clickId}`,
        httpStatus: 200,
        ms: expect.any(Number),
        outcome: 'recovered',
        detail: null,
        answer: '{"events":["install","level_9"]}',
        events: [
          {
            name: 'install',
            occurredAt: null,
            verdict: 'accepted',
            conversionId: expect.stringMatching(/^cnv_/),
            coins: 100,
          },
          { name: 'level_9', occurredAt: null, verdict: 'event_unknown', conversionId: null, coins: 0 },
        ],
      },
    ]);
    expect(await listPolls(app.database, clickId)).toEqual(full.polls);

    await app.force();
    const all = await app.runs('?limit=1');
    expect(all.runs).toHaveLength(1);
    expect(all.total).toBeGreaterThan(2);
    expect((await app.runs('?limit=1&page=2')).runs[0]?._id).toBe(run._id);
    expect((await app.runs(`?search=${clickId.toLowerCase()}`)).total).toBe(2);
    expect((await app.runs(`?search=${clickId}&show=recovered`)).runs.map(({ _id }) => _id)).toEqual([run._id]);
    expect((await app.runs('?show=asked&limit=500')).runs.every(({ clicks }) => clicks > 0)).toBe(true);
    expect((await app.runs('?search=%25')).total).toBe(0);
    const missing = await app.call('GET', '/api/admin/smart-poll/runs/spr_nothing');
    expect(missing.status).toBe(404);
    expect((await app.call('GET', '/api/admin/smart-poll/runs?show=odd')).status).toBe(400);
  });

  it('does not run when the audit row cannot be written', async () => {
    const clickId = await app.click(await app.polledOffer());
    app.network.says(clickId, { body: { event: 'install' } });
    await app.rows(`alter table audit_log add constraint broken check (action <> 'smart-poll.force') not valid`);
    const answer = await app.call('POST', '/api/admin/force-smart-poll');
    await app.rows('alter table audit_log drop constraint broken');
    expect(answer.status).toBe(500);
    expect(app.network.asked).toEqual([]);
    expect((await app.status()).currentRun).toBeNull();
  });

  // covers 001-3.17 001-9.6
  it('returns the documented cron status', async () => {
    const before = (await app.status()).cronJobStats.smartPoll;
    app.clock.set('2026-11-02T06:41:07.000Z');
    await app.run();
    app.clock.advance(8_000);
    const upBefore = Math.floor(process.uptime());
    const status = await app.status();
    expect(status).toMatchObject({
      success: true,
      cronJobStats: {
        smartPoll: {
          isRunning: false,
          runCount: before.runCount + 1,
          errorCount: before.errorCount,
          lastRun: '2026-11-02T06:41:07.000Z',
          nextRun: '2026-11-02T06:42:00.000Z',
          lastError: before.lastError,
        },
      },
      timestamp: '2026-11-02T06:41:15.000Z',
      localTime: '2 Nov 2026, 12:11:15 pm',
      platform: process.platform,
      nodeVersion: process.version,
      configuration: { everyS: 120, minAgeS: 180, timeoutMs: 10_000, clicksPerRun: 50 },
    });
    expect(status.serverUptime).toBeGreaterThanOrEqual(upBefore);
    expect(status.serverUptime).toBeLessThanOrEqual(process.uptime());
    app.clock.set('2026-11-02T06:42:00.000Z');
    expect((await app.status()).cronJobStats.smartPoll.nextRun).toBe('2026-11-02T06:44:00.000Z');
  });

  it('stops polling clicks after 90 days, and purges history after 30', async () => {
    const offerId = await app.polledOffer();
    const clickId = await app.click(offerId);
    const { run } = await app.force();
    expect(run.clicks).toBe(1);
    app.clock.advance(29 * 86_400_000);
    await purgeSmartPolls(app);
    expect((await app.runInFull(run._id)).polls).toHaveLength(1);
    app.clock.advance(2 * 86_400_000);
    await purgeSmartPolls(app);
    expect(await app.rows('select 1 from smart_poll_runs where id = $1', [run._id])).toEqual([]);
    expect(await listPolls(app.database, clickId)).toEqual([]);
    expect((await app.force()).run.clicks).toBe(1);
    app.clock.advance(60 * 86_400_000);
    expect((await app.force()).run.clicks).toBe(0);
    await purgeSmartPolls(app);
    expect(await app.rows('select 1 from smart_poll_queue')).toEqual([]);
  });
});
