import { readForgotPassword, readLogin, readResendOtp, resetPasswordUnread, verifyOtp } from '@muneem/contract/auth';
import { mutationOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const loginMutation = () =>
  mutationOptions({ mutationFn: (body: { email: string; password: string }) => api(readLogin, { body }) });

export const verifyOtpMutation = () =>
  mutationOptions({
    mutationFn: (body: { email: string; otp: string; remember: boolean }) => api(verifyOtp, { body }),
  });

export const resendOtpMutation = () =>
  mutationOptions({ mutationFn: (email: string) => api(readResendOtp, { body: { email } }) });

export const forgotPasswordMutation = () =>
  mutationOptions({ mutationFn: (email: string) => api(readForgotPassword, { body: { email } }) });

export const resetPasswordMutation = () =>
  mutationOptions({ mutationFn: (body: { token: string; newPassword: string }) => api(resetPasswordUnread, { body }) });
