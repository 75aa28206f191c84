export { AuthCard } from './auth-card.tsx';
export { LoginScreen } from './login-screen.tsx';
export { ResetPasswordScreen } from './reset-password-screen.tsx';
