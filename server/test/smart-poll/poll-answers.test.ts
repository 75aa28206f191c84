import type { SmartPoll } from '@muneem/contract/smart-poll';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { nameServer } from '#test/outbound/name-server.ts';
import { createSmartPollApp } from './smart-poll-app.ts';
import type { StatusReply } from './status-server.ts';

// Only the network's own IP address is allowed, so that a guarded address is distinguishable.
const app = await createSmartPollApp(
  { EGRESS_ALLOW: '127.0.0.1/32' },
  { now: '2026-11-02T06:00:00.000Z', resolveName: nameServer() },
);
const offerId = await app.polledOffer({ title: 'Answers' });

describe('status URL answers', () => {
  /** Polls a new click. */
  const ask = async (reply: StatusReply | 'hang', offer = offerId): Promise<{ poll: SmartPoll; uid: string }> => {
    const { uid, clickId } = await app.newVisit(offer);
    app.network.says(clickId, reply);
    const { run } = await app.force();
    const poll = (await app.runInFull(run._id)).polls.find((each) => each.clickId === clickId);
    if (!poll) throw new Error('the click was not asked about');
    // Removes the click from the queue of the next poll.
    await app.rows(`update clicks set status = 'failed' where id = $1`, [clickId]);
    app.clock.advance(3 * 60_000);
    return { poll, uid };
  };

  it.each([
    ['a list of objects with a time', { events: [{ name: 'install', occurredAt: '2026-11-02T05:00:00Z' }] }],
    ['a list of objects', { events: [{ name: 'install' }] }],
    ['a list of objects with more fields', { events: [{ name: 'install', occurredAt: null, payout: 999 }], ok: true }],
    ['a list of names', { events: ['install'] }],
    ['one event', { event: 'install' }],
    ['an alias in capital letters with spaces', { event: ' DEFAULT ' }],
    ['the same event four times', { events: ['install', 'default', 'Install', 'install'] }],
  ])('understands %s, and credits once', async (_what, body) => {
    const { poll, uid } = await ask({ body });
    expect(poll).toMatchObject({ outcome: 'recovered', httpStatus: 200, answer: JSON.stringify(body) });
    expect(await app.balance(uid)).toBe(100);
  });

  it('leaves out an event that the network calls pending or reversed', async () => {
    const both = {
      events: [
        { name: 'install', status: ' Rejected' },
        { name: 'deposit', status: 'approved' },
      ],
    };
    const { poll, uid } = await ask({ body: both });
    expect(poll).toMatchObject({ outcome: 'recovered', events: [{ name: 'deposit' }] });
    expect((await app.conversionsOf(poll.clickId)).map(({ eventKey }) => eventKey)).toEqual(['deposit']);
    const paid = await app.balance(uid);
    expect(paid).toBeGreaterThan(0);
    expect(poll.detail).toBe('The network does not approve: install (status=rejected)');
  });

  it('records a contradiction of an event that was approved before, and pays the others', async () => {
    const { uid, clickId } = await app.newVisit(offerId);
    await app.send(offerId, 'install', { click_id: clickId });
    const paid = await app.balance(uid);
    app.network.says(clickId, {
      body: {
        events: [
          { name: 'default', status: 'rejected' },
          { name: 'deposit', status: 'pending' },
        ],
      },
    });
    const { run } = await app.force();
    const poll = (await app.runInFull(run._id)).polls.find((each) => each.clickId === clickId);
    expect(poll).toMatchObject({
      outcome: 'contradicted',
      events: [{ name: 'default', verdict: 'contradiction', coins: 0 }],
    });
    expect(await app.balance(uid)).toBe(paid);
    expect(await app.conversionsOf(clickId)).toMatchObject([{ eventKey: 'install', status: 'approved' }]);
    expect(await app.rows('select said, times from contradictions where click_id = $1', [clickId])).toEqual([
      { said: 'The status URL does not approve the event (status=rejected).', times: 1 },
    ]);
    await app.rows(`update clicks set status = 'failed' where id = $1`, [clickId]);
    app.clock.advance(3 * 60_000);
  });

  it('pays no event that one entry approves and another does not', async () => {
    const events = [{ name: 'install' }, { name: 'default', status: 'rejected' }];
    const { poll, uid } = await ask({ body: { events } });
    expect(poll).toMatchObject({ outcome: 'nothing_new', events: [] });
    expect(await app.balance(uid)).toBe(0);
  });

  it.each([
    [{ event: 'install', status: 'pending' }, 'status=pending'],
    [{ event: 'install', status: ['rejected'] }, 'status=rejected'],
    [{ event: 'install', success: false }, 'success=false'],
    [{ event: 'install', data: { Status: 'void' } }, 'Status=void'],
    [{ event: 'install', payout: -5 }, 'payout=-5'],
    [{ event: 'install', test: true }, 'test=true'],
    [{ events: [{ name: 'install', status: null }] }, 'status=null'],
    [{ events: [{ name: 'install', result: { state: 'rejected' } }] }, 'state=rejected'],
    [{ event: 'install', status: { state: 'approved' } }, 'status'],
    [{ event: 'install', status: 'no such install' }, 'status=no such install'],
    [{ event: 'install', reversed: true }, 'reversed=true'],
    [{ event: 'install', reversed: 'perhaps' }, 'reversed=perhaps'],
    [{ events: ['install'], conversion_status: 'on_hold' }, 'conversion_status=on_hold'],
    [{ events: [{ name: 'install', status: 'ok' }], status: 'error' }, 'status=error'],
    [{ events: [{ name: 'install', chargeback: 1 }], status: 200 }, 'chargeback=1'],
    [{ events: [{ name: 'install', status: 'approved\u0000' }] }, 'status'],
  ])('pays nothing for %j', async (body, said) => {
    const { poll, uid } = await ask({ body });
    const detail = `The network does not approve: install (${said})`;
    expect(poll).toMatchObject({ outcome: 'nothing_new', detail, events: [] });
    expect(await app.balance(uid)).toBe(0);
  });

  it.each([
    { event: 'install', status: 200 },
    { events: [{ name: 'install', status: 'Confirmed' }], status: 'OK' },
    { events: [{ name: 'install', reversed: false, error: null }] },
  ])('pays for %j', async (body) => {
    const { poll, uid } = await ask({ body });
    expect(poll).toMatchObject({ outcome: 'recovered', detail: null });
    expect(await app.balance(uid)).toBe(100);
  });

  it.each([
    ['an empty list', { body: { events: [] } }, 'nothing_new', null],
    ['an unknown event', { body: { events: ['level_10'] } }, 'event_unknown', 'The offer has: install, deposit'],
    ['nothing', { body: '' }, 'malformed', 'The answer is empty.'],
    ['HTML with 200', { body: '<html>install</html>' }, 'malformed', 'The answer is not JSON.'],
    ['a bare text', { body: '"install"' }, 'malformed', 'The answer is not a JSON object.'],
    ['a bare list', { body: ['install'] }, 'malformed', 'The answer is not a JSON object.'],
    ['null', { body: 'null' }, 'malformed', 'The answer is not a JSON object.'],
    ['another field', { body: { status: 'approved' } }, 'malformed', 'The answer has neither "events" nor "event".'],
    [
      'both fields',
      { body: { event: 'install', events: [] } },
      'malformed',
      'The answer has both "event" and "events".',
    ],
    ['events that are not a list', { body: { events: 'install' } }, 'malformed', '"events" is not a list.'],
    [
      'names and objects mixed',
      { body: { events: ['install', { name: 'deposit' }] } },
      'malformed',
      'An event must be a text or an object with a name.',
    ],
    [
      'a number for an event',
      { body: { event: 1 } },
      'malformed',
      'The answer cannot be read: an event’s name must be a text.',
    ],
    ['an event without a name', { body: { events: [{ event: 'install' }] } }, 'malformed', expect.any(String)],
    ['an empty name', { body: { event: '  ' } }, 'malformed', 'The answer cannot be read: an event has no name.'],
    ['a very long name', { body: { event: 'x'.repeat(201) } }, 'malformed', expect.any(String)],
    ['too many events', { body: { events: Array(51).fill('install') } }, 'malformed', expect.any(String)],
    [
      'an invalid time',
      { body: { events: [{ name: 'install', occurredAt: 'yesterday' }] } },
      'malformed',
      'The answer cannot be read: occurredAt must be a date.',
    ],
    ['more than 64 KiB', { body: { events: ['install'], pad: 'x'.repeat(70_000) } }, 'too_large', null],
    ['a refusal', { status: 403, body: { events: ['install'] } }, 'http_error', 'HTTP 403'],
    ['a failure', { status: 500, body: { events: ['install'] } }, 'http_error', 'HTTP 500'],
    [
      'a redirect to an internal address',
      { status: 302, headers: { location: 'http://169.254.169.254/latest' }, body: { events: ['install'] } },
      'http_error',
      'HTTP 302: redirects are not followed.',
    ],
  ] as const)('credits no one for %s, and reports the outcome', async (_what, reply, outcome, detail) => {
    const { poll, uid } = await ask(reply);
    expect(poll).toMatchObject({ outcome, detail, httpStatus: 'status' in reply ? reply.status : 200 });
    expect(await app.balance(uid)).toBe(0);
    expect(await app.conversionsOf(poll.clickId)).toEqual([]);
  });

  it.each([
    ['a NUL in a name', { event: 'install\u0000' }],
    ['a lone surrogate', '{"events":["\\ud800"]}'],
    ['SQL in a name', { event: `install'; drop table users; --` }],
    ['a __proto__ key', '{"events":["__proto__"],"__proto__":{"event":"install"}}'],
  ])('survives %s', async (_what, body) => {
    const { poll, uid } = await ask({ body });
    expect(poll.outcome).toBe('event_unknown');
    expect(await app.balance(uid)).toBe(0);
  });

  it('stores the beginning of a long answer, and all of it with the conversion', async () => {
    const body = { event: 'install', note: 'n'.repeat(9_000) };
    const { poll } = await ask({ body });
    expect(poll.answer).toHaveLength(2_048);
    const [row] = await app.rows<{ smartPollData: object }>(
      'select smart_poll_data from conversions where click_id = $1',
      [poll.clickId],
    );
    expect(row?.smartPollData).toEqual(body);
  });

  it('distinguishes a forbidden address from a failed connection', async () => {
    let knocks = 0;
    const inside = createServer((_request, response) => {
      knocks += 1;
      response.end('{"event":"install"}');
    });
    // Listens on all addresses but is called at 127.0.0.2, because some systems cannot listen there alone.
    await new Promise<void>((resolve, failed) => inside.once('error', failed).listen(0, '0.0.0.0', resolve));
    const { port } = inside.address() as AddressInfo;
    const outcomes: [string, string][] = [];
    for (const [pollUrl, wanted] of [
      [`http://127.0.0.2:${port}/?c={click_id}`, 'blocked_address'],
      [`http://[::ffff:127.0.0.2]:${port}/?c={click_id}`, 'blocked_address'],
      [`http://2130706434:${port}/?c={click_id}`, 'blocked_address'],
      ['http://169.254.169.254/?c={click_id}', 'blocked_address'],
      ['http://10.0.0.1/?c={click_id}', 'blocked_address'],
      ['http://127.0.0.1:1/?c={click_id}', 'connection_failed'],
      ['http://nowhere.invalid/?c={click_id}', 'connection_failed'],
    ] as const) {
      const guarded = await app.createOffer({ pollUrl });
      const { poll } = await ask({}, guarded);
      outcomes.push([pollUrl, poll.outcome]);
      expect([pollUrl, poll.outcome]).toEqual([pollUrl, wanted]);
      expect(poll.httpStatus).toBeNull();
    }
    expect(knocks).toBe(0);
    inside.close();
  });

  it('encodes click id and offer id in the URL, and masks a password in its log', async () => {
    const { port } = new URL(app.network.url);
    const pollUrl = `http://asha:secret@127.0.0.1:${port}/s?click={click_id}&again=%7BCLICK_ID%7D&third={{click_id}}&o={offer_id}`;
    const offer = await app.createOffer({ pollUrl });
    const { poll } = await ask({ body: { event: 'install' } }, offer);
    const id = poll.clickId;
    expect(poll.url).toBe(`http://asha:***@127.0.0.1:${port}/s?click=${id}&again=${id}&third=${id}&o=${offer}`);
    expect(poll.outcome).toBe('recovered');
  });

  // covers 001-3.17
  it('counts a run with failed calls as one with errors, and names them', async () => {
    const before = (await app.status()).cronJobStats.smartPoll;
    const at = app.clock.now().toISOString();
    const { poll } = await ask({ status: 503 });
    const { smartPoll } = (await app.status()).cronJobStats;
    expect(smartPoll.errorCount).toBe(before.errorCount + 1);
    const message = '1 of 1 call had no usable answer. Answers: HTTP 503';
    expect(smartPoll.lastError).toEqual({ message, timestamp: at });
    expect((await app.runInFull(poll.runId)).run).toMatchObject({ status: 'completed', failed: 1, message });
    expect((await app.runs('?show=failed&limit=1')).runs[0]?._id).toBe(poll.runId);
  });

  it('continues with the queue when one answer cannot be recorded', async () => {
    const good = await app.newUser();
    const bad = await app.newUser();
    const goodClick = await app.click(offerId, good);
    const badClick = await app.click(offerId, bad);
    for (const clickId of [goodClick, badClick]) app.network.says(clickId, { body: { event: 'install' } });
    await app.rows(`alter table conversions add constraint broken check (click_id <> '${badClick}') not valid`);
    const { run } = await app.force();
    await app.rows('alter table conversions drop constraint broken');
    expect(run).toMatchObject({ status: 'completed', asked: 2, recovered: 1, failed: 1 });
    expect(await app.balance(good)).toBe(100);
    const { polls } = await app.runInFull(run._id);
    expect(polls.find(({ clickId }) => clickId === badClick)).toMatchObject({ outcome: 'not_stored', events: [] });
    expect((await app.force()).run.recovered).toBe(1);
    expect(await app.balance(bad)).toBe(100);
  });
});
