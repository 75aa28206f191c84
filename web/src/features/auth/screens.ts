import { screen } from '#lib/screen.ts';
import { LoginScreen } from './login-screen.tsx';
import { ResetPasswordScreen } from './reset-password-screen.tsx';

/** Their code is part of the application's first file: a new visitor sees them first. */
export const signInScreens = [
  screen({ path: '/login', title: 'Admin Dashboard', load: () => Promise.resolve(LoginScreen) }),
] as const;

export const passwordScreens = [
  screen({ path: '/reset-password', title: 'Reset Password', load: () => Promise.resolve(ResetPasswordScreen) }),
] as const;
