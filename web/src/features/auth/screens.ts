import { screen } from '#lib/screen.ts';
import { LoginScreen } from './login-screen.tsx';
import { ResetPasswordScreen } from './reset-password-screen.tsx';

/** Part of the entry file: a new visitor sees these screens first. */
export const signInScreens = [
  screen({ path: '/login', title: 'Admin Dashboard', load: async () => ({ component: LoginScreen }) }),
] as const;

export const passwordScreens = [
  screen({ path: '/reset-password', title: 'Reset Password', load: async () => ({ component: ResetPasswordScreen }) }),
] as const;
