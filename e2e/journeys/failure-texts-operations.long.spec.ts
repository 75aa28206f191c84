import { setPayoutKey } from '@muneem/sandbox/product';
import { answer } from '../support/answers.ts';
import { expectFailureTexts } from '../support/failure-texts.ts';
import { newAdmin } from '../support/new-admin.ts';
import { person } from '../support/person.ts';
import { reportProblems } from '../support/report-problems.ts';
import { requestWithdrawals } from '../support/request-withdrawals.ts';
import { BALANCE } from '../support/rows.ts';
import { allowConsoleErrors, expect, openSession, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { ADMIN, PAYOUT_KEY } from '../support/world.ts';

const UNCHANGED = 'Nothing was changed. You can safely try again.';
const REFUSED = '200 {"success":false}';
/** A refusal with status 200. */
const refused = (message: string) => `200 {"success":false,"message":"${message}"}`;

test('reports failures of withdrawals', async ({ page, world }) => {
  allowConsoleErrors();
  await requestWithdrawals(world, [person('fails-0', 'Farah Fails')]);
  await signIn(page, world);
  const noBalance = { ...BALANCE, success: false, balance: null };
  const decision = `
    500 = Failed to process the withdrawal. Please try again. HTTP error! status: 500. ${UNCHANGED}
    lost = Failed to process the withdrawal. Please try again. Network error. ${UNCHANGED}
    409 says = Failed to process the withdrawal. Please try again. {message} (HTTP status: 409)
    500 says = Failed to process the withdrawal. Please try again. {message} (HTTP status: 500). ${UNCHANGED}
    502 text Bad gateway = Failed to process the withdrawal. Please try again. HTTP error! status: 502 - Bad gateway. ${UNCHANGED}
    502 text <h1>Bad</h1> = Failed to process the withdrawal. Please try again. The server returned an error page (HTTP status: 502). ${UNCHANGED}
    403 text Not from here = Failed to process the withdrawal. Please try again. HTTP error! status: 403 - Not from here`;
  const pending = 'Some are still pending. You can safely reject them again: no coins are returned twice.';
  await expectFailureTexts(
    page,
    `
// covers 001-2.4 001-8.1
/verify-withdrawals: GET /api/bulkpe/balance
    500 = HTTP error! status: 500Try again
    lost = Failed to fetch balanceTry again
    409 says = {message}Try again
    200 ${JSON.stringify({ ...noBalance, error: 'Your IP is blocked' })} = Your IP is blockedTry again
    200 ${JSON.stringify(noBalance)} = Failed to fetch balanceTry again
// covers 001-8.2
/verify-withdrawals?history=1: GET /api/withdrawals/history
    500 = Error fetching withdrawal history: Failed to fetch history
    409 says = Error fetching withdrawal history: {message}
    ${REFUSED} = Error fetching withdrawal history: Failed to fetch history
// covers 001-8.7
/verify-withdrawals: GET /api/withdrawals/all
    409 says = Failed to load withdrawals: {message}
// covers 001-8.3
/verify-withdrawals: POST /api/withdrawals/*/verify: Approve: … > Approve${decision}
/verify-withdrawals: POST /api/withdrawals/*/verify: Reject: … > =The account is not theirs > Reject${decision}
    keeps = The account is not theirs
// covers 001-8.8
/verify-withdrawals: POST /api/withdrawals/reject-all: Reject All (1) > Reject 1 withdrawal > =Why > Reject 1 withdrawal
    500 = Failed to bulk reject withdrawals. Please try again. HTTP error! status: 500. ${pending}
    409 says = Failed to bulk reject withdrawals. Please try again. {message}
    500 says = Failed to bulk reject withdrawals. Please try again. {message}. ${pending}
    keeps = Why
`,
  );
});

test('reports failures of manual payments, claims and problems', async ({ page, world }) => {
  allowConsoleErrors();
  const title = 'Unpaid Rummy';
  const offer = await makeTrackedOffer(await world.signIn(), world, title);
  for (const uid of ['unpaid-0', 'unpaid-1']) {
    await world.platform.createUser(person(uid, `Name of ${uid}`));
    await world.platform.createClick({ uid, offerId: offer.id });
  }
  const claim = { uid: 'unpaid-0', offerId: offer.id };
  await expect.poll(async () => (await world.platform.claimOffer(claim)).status).toBe(200);
  await reportProblems(world, { uid: 'reporter-2', name: 'Nadia Shaikh', email: 'nadia@mail.example' }, ['One', 'Two']);
  await signIn(page, world);
  const payable = `/manual-pay?search=${encodeURIComponent(title)}`;
  const unpaid = 'The click is not paid. You can safely pay it again.';
  const decision = `
    500 = Failed to process the offer: HTTP error! status: 500. ${UNCHANGED}
    404 = Failed to process the offer: HTTP error! status: 404
    lost = Failed to process the offer: Network error. ${UNCHANGED}
    409 says = Failed to process the offer: {message}`;
  await expectFailureTexts(
    page,
    `
/manual-pay: GET /api/clicks
    409 says = Failed to load clicks: {message}
/manual-pay?history=1: GET /api/manual-payment-history
    409 says = Failed to load the manual payment history: {message}
// covers 001-8.11
${payable}: POST /api/mark-click-paid: Refresh > Pay: … > Pay … coins
    500 = Failed to mark click as paid. HTTP error! status: 500. ${unpaid}
    lost = Error marking click as paid. Please try again. Network error. ${unpaid}
    409 says = {message}
    500 says = {message}. ${unpaid}
    ${REFUSED} = Failed to mark click as paid
    ${refused('Not now')} = Not now
// covers 001-8.12
${payable}: POST /api/mark-clicks-paid-bulk: Pay All (2) > Pay 2 clicks
    500 = Failed to process pay all
    lost = Error processing pay all. Please try again.
    409 says = {message}
    500 says = {message}
    ${REFUSED} = Failed to process pay all
// covers 001-8.9
/verify-offer: GET /api/offers/pending
    * = Failed to load pending offers. Please try again.
// covers 001-8.10
/verify-offer: POST /api/offers/*/verify: Refresh Offers > Approve… > Approve${decision}
/verify-offer: POST /api/offers/*/verify: Refresh Offers > Reject… > =No proof at all > Reject${decision}
    keeps = No proof at all
// covers 001-7.14 001-8.13
/problems: GET /api/problems
    * = Failed to load user problems
    200 {"problems":"none"} = Received invalid data from server. Expected an array of problems.
    200 [] = No problems found
// covers 001-8.14
/problems?search=Nadia%20Shaikh: PATCH /api/users/*/problems/*: Respond: Two > Status=closed > Save response
    * = Failed to update problem
    keeps = closed
/problems?search=Nadia%20Shaikh: DELETE /api/users/*/problems/*: Delete: Two > Delete problem
    * = Failed to delete problem
// covers 001-8.15
/problems: POST /api/users/*/problems: Create Test Problem
    * = Failed to create test problem
/problems: GET /api/users: Create Test Problem
    * = Failed to create test problem
    200 {"success":true,"users":[],"total":0,"totalUsers":0} = No users found in the database. Cannot create test problem.
`,
  );
});

test('reports failures of postbacks, settings and Smart Poll', async ({ page, world }) => {
  allowConsoleErrors();
  await setPayoutKey(await world.signIn(), world.mailbox, ADMIN.email, PAYOUT_KEY);
  const admin = await newAdmin(world, { email: 'failure-texts@muneem.example' });
  const offer = await makeTrackedOffer(admin, world, 'Meets every postback failure');
  await offer.addPostback({});
  await openSession(page, world, admin);
  const screen = `/postback-urls/${offer.id}?tab`;
  const fill =
    'Company name=Singular > Company ID=si-1 > Event type=install > Postback URL=https://s.example/{click_id}';
  const sendCode = 'System name=Muneem Test > Save Settings > Send OTP';
  await page.route('**/api/live', (route) => route.abort());
  await expectFailureTexts(
    page,
    `
// covers 001-7.18 001-8.16 001-8.24
${screen}=system: GET /api/offers/${offer.id}
    * = Failed to fetch offer details
    retry = ${offer.title}
${screen}=system: GET /api/offers/*/postback-urls
    * = Failed to fetch postback URLs
    retry = ${offer.securityToken}
${screen}=custom: GET /api/offers/*/custom-postbacks
    * = Failed to fetch custom postbacks
    retry = Branch
${screen}=analytics: GET /api/offers/*/postback-stats
    * = Failed to fetch postback stats
    retry = Event breakdown
// covers 001-8.17 001-8.24
${screen}=custom: POST /api/offers/*/custom-postbacks: Add Postback > ${fill} > Add Postback
    * = Error creating postback
    keeps = Singular
${screen}=custom: POST /api/custom-postbacks/*/test: Test: Branch, install
    * = Error testing postback
${screen}=custom: PATCH /api/custom-postbacks/*/toggle: Activate: Branch, install
    * = Error toggling status
${screen}=custom: DELETE /api/custom-postbacks/*: Delete: Branch, install > Delete postback
    * = Error deleting postback
// covers 001-8.18
/settings: GET /api/settings
    * = Failed to load settings
    retry = System name
// covers 001-2.34
/settings: POST /api/settings/reveal-api-key: Show the API key > Your password=${ADMIN.password} > Show
    500 = The key could not be shown: HTTP error! status: 500
    lost = The key could not be shown: Network error
    409 says = The key could not be shown: {message}
// covers 001-8.19
/settings: POST /api/settings/send-otp: ${sendCode}
    * = Failed to send OTP
    keeps = Muneem Test
// covers 001-8.22
/smart-poll: POST /api/admin/smart-poll: Run Smart Poll Now
    500 = Smart poll failed
    lost = Network error
    409 says = {message}
/smart-poll: POST /api/admin/force-smart-poll: Force Smart Poll
    500 = Force smart poll failed
    lost = Network error
    409 says = {message}
/smart-poll: GET /api/admin/cron-status: Refresh Status
    500 = The status could not be refreshed. Last known status: + Run count
    500 = Failed to load the cron status: HTTP error! status: 500
/smart-poll: GET /api/admin/cron-status
    500 = Failed to load the cron status: HTTP error! status: 500
    lost = Failed to load the cron status: Network error
    409 says = Failed to load the cron status: {message}
/smart-poll: GET /api/admin/smart-poll/runs
    500 = Failed to load the runs: HTTP error! status: 500
    lost = Failed to load the runs: Network error
    409 says = Failed to load the runs: {message}
/smart-poll?run=spr_1: GET /api/admin/smart-poll/runs/spr_1
    500 = Failed to load the run: HTTP error! status: 500
    lost = Failed to load the run: Network error
    409 says = Failed to load the run: {message}
    404 says = {message}
    404 = Run not found. It may have been deleted.
`,
  );
  await page.route('**/api/settings/send-otp', answer({ success: true, message: '' }));
  await expectFailureTexts(
    page,
    `
// covers 001-8.20
/settings: POST /api/settings/verify-otp: ${sendCode} > OTP=123456
    * = Failed to verify OTP
    400 = Invalid OTP
    404 = Invalid OTP
`,
  );
  await page.route('**/api/settings/verify-otp', answer({ success: true, message: '', verificationToken: 'token-1' }));
  await expectFailureTexts(
    page,
    `
// covers 001-7.24 001-8.21
/settings: PUT /api/settings: ${sendCode} > OTP=123456
    * = Failed to update settings
    500 = Failed to update settings + This code can no longer be used. Press Resend OTP for a new one.
`,
  );
});
