import { expect, test } from 'vitest';
import type { EvidenceEntry } from '@muneem/contract/evidence';
import { replayCalls } from '#test/postbacks/replay-calls.ts';
import { createSmartPollApp } from '#test/smart-poll/smart-poll-app.ts';
import { event } from '#test/builders/events.ts';

const app = await createSmartPollApp({}, { now: '2026-11-02T06:00:00.000Z' });

const timelineOf = async (clickId: string) =>
  (await app.must<{ timeline: EvidenceEntry[] }>('GET', `/api/clicks/${clickId}/evidence`)).timeline;

test('shows the request and response of the smart poll before the conversion it caused', async () => {
  const clickId = await app.click(await app.polledOffer(), await app.newUser());
  const other = await app.click(await app.polledOffer(), await app.newUser());
  app.clock.advance(60_000);
  app.network.says(clickId, { status: 503 });
  await app.force();
  app.clock.advance(60_000);
  app.network.says(clickId, { body: { event: 'default' } });
  const { run } = await app.force();
  const timeline = await timelineOf(clickId);
  expect(timeline.map(({ kind, at }) => [kind, at])).toEqual([
    ['visit', '2026-11-02T06:00:00.000Z'],
    ['poll', '2026-11-02T06:01:00.000Z'],
    ['poll', '2026-11-02T06:02:00.000Z'],
    ['conversion', '2026-11-02T06:02:00.000Z'],
    ['journal', expect.any(String)],
  ]);
  const conversion = timeline.find((entry) => entry.kind === 'conversion');
  expect(conversion).toMatchObject({ source: 'smart_poll', event: 'install', status: 'approved', coins: 100 });
  expect(timeline.filter(({ kind }) => kind === 'poll')).toMatchObject([
    { clickId, outcome: 'http_error', httpStatus: 503, detail: 'HTTP 503', events: [] },
    {
      clickId,
      runId: run._id,
      outcome: 'recovered',
      httpStatus: 200,
      url: `${app.network.url}/status?click=${clickId}`,
      answer: '{"event":"default"}',
      events: [{ name: 'default', verdict: 'accepted', conversionId: conversion?.conversionId, coins: 100 }],
    },
  ]);
  expect((await timelineOf(other)).map(({ kind }) => kind)).toEqual(['visit', 'poll', 'poll']);
});

test('shows who replayed which postback, with the outcome', async () => {
  const replay = replayCalls(app);
  const offerId = await app.createOffer({ events: [event('install')] });
  const clickId = await app.click(offerId, await app.newUser());
  await app.send(offerId, 'bonus', { click_id: clickId });
  const [line] = await replay.logged({ clickId }, 1);
  await app.updateOffer(offerId, { events: [event('install'), event('bonus', 7)] });
  app.clock.advance(60_000);
  const replayedAt = app.clock.now().toISOString();
  await replay.commit(await replay.preview({ filter: { offerId } }));
  const timeline = await timelineOf(clickId);
  expect(timeline.map(({ kind }) => kind).filter((kind) => kind !== 'journal')).toEqual([
    'visit',
    'postback',
    'replay',
    'conversion',
  ]);
  const conversion = timeline.find((entry) => entry.kind === 'conversion');
  expect(timeline.filter(({ kind }) => kind === 'replay')).toMatchObject([
    {
      at: replayedAt,
      postbackId: line?._id,
      verdict: 'accepted',
      conversionId: conversion?.conversionId,
      by: 'admin@example.com',
    },
  ]);
});
