import { createOffer } from '@muneem/contract/offers';
import { expectFailureTexts } from '../support/failure-texts.ts';
import { offerBody } from '../support/offer-body.ts';
import { person } from '../support/person.ts';
import { reportProblems } from '../support/report-problems.ts';
import { requestWithdrawals } from '../support/request-withdrawals.ts';
import { BALANCE } from '../support/rows.ts';
import { allowConsoleErrors, expect, signIn, test } from '../support/test.ts';
import { makeTrackedOffer } from '../support/tracked-offer.ts';
import { ADMIN, type TestWorld } from '../support/world.ts';

const TITLE = 'Meets every failure';
const PAYABLE = '/manual-pay?search=Unpaid%20Rummy';
const CUSTOM = '/postback-urls/{tracked}?tab=custom';
const PARAMS = '/api/offers/*/custom-click-params';
const LOGIN = `Email=${ADMIN.email} > Password=whatever > Login`;
const OTP_SENT = 'OTP sent to your email';
const SEND_CODE = 'System name=Muneem Test > Save Settings > Send OTP';
const POSTBACK =
  'Company name=Singular > Company ID=si-1 > Event type=install > Postback URL=https://s.example/{click_id}';
const UNCHANGED = 'Nothing was changed. You can safely try again.';
const UNPAID = 'The click is not paid. You can safely pay it again.';
const PENDING = 'Some are still pending. You can safely reject them again: no coins are returned twice.';
const REFUSED = '200 {"success":false}';
/** A refusal with status 200. */
const refused = (message: string) => `200 {"success":false,"message":"${message}"}`;
const unknownParameter = '200 {"success":false,"customClickIdParams":["four"]}';
const noBalance = { ...BALANCE, success: false, balance: null };

/** The fixed text of a failed call that a message of the server replaces in part. */
const withCause = (text: string) => `
    500 = ${text}: HTTP error! status: 500
    409 says = ${text}: {message}
    lost = ${text}: Network error`;
const POLL_FAILURES = (text: string) => `
    500 = ${text}
    409 says = {message}
    lost = Network error`;
const WITHDRAWAL_DECISION = `
    500 = Failed to process the withdrawal. Please try again. HTTP error! status: 500. ${UNCHANGED}
    lost = Failed to process the withdrawal. Please try again. Network error. ${UNCHANGED}
    409 says = Failed to process the withdrawal. Please try again. {message} (HTTP status: 409)
    500 says = Failed to process the withdrawal. Please try again. {message} (HTTP status: 500). ${UNCHANGED}
    502 text Bad gateway = Failed to process the withdrawal. Please try again. HTTP error! status: 502 - Bad gateway. ${UNCHANGED}
    502 text <h1>Bad</h1> = Failed to process the withdrawal. Please try again. The server returned an error page (HTTP status: 502). ${UNCHANGED}
    403 text Not from here = Failed to process the withdrawal. Please try again. HTTP error! status: 403 - Not from here`;
const CLAIM_DECISION = `
    500 = Failed to process the offer: HTTP error! status: 500. ${UNCHANGED}
    404 = Failed to process the offer: HTTP error! status: 404
    lost = Failed to process the offer: Network error. ${UNCHANGED}
    409 says = Failed to process the offer: {message}`;

const SIGNED_OUT = `
// covers 000-4.1 000-8.1
/login: POST /api/auth/login: ${LOGIN}
    500 = Login failed
    409 says = Error: {message}
    lost = Login failed
    ${refused(OTP_SENT)} = Error: ${OTP_SENT}
    200 {"success":true,"message":"Maintenance tonight"} = Maintenance tonight
// covers 000-7.4 000-8.4
/login: POST /api/auth/forgot-password: Email=${ADMIN.email} > Forgot Password?
    * = Failed to send reset email
    200 {"success":true,"message":"A link is on its way."} = A link is on its way.
    ${refused('No links today.')} = No links today.
// covers 000-8.2
/login: POST /api/auth/verify-otp: ${LOGIN} > OTP=123456
    given POST /api/auth/login = {"success":true,"message":"${OTP_SENT}"}
    * = OTP verification failed
// covers 000-8.3
/login: POST /api/auth/resend-otp: ${LOGIN} > OTP= > +61 s > Resend OTP
    given POST /api/auth/login = {"success":true,"message":"${OTP_SENT}"}
    * = Failed to resend OTP
    ${refused('Not again.')} = Not again.
// covers 000-7.6 000-8.5
/reset-password?token=a: POST /api/auth/reset-password: New Password=123456 > Confirm Password=123456 > Reset Password
    * = Failed to reset password
    200 {} = Your password was changed.
`;

const SIGNED_IN = `
// covers 000-users.10
/users: GET /api/users
    409 says = Failed to load users: {message}
    200 {"users":"none"} = Invalid data received from server. Please contact support.
    200 {"success":true,"users":"none","message":"Hello"} = Invalid data received from server. Please contact support.
    ${refused('Not now')} = Failed to load users: Not now
// covers 000-users.11
/users?search=Asha%20Fails: DELETE /api/users/fails-1: Delete Asha Fails > Delete User
    500 = Failed to delete user. Server returned 500. The user still exists.
    403 = Failed to delete user. Server returned 403
    409 says = {message}
// covers 000-8.9
/prime-offers: GET /api/offers/prime
    lost = Failed to load prime offers. Please try again later.
    500 says = Failed to load prime offers. Please try again later. + {message}
/regular-offers: GET /api/offers/regular
    lost = Failed to load regular offers. Please try again later.
    500 says = Failed to load regular offers. Please try again later. + {message}
// covers 000-8.10
/regular-offers: DELETE /api/offers/{offer}: Delete ${TITLE} > Delete offer
    lost = Failed to delete offer. Please try again. Network error
    409 says = Failed to delete offer. Please try again. {message}
    500 says = Failed to delete offer. Please try again. {message}
    ${refused('Not now')} = Failed to delete offer. Please try again. Not now
// covers 000-2.40 000-8.12
/edit-offer/{offer}: GET /api/offers/{offer}
    lost = Failed to load offer details. Redirecting to dashboard.
// covers 000-2.38 000-6.8 000-8.11
/add-offer?from={offer}: POST /api/offers: Create Offer
    409 says = Failed to create offer: {message}
    keeps = Copy of ${TITLE}
/edit-offer/{offer}: PUT /api/offers/{offer}: Coins=25 > Update offer
    409 says = Failed to update offer: {message}
    keeps = 25
// covers 000-6.11 000-8.13
/edit-offer/{offer}: GET ${PARAMS}
    500 = Failed to load custom parameters
    lost = Error loading custom parameters
    409 says = Failed to load custom parameters + {message}
    ${unknownParameter} = Failed to load custom parameters
/edit-offer/{offer}: POST ${PARAMS}: Parameter names=four > Add
    500 = Failed to add parameter
    lost = Error adding parameter(s)
    ${unknownParameter} = Failed to add parameter
    ${refused('There are too many')} = There are too many
/edit-offer/{offer}: DELETE ${PARAMS}/tid: Remove parameter tid
    500 = Failed to remove parameter
    lost = Error removing parameter
    ${unknownParameter} = Failed to remove parameter
    ${refused('It is in use')} = It is in use
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
/verify-withdrawals: POST /api/withdrawals/*/verify: Approve: … > Approve${WITHDRAWAL_DECISION}
/verify-withdrawals: POST /api/withdrawals/*/verify: Reject: … > =The account is not theirs > Reject${WITHDRAWAL_DECISION}
    keeps = The account is not theirs
// covers 001-8.8
/verify-withdrawals: POST /api/withdrawals/reject-all: Reject All (1) > Reject 1 withdrawal > =Why > Reject 1 withdrawal
    500 = Failed to bulk reject withdrawals. Please try again. HTTP error! status: 500. ${PENDING}
    409 says = Failed to bulk reject withdrawals. Please try again. {message}
    500 says = Failed to bulk reject withdrawals. Please try again. {message}. ${PENDING}
    keeps = Why
/manual-pay: GET /api/clicks
    409 says = Failed to load clicks: {message}
/manual-pay?history=1: GET /api/manual-payment-history
    409 says = Failed to load the manual payment history: {message}
// covers 001-8.11
${PAYABLE}: POST /api/mark-click-paid: Refresh > Pay: … > Pay … coins
    500 = Failed to mark click as paid. HTTP error! status: 500. ${UNPAID}
    lost = Error marking click as paid. Please try again. Network error. ${UNPAID}
    409 says = {message}
    500 says = {message}. ${UNPAID}
    ${REFUSED} = Failed to mark click as paid
    ${refused('Not now')} = Not now
// covers 001-8.12
${PAYABLE}: POST /api/mark-clicks-paid-bulk: Pay All (2) > Pay 2 clicks
    500 = Failed to process pay all
    409 says = {message}
    ${REFUSED} = Failed to process pay all
    500 says = {message}
    lost = Error processing pay all. Please try again.
// covers 001-8.9
/verify-offer: GET /api/offers/pending
    * = Failed to load pending offers. Please try again.
// covers 001-8.10
/verify-offer: POST /api/offers/*/verify: Refresh Offers > Approve… > Approve${CLAIM_DECISION}
/verify-offer: POST /api/offers/*/verify: Refresh Offers > Reject… > =No proof at all > Reject${CLAIM_DECISION}
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
// covers 001-4.19 001-8.23
/conversion-reports?conversion=cnv_1: GET /api/conversion-reports/cnv_1
    500 = Failed to fetch conversion details
    lost = Error fetching conversion details
    409 says = {message}
    ${REFUSED} = Failed to fetch conversion details
// covers 001-7.18 001-8.16 001-8.24
/postback-urls/{tracked}: GET /api/offers/{tracked}
    * = Failed to fetch offer details
    retry = Meets every postback failure
/postback-urls/{tracked}: GET /api/offers/*/postback-urls
    * = Failed to fetch postback URLs
    retry = Global security token
${CUSTOM}: GET /api/offers/*/custom-postbacks
    * = Failed to fetch custom postbacks
    retry = Branch
/postback-urls/{tracked}?tab=analytics: GET /api/offers/*/postback-stats
    * = Failed to fetch postback stats
    retry = Event breakdown
// covers 001-8.17 001-8.24
${CUSTOM}: POST /api/offers/*/custom-postbacks: Add Postback > ${POSTBACK} > Add Postback
    * = Error creating postback
    keeps = Singular
${CUSTOM}: POST /api/custom-postbacks/*/test: Test: Branch, install
    * = Error testing postback
${CUSTOM}: PATCH /api/custom-postbacks/*/toggle: Activate: Branch, install
    * = Error toggling status
${CUSTOM}: DELETE /api/custom-postbacks/*: Delete: Branch, install > Delete postback
    * = Error deleting postback
// covers 001-8.18
/settings: GET /api/settings
    * = Failed to load settings
    retry = System name
// covers 001-2.34
/settings: POST /api/settings/reveal-api-key: Show the API key > Your password=${ADMIN.password} > Show${withCause('The key could not be shown')}
// covers 001-8.19
/settings: POST /api/settings/send-otp: ${SEND_CODE}
    * = Failed to send OTP
    keeps = Muneem Test
// covers 001-8.20
/settings: POST /api/settings/verify-otp: ${SEND_CODE} > OTP=123456
    given POST /api/settings/send-otp = {"success":true,"message":""}
    * = Failed to verify OTP
    400 = Invalid OTP
    404 = Invalid OTP
// covers 001-7.24 001-8.21
/settings: PUT /api/settings: ${SEND_CODE} > OTP=123456
    given POST /api/settings/send-otp = {"success":true,"message":""}
    given POST /api/settings/verify-otp = {"success":true,"message":"","verificationToken":"token-1"}
    * = Failed to update settings
    500 = Failed to update settings + This code can no longer be used. Press Resend OTP for a new one.
// covers 001-8.22
/smart-poll: POST /api/admin/smart-poll: Run Smart Poll Now${POLL_FAILURES('Smart poll failed')}
/smart-poll: POST /api/admin/force-smart-poll: Force Smart Poll${POLL_FAILURES('Force smart poll failed')}
/smart-poll: GET /api/admin/cron-status: see Run count > Refresh Status
    500 = The status could not be refreshed. Last known status: + Run count + Failed to load the cron status: HTTP error! status: 500
/smart-poll: GET /api/admin/cron-status${withCause('Failed to load the cron status')}
/smart-poll: GET /api/admin/smart-poll/runs${withCause('Failed to load the runs')}
/smart-poll?run=spr_1: GET /api/admin/smart-poll/runs/spr_1${withCause('Failed to load the run')}
    404 says = {message}
    404 = Run not found. It may have been deleted.
`;

/** @returns the ids that the table names */
async function prepare(world: TestWorld): Promise<Record<string, string>> {
  await requestWithdrawals(world, [person('fails-0', 'Farah Fails')]);
  await world.platform.createUser(person('fails-1', 'Asha Fails'));
  const { offer } = await world.call(createOffer, { body: offerBody(TITLE, { customClickIdParams: ['tid'] }) });
  const tracked = await makeTrackedOffer(world, 'Meets every postback failure');
  await tracked.addPostback({});
  const unpaid = await makeTrackedOffer(world, 'Unpaid Rummy');
  for (const uid of ['unpaid-0', 'unpaid-1']) {
    await world.platform.createUser(person(uid, `Name of ${uid}`));
    await world.platform.createClick({ uid, offerId: unpaid.id });
  }
  const claim = { uid: 'unpaid-0', offerId: unpaid.id };
  await expect.poll(async () => (await world.platform.claimOffer(claim)).status).toBe(200);
  await reportProblems(world, { uid: 'reporter-2', name: 'Nadia Shaikh', email: 'nadia@mail.example' }, ['One', 'Two']);
  return { offer: offer._id, tracked: tracked.id };
}

test('shows the specified text of each failed call', async ({ page, world }) => {
  allowConsoleErrors();
  await page.clock.install();
  await page.route('**/api/live', (route) => route.abort());
  await expectFailureTexts(page, SIGNED_OUT);
  const ids = await prepare(world);
  await signIn(page, world, '/');
  await expectFailureTexts(page, SIGNED_IN, ids);
});
