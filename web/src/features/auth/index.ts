export { AuthCard } from './auth-card.tsx';
export { NewPasswordForm } from './new-password-form.tsx';
