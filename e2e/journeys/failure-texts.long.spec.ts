import { createOffer } from '@muneem/contract/offers';
import { answer } from '../support/answers.ts';
import { expectFailureTexts } from '../support/failure-texts.ts';
import { offerBody } from '../support/offer-body.ts';
import { person } from '../support/person.ts';
import { allowConsoleErrors, signIn, test } from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const LOGIN = `Email=${ADMIN.email} > Password=whatever > Login`;
const SENT = 'OTP sent to your email';
/** A refusal with status 200. */
const refused = (message: string) => `200 {"success":false,"message":"${message}"}`;

test('reports failures of signing in', async ({ page }) => {
  allowConsoleErrors();
  await page.clock.install();
  await expectFailureTexts(
    page,
    `
// covers 000-4.1 000-8.1
/login: POST /api/auth/login: ${LOGIN}
    500 = Login failed
    lost = Login failed
    409 says = Error: {message}
    ${refused(SENT)} = Error: ${SENT}
    200 {"success":true,"message":"Maintenance tonight"} = Maintenance tonight
// covers 000-7.4 000-8.4
/login: POST /api/auth/forgot-password: Email=${ADMIN.email} > Forgot Password?
    * = Failed to send reset email
    200 {"success":true,"message":"A link is on its way."} = A link is on its way.
    ${refused('No links today.')} = No links today.
// covers 000-7.6 000-8.5
/reset-password?token=a: POST /api/auth/reset-password: New Password=123456 > Confirm Password=123456 > Reset Password
    * = Failed to reset password
    200 {} = Your password was changed.
`,
  );
  await page.route('**/api/auth/login', answer({ success: true, message: SENT }));
  await expectFailureTexts(
    page,
    `
// covers 000-8.2
/login: POST /api/auth/verify-otp: ${LOGIN} > OTP=123456
    * = OTP verification failed
// covers 000-8.3
/login: POST /api/auth/resend-otp: ${LOGIN} > OTP= > +61 s > Resend OTP
    * = Failed to resend OTP
    ${refused('Not again.')} = Not again.
`,
  );
});

test('reports failures of users and offers', async ({ page, world }) => {
  allowConsoleErrors();
  const admin = await world.signIn();
  const title = 'Meets every failure';
  const { offer } = await admin.call(createOffer, { body: offerBody(title, { customClickIdParams: ['tid'] }) });
  await world.platform.createUser(person('fails-1', 'Asha Fails'));
  await signIn(page, world);
  const edit = `/edit-offer/${offer._id}`;
  const names = '/api/offers/*/custom-click-params';
  const silently = '200 {"success":false,"customClickIdParams":["four"]}';
  await expectFailureTexts(
    page,
    `
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
/regular-offers: DELETE /api/offers/${offer._id}: Delete ${title} > Delete offer
    lost = Failed to delete offer. Please try again. Network error
    409 says = Failed to delete offer. Please try again. {message}
    500 says = Failed to delete offer. Please try again. {message}
    ${refused('Not now')} = Failed to delete offer. Please try again. Not now
// covers 000-2.40 000-8.12
${edit}: GET /api/offers/${offer._id}
    lost = Failed to load offer details. Redirecting to dashboard.
// covers 000-2.38 000-6.8 000-8.11
/add-offer?from=${offer._id}: POST /api/offers: Create Offer
    409 says = Failed to create offer: {message}
    keeps = Copy of ${title}
${edit}: PUT /api/offers/${offer._id}: Coins=25 > Update offer
    409 says = Failed to update offer: {message}
    keeps = 25
// covers 000-6.11 000-8.13
${edit}: GET ${names}
    500 = Failed to load custom parameters
    lost = Error loading custom parameters
    409 says = Failed to load custom parameters + {message}
    ${silently} = Failed to load custom parameters
${edit}: POST ${names}: Parameter names=four > Add
    500 = Failed to add parameter
    lost = Error adding parameter(s)
    ${silently} = Failed to add parameter
    ${refused('There are too many')} = There are too many
${edit}: DELETE ${names}/tid: Remove parameter tid
    500 = Failed to remove parameter
    lost = Error removing parameter
    ${silently} = Failed to remove parameter
    ${refused('It is in use')} = It is in use
`,
  );
});
