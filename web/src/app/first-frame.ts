import { storedSystemName } from '#lib/stored-name.ts';

/** What stands in large letters on each screen, as the screen itself has it (a test compares them). */
const TITLES: Readonly<Record<string, string>> = {
  '/': 'Dashboard',
  '/users': 'User Management',
  '/prime-offers': 'Prime Offers',
  '/regular-offers': 'Regular Offers',
  '/verify-withdrawals': 'Verify Withdrawals',
  '/payouts': 'Payments',
  '/manual-pay': 'Manually pay coin to clicks',
  '/verify-offer': 'Verify Offers',
  '/problems': 'User Problems',
  '/smart-poll': 'Smart Poll Manager',
  '/conversion-reports': 'Conversion Reports',
  '/settings': 'System Settings',
  '/audit': 'Audit log',
  '/account': 'Your account',
  '/admins': 'Administrators',
};

/**
 * Draws what is known of the screen before the application is there: the bar, the title where it will stand, and the place
 * of its content. For whoever is signed in; the loading overlay of index.html holds it and takes it away again.
 */
export function drawFirstFrame(path: string): void {
  const title = TITLES[path];
  const frame = document.getElementById('boot-frame');
  if (title === undefined || frame === null) return;
  const write = (selector: string, text: string): void => void (frame.querySelector(selector)!.textContent = text);
  write('.boot-name', storedSystemName());
  write('.boot-title', title);
  frame.hidden = false;
}
